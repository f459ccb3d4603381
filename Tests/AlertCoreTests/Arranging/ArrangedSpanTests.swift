import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Keeps only a span of a sound, as with `--trim START:END`.
struct ArrangedSpanTests {
  private let tenFrames: [Int16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

  @Test(
    arguments: [
      (0.002, 0.005, 2..<5), (nil, 0.005, 0..<5), (0.002, nil, 2..<10), (0.0024, 0.0047, 2..<5),
      (0.0026, 0.0100001, 3..<10), (0.009, 99, 9..<10), (0.0015, 0.0025, 2..<3),
    ] as [(Double?, Double?, Range<Int>)])
  func keepsExactFrames(start: Double?, end: Double?, frames: Range<Int>) throws {
    let (source, change) = try arranged(file(tenFrames)) { $0.span = .init(start: start, end: end) }
    #expect(try source.int16() == Array(tenFrames[frames]))
    #expect(source.frameCount == frames.count)
    #expect(change.trimmedAtStart == Double(frames.lowerBound) / 1000)
    #expect(change.trimmedAtEnd == Double(10 - frames.upperBound) / 1000)
    #expect(change.silenceTrimmedAtStart == 0)
    #expect(!change.isUnchanged)
  }

  @Test(
    arguments: [(nil, nil), (0, nil), (nil, 0.01), (0, 1e300), (nil, 5)] as [(Double?, Double?)])
  func theWholeSoundIsTheSameSource(start: Double?, end: Double?) throws {
    let file = try soundFile(.caf, .ima4, frameCount: 10, sampleRate: 1000)
    let (source, change) = try arranged(file) { $0.span = .init(start: start, end: end) }
    #expect(change == ArrangementChange())
    #expect(source.soundFile != nil)
    let copied = try output(of: source, .caf, nil)
    #expect(try audio(of: copied) == audio(of: file))
  }

  @Test(arguments: [0.01, 0.0096, 7, 1e300] as [Double])
  func startAfterTheEndNamesTheLength(start: Double) throws {
    let error = #expect(throws: SoundError.self) {
      try arranged(file(tenFrames)) { $0.span = .init(start: start) }
    }
    #expect(error?.step == .reading)
    #expect(error?.reason.hasSuffix("but the sound is 0.01 s long") == true)
    #expect(error?.sentence.contains("\n") == false)
  }

  @Test(arguments: [-1, .nan, .infinity, -.infinity] as [Double])
  func numbersOutOfRange(number: Double) throws {
    for change in [
      { $0.span = .init(start: number) }, { $0.span = .init(end: number) },
      { $0.span = .init(start: number, end: number) }, { $0.fadeInOfEachPlay = number },
      { $0.fadeOutOfEachPlay = number }, { $0.repetition = .init(seconds: number) },
      { $0.repetition = .init(seconds: 0) }, { $0.repetition = .init(seconds: 1, gap: number) },
      { $0.silenceThreshold = number }, { $0.silenceThreshold = -19.9 },
      { $0.silenceThreshold = -100.1 },
    ] as [(inout Arrangement) -> Void] {
      let error = #expect(throws: SoundError.self) { try arranged(file(tenFrames), change) }
      #expect(error?.step == .choosingCodec)
    }
  }

  @Test func anEmptySoundStaysEmpty() throws {
    let (source, change) = try arranged(file([])) {
      $0.span = .init(start: 0, end: 1)
      $0.trimSilence()
      $0.fadeInOfEachPlay = 1
      $0.repetition = .init(seconds: 3)
    }
    #expect(change.isUnchanged)
    #expect(source.frameCount == 0)
    #expect(throws: SoundError.self) { try arranged(file([])) { $0.span = .init(start: 1) } }
  }

  @Test func textsAreKept() throws {
    var header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 1000, channelCount: 1, dataFormat: .pcm(.int16)),
      frameCount: 1000)
    header.metadata.texts = [.init(.title, "Ring")]
    let file = try header.headerBytes() + [UInt8](repeating: 1, count: 2000)
    let (repeated, _) = try arranged(file) {
      $0.span = .init(start: 0.1, end: 0.3)
      $0.repetition = .init(seconds: 2)
    }
    let sound = try SoundFile(parsing: output(of: repeated, .caf, .pcm(.int16)))
    #expect(sound.metadata[.title] == "Ring")
  }

  @Test func copyingPacketsIsAClearError() throws {
    let ima4 = try soundFile(.caf, .ima4, frameCount: 1000, sampleRate: 1000)
    let (source, _) = try arranged(ima4) { $0.span = .init(end: 0.5) }
    let error = #expect(throws: SoundError.self) { try Conversion(of: source, to: .caf, nil) }
    #expect(error?.reason == "the packets of 'ima4' can't be copied")
    #expect(error?.advice?.contains("choose a data format") == true)
  }

  @Test func truncatedFilesAreRejected() throws {
    let file = Array(try file([Int16](repeating: 1000, count: 1000)).dropLast(500))
    let error = #expect(throws: SoundError.self) {
      try arranged(file) { $0.span = .init(end: 0.1) }
    }
    #expect(error?.step == .openingInput)
    var policy = InputPolicy()
    policy.acceptsTruncatedFiles = true
    var arrangement = Arrangement()
    arrangement.span = .init(start: 0.7)
    let (source, _) = try SoundSource(bytes: file, policy: policy).arranged(by: arrangement)
    #expect(source.truncation != nil)
    #expect(try source.int16() == Array(repeating: 1000, count: 50))
  }
}
