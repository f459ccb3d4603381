import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// Once it is certain that a sound is too long, nothing more of it is read or encoded.
@Suite(.ifLibsndfileDecodes)
struct CertainVerdictTests {
  /// Counts the bytes that are read.
  private final class CountingSource: ByteSource, @unchecked Sendable {
    private let bytes: [UInt8]
    private(set) var readCount = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var byteCount: Int { bytes.count }

    func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
      let read = try bytes.bytes(at: offset, count: count)
      readCount += read.count
      return read
    }
  }

  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)
  private static let rate = 1000.0

  /// Noise, so that the bytes are spread evenly, in a FLAC that doesn't state its length.
  private static func streamedFLAC(seconds: Int, sampleRate: Double = rate) throws -> [UInt8] {
    var file = try PlainSound(
      .noise, frameCount: seconds * Int(sampleRate), sampleRate: sampleRate
    ).file(libsndfile: Libsndfile.flac)
    file[21] &= 0xF0
    for index in 22..<26 { file[index] = 0 }
    return file
  }

  /// How much a conversion reads, and how often it reports encoding progress.
  private static func work(
    on file: [UInt8], _ policy: OverLimitPolicy,
    _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws -> (outcome: AlertOutcome?, bytes: [UInt8]?, readCount: Int, progressCount: Int) {
    let source = CountingSource(file)
    var target = target
    configure(&target)
    let conversion = try Conversion(
      of: SoundSource(bytes: source), to: target, limit: LengthLimit(policy))
    let progressCount = Locked(0)
    let made = try? conversion.inMemory(
      monitor: Monitor(progress: { _ in progressCount.withLock { $0 += 1 } }))
    return (made?.outcome, made?.bytes, source.readCount, progressCount.withLock { $0 })
  }

  @Test(arguments: [OverLimitPolicy.default, .omit, .fail, .trim])
  func isReadToJustPastTheLimit(policy: OverLimitPolicy) throws {
    let file = try Self.streamedFLAC(seconds: 300)
    let work = try Self.work(on: file, policy)
    // A tenth, the block that contains the limit, and what the decoder reads ahead.
    #expect(work.readCount < file.count * 3 / 20, "\(work.readCount) of \(file.count)")
    if [.omit, .fail].contains(policy) { #expect(work.progressCount == 0) }
  }

  /// The cost doesn't depend on how much follows.
  @Test(arguments: [OverLimitPolicy.default, .omit, .fail, .trim])
  func audioPastTheLimitIsNotRead(policy: OverLimitPolicy) throws {
    let (short, long) = (
      try Self.work(on: Self.streamedFLAC(seconds: 100), policy),
      try Self.work(on: Self.streamedFLAC(seconds: 400), policy)
    )
    #expect(short.readCount == long.readCount)
    #expect(short.progressCount == long.progressCount)
    #expect(short.outcome == long.outcome)
    #expect(short.bytes == long.bytes)
  }

  /// The frames that show that the sound is short enough are the ones that are encoded.
  @Test func aShortSoundIsDecodedOnce() throws {
    let file = try Self.streamedFLAC(seconds: 20)
    let opening = CountingSource(file)
    _ = try SoundSource(bytes: opening)
    let work = try Self.work(on: file, .default)
    #expect(work.outcome == .converted)
    // The file is opened once more, for decoding.
    #expect(work.readCount <= file.count + 2 * opening.readCount)
  }

  /// Frames that would take too much memory are decoded twice.
  @Test func manyFramesAreDecodedTwice() throws {
    let rate = 384_000.0
    let file = try Self.streamedFLAC(seconds: 25, sampleRate: rate)
    let work = try Self.work(on: file, .default)
    #expect(work.outcome == .converted)
    #expect(work.readCount > 3 * file.count / 2)
    #expect(
      try work.bytes == Conversion(of: SoundSource(bytes: file), to: Self.target).inMemory().bytes)
  }

  /// The bytes are the same as for a file that states its length, even with a resampler's
  /// look-ahead.
  @Test(arguments: [200, 999, 1001, 8000], [OverLimitPolicy.trim, .default])
  func aStatedLengthChangesNothing(rate: Double, policy: OverLimitPolicy) throws {
    let streamed = try Self.streamedFLAC(seconds: 70)
    let stated = try PlainSound(.noise, frameCount: 70_000, sampleRate: Self.rate)
      .file(libsndfile: Libsndfile.flac)
    let (one, other) = (
      try Self.work(on: streamed, policy) { $0.sampleRate = rate },
      try Self.work(on: stated, policy) { $0.sampleRate = rate }
    )
    #expect(one.bytes != nil)
    #expect(one.bytes == other.bytes)
  }

  /// Frames that are skipped at the beginning don't count.
  @Test func framesLeftOutDoNotCount() throws {
    let file = try Self.streamedFLAC(seconds: 50)
    let work = try Self.work(on: file, .default) { $0.firstFrame = 21_000 }
    #expect(work.outcome == .converted)
    #expect(try SoundFile(parsing: try #require(work.bytes)).frameCount == 29_000)
    #expect(
      try Self.work(on: file, .omit) { $0.firstFrame = 20_000 }.outcome
        == .omitted(from: .exactly(seconds: 30)))
  }

  /// A dry run reaches the same verdict, and encodes nothing.
  @Test(arguments: [20, 40], [OverLimitPolicy.default, .omit, .trim, .warn])
  func aDryRunReportsTheSame(seconds: Int, policy: OverLimitPolicy) throws {
    let file = try Self.streamedFLAC(seconds: seconds)
    let conversion = try Conversion(
      of: SoundSource(bytes: file), to: Self.target, limit: LengthLimit(policy))
    #expect(try conversion.rehearse() == conversion.inMemory().outcome)
  }

  /// A default sound, too, is only read to just past the limit.
  @Test func aDefaultSoundIsReadToJustPastTheLimit() throws {
    let file = try Self.streamedFLAC(seconds: 300)
    let source = CountingSource(file)
    let error = #expect(throws: SoundError.self) {
      try LengthLimit(.default, defaultSound: SoundSource(bytes: source))
    }
    #expect(
      error?.reason
        == "this sound is at least 30 s long, too long to replace sounds of 30 s or more")
    #expect(source.readCount < file.count * 3 / 20)
  }

  @Test(arguments: [
    (AlertLength.exactly(seconds: 31.25), "31.25 s long, so it is not converted"),
    (.about(seconds: 300.04), "about 300 s long, so it is not converted"),
    (.atLeast(seconds: 30), "at least 30 s long, so it is not converted"),
  ])
  func lengthsAreReportedAsPreciselyAsKnown(length: AlertLength, fact: String) throws {
    #expect(try AlertOutcome.omitted(from: length).fact(under: LengthLimit(.omit)) == fact)
  }
}
