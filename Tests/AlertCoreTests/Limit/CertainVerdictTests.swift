import ConversionSupport
import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// A conversion stops reading and encoding a sound once it is certainly too long.
@Suite
struct CertainVerdictTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)
  private static let rate = 1000.0

  /// A FLAC file of noise. Each second takes about the same number of bytes.
  private static func file(seconds: Int) throws -> [UInt8] {
    try streamedFLAC(.noise, frameCount: seconds * 1000, sampleRate: rate)
  }

  /// Converts a file, and counts the bytes read and the progress reports of the encoding.
  private static func work(
    on file: [UInt8], _ policy: OverLimitPolicy,
    _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws -> (outcome: AlertOutcome?, bytes: [UInt8]?, readCount: Int, progressCount: Int) {
    let source = CountedFile(file)
    var target = target
    configure(&target)
    let conversion = try Conversion(
      of: SoundSource(bytes: source, of: nil, policy: InputPolicy()), to: target,
      limit: LengthLimit(policy))
    let progressCount = Locked(0)
    let made = try? conversion.inMemory(
      monitor: Monitor(progress: { _ in progressCount.withLock { $0 += 1 } }))
    return (made?.facts.outcome, made?.bytes, source.readByteCount, progressCount.withLock { $0 })
  }

  /// The work is the same however long the sound continues after the limit.
  @Test(arguments: [OverLimitPolicy.default, .omit, .fail, .trim])
  func audioPastTheLimitIsNotRead(policy: OverLimitPolicy) throws {
    let file = try Self.file(seconds: 300)
    let short = try Self.work(on: Self.file(seconds: 100), policy)
    let long = try Self.work(on: file, policy)
    // Allow 15 %: 10 % precede the limit, the block at the limit is read whole, and the decoder reads ahead.
    #expect(long.readCount < file.count * 3 / 20, "\(long.readCount) of \(file.count)")
    if [.omit, .fail].contains(policy) { #expect(long.progressCount == 0) }
    #expect(short.readCount == long.readCount)
    #expect(short.progressCount == long.progressCount)
    #expect(short.outcome == long.outcome)
    #expect(short.bytes == long.bytes)
  }

  /// The frames that are decoded to find the length are kept and encoded.
  @Test func aShortSoundIsDecodedOnce() throws {
    let file = try Self.file(seconds: 20)
    let opening = CountedFile(file)
    _ = try SoundSource(bytes: opening, of: nil, policy: InputPolicy())
    let work = try Self.work(on: file, .default)
    #expect(work.outcome == .converted)
    // Allow two openings: decoding opens the file once more.
    #expect(work.readCount <= file.count + 2 * opening.readByteCount)
  }

  /// A file that states its length gives the same output, even with a resampler, which reads ahead.
  @Test(arguments: [200, 999, 1001, 2000], [OverLimitPolicy.trim, .default])
  func aStatedLengthChangesNothing(rate: Double, policy: OverLimitPolicy) throws {
    let streamed = try Self.file(seconds: 70)
    let stated = try PlainSound(.noise, frameCount: 70_000, sampleRate: Self.rate)
      .file(libsndfile: Libsndfile.flac)
    let (one, other) = (
      try Self.work(on: streamed, policy) { $0.sampleRate = rate },
      try Self.work(on: stated, policy) { $0.sampleRate = rate }
    )
    #expect(one.bytes != nil)
    #expect(one.bytes == other.bytes)
  }

  /// Frames that a conversion skips at the beginning don't count.
  @Test func framesLeftOutDoNotCount() throws {
    let file = try Self.file(seconds: 50)
    let work = try Self.work(on: file, .default) { $0.firstFrame = 21_000 }
    #expect(work.outcome == .converted)
    #expect(try SoundFile(parsing: try #require(work.bytes)).frameCount == 29_000)
    #expect(
      try Self.work(on: file, .omit) { $0.firstFrame = 20_000 }.outcome
        == .omitted(from: .exactly(seconds: 30)))
  }

  @Test(arguments: [
    (AlertLength.exactly(seconds: 31.25), "31.25 s long, so it is not converted"),
    (.about(seconds: 300.04), "about 300 s long, so it is not converted"),
    (.atLeast(seconds: 30), "at least 30 s long, so it is not converted"),
  ])
  func lengthsAreReportedAsPreciselyAsKnown(length: AlertLength, fact: String) throws {
    #expect(AlertOutcome.omitted(from: length).fact(under: LengthLimit(.omit)) == fact)
  }
}
