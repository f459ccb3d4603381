import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// Arrangements of sounds that different decoders read.
struct ArrangedSourceTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let channelCount: Int
    let make: @Sendable (PlainSound) throws -> [UInt8]

    init(_ container: Container, _ format: DataFormat, _ channelCount: Int) {
      testDescription = "\(format) in \(container.fileType)"
      self.channelCount = channelCount
      make = { try $0.file(container, format) }
    }

    init(_ name: String, libsndfile format: Int) {
      testDescription = name
      channelCount = 2
      make = { try $0.file(libsndfile: format) }
    }
  }

  static let kinds = [
    Kind(.wave, .pcm(.int16), 1), Kind(.caf, .pcm(.int24, .big), 6), Kind(.caf, .pcm(.float64), 2),
    Kind(.caf, .ima4, 1), Kind(.aifc, .ima4, 2), Kind(.caf, .muLaw, 1),
    Kind("24-bit ALAC", libsndfile: Libsndfile.alac24),
    Kind("FLAC", libsndfile: Libsndfile.flac), Kind("MP3", libsndfile: Libsndfile.mp3),
    Kind("Ogg Vorbis", libsndfile: Libsndfile.vorbis), Kind("AU", libsndfile: Libsndfile.au),
  ]

  /// Each arrangement has the frames that the original decodes to.
  @Test(arguments: kinds)
  func framesAreThoseOfTheDecoder(kind: Kind) throws {
    let (rate, channelCount) = (44_100.0, kind.channelCount)
    let quiet = [Double](repeating: 0, count: 11_025)
    let channels = (0..<channelCount).map { channel in
      quiet + Signal.bell.doubles(frameCount: 20_000).map { $0 / Double(channel + 1) } + quiet
    }
    let file = try kind.make(PlainSound(channels, sampleRate: rate))
    let original = try SoundSource(bytes: file, of: nil, policy: InputPolicy())
    let all = try original.block()
    let total = all.sampleCount / channelCount
    func frames(_ range: Range<Int>) -> [UInt8] {
      all.samples(in: range.lowerBound * channelCount..<range.upperBound * channelCount).bits
    }

    let (spanned, spanChange) = try arranged(file) { $0.span = .init(start: 0.3, end: 0.5) }
    #expect(spanned.exactFrameCount() == 8820)
    #expect(try spanned.block().bits == frames(13_230..<22_050))
    #expect(abs(spanChange.trimmedAtEnd - (Double(total) / rate - 0.5)) < 1e-9)
    #expect(spanned.format == original.format)
    #expect(spanned.losslessSampleType == original.losslessSampleType)
    #expect(spanned.decodedSampleType == original.decodedSampleType)

    let (trimmed, change) = try arranged(file) { $0.trimSilence() }
    #expect(change.silenceTrimmedAtStart > 0.2)
    #expect(change.silenceTrimmedAtEnd > 0.2)
    let start = Int((change.trimmedAtStart * rate).rounded())
    let end = total - Int((change.trimmedAtEnd * rate).rounded())
    // Compare the frames between the fades of 221 and 662 frames.
    let kept = try trimmed.block()
    #expect(kept.sampleCount == (end - start) * channelCount)
    #expect(
      kept.samples(in: 221 * channelCount..<kept.sampleCount - 662 * channelCount).bits
        == frames(start + 221..<end - 662))

    let (repeated, repetition) = try arranged(file) {
      $0.span = .init(start: 0.3, end: 0.5)
      $0.repetition = .init(seconds: 2, gap: 0.1)
    }
    #expect(repetition.playCount == 6)
    #expect(repeated.exactFrameCount() == 6 * 8820 + 5 * 4410)
    #expect(repeated.frameCount == (try repeated.block()).sampleCount / channelCount)
    let plays = try repeated.block()
    for play in 0..<6 {
      let first = play * 13_230 + 66
      // Compare each play without its fades of 1.5 and 5 ms.
      #expect(
        plays.samples(in: first * channelCount..<(first + 8533) * channelCount).bits
          == frames(13_296..<21_829))
    }
  }

  /// The length of FLAC that was written to a pipe is known only after decoding.
  @Test
  func unknownLengths() throws {
    let file = try streamedFLAC(.bell, frameCount: 44_100, sampleRate: 44_100)
    let original = try SoundSource(bytes: file, of: nil, policy: InputPolicy())
    #expect(original.exactFrameCount() == nil)
    let all = try original.block()

    let (spanned, change) = try arranged(file) { $0.span = .init(start: 0.25) }
    #expect(try spanned.block().bits == all.samples(in: 11_025..<all.sampleCount).bits)
    #expect(spanned.exactFrameCount() == all.sampleCount - 11_025)
    #expect(change.trimmedAtStart == 0.25)
    #expect(change.trimmedAtEnd == 0)

    let (same, unchanged) = try arranged(file) { $0.span = .init(end: 99) }
    #expect(unchanged.isUnchanged)
    #expect(same.exactFrameCount() == nil)

    let error = #expect(throws: SoundError.self) {
      try arranged(file) { $0.span = .init(start: 99) }
    }
    #expect(error?.reason.contains("the sound is 1 s") == true)

    let (repeated, _) = try arranged(file) { $0.repetition = .init(seconds: 5) }
    #expect(try repeated.block().sampleCount == repeated.frameCount)
    let limit = try LengthLimit(.fail, seconds: 5)
    let result = try Conversion(of: repeated, to: .caf, .ima4, limit: limit).inMemory()
    #expect(result.facts.outcome == .converted)
    #expect(try SoundFile(parsing: result.bytes).frameCount == repeated.frameCount)
  }

  /// If an arrangement changes nothing, a conversion keeps IMA4's packets and the samples of linear PCM.
  @Test func compliantSoundsKeepTheirBytes() throws {
    let sound = PlainSound(.noise, frameCount: 44_100)
    for format in [DataFormat.ima4, .pcm(.int24), .pcm(.float64)] {
      let file = try sound.file(.caf, format)
      let (source, change) = try arranged(file) {
        $0.trimSilence()
        $0.span = .init(start: 0, end: 1)
        $0.repetition = .init(seconds: 1.9)
      }
      #expect(change.isUnchanged)
      let limit = LengthLimit(.fail)
      let target = ConversionTarget(container: .caf, dataFormat: format)
      let kept = try target.keepingPackets(of: source, limit: limit)
      #expect((kept.dataFormat == nil) == (format == .ima4))
      let bytes = try Conversion(of: source, to: kept, limit: limit).inMemory().bytes
      #expect(try audio(of: bytes) == audio(of: file))
    }
  }

  /// Frames in memory are limited.
  @Test func aVeryLongSoundIsNotArranged() throws {
    /// A WAVE file of silence.
    struct Silence: ByteSource {
      let header: [UInt8]
      let byteCount: Int

      func bytes(at offset: Int, count: Int) -> [UInt8] {
        let end = min(byteCount, offset + count)
        let rest = Array(repeating: UInt8(0), count: max(0, end - max(offset, header.count)))
        return header[min(offset, header.count)..<min(end, header.count)] + rest
      }
    }
    let format = StreamFormat(
      sampleRate: 48_000, channelCount: 2, dataFormat: .linearPCM(PCMEncoding(.int16)))
    let header = SoundHeader(container: .wave, format: format, frameCount: 70_000_000)
    let file = Silence(header: try header.headerBytes(), byteCount: try header.fileByteCount())
    let source = try SoundSource(bytes: file, of: nil, policy: InputPolicy())
    var arrangement = Arrangement()
    arrangement.fadeOutOfEachPlay = 1
    let error = #expect(throws: SoundError.self) { try source.arranged(by: arrangement) }
    #expect(error?.fault == .limit)
    #expect(error?.reason.hasPrefix("it is too long to be prepared") == true)
    arrangement.span = Arrangement.Span(start: 1000, end: 1001)
    #expect(try source.arranged(by: arrangement).source.frameCount == 48_000)
  }
}

/// The description of an arrangement's effects, in words.
struct ArrangementChangeTests {
  @Test func everything() {
    var change = ArrangementChange()
    change.silenceTrimmedAtStart = 0.52
    change.trimmedAtStart = 0.52
    #expect(change.fact == "0.52 s of silence trimmed at the start")
    change.playCount = 7
    #expect(change.fact == "0.52 s of silence trimmed at the start; played 7 times")
    change.trimmedAtEnd = 1.5
    change.silenceTrimmedAtEnd = 0.25
    change.fadeOut = 0.1
    change.gap = 0.5
    change.fadesBetweenPlays = true
    #expect(
      change.fact
        == "1.25 s cut off at the end; 0.52 s of silence trimmed at the start, 0.25 s at the end;"
        + " fades out over 0.1 s; played 7 times with gaps of 0.5 s, with a short fade in between")
    #expect(!change.isUnchanged)
  }
}

/// SoX and FFmpeg cut and repeat the same frames.
struct ArrangementOracleTests {
  private func check(
    _ samples: [Int16], channelCount: Int = 1, _ tool: Tool, _ arguments: [String],
    _ configure: (inout Arrangement) -> Void
  ) throws {
    let folder = try TemporaryDirectory()
    let bytes = try file(samples, channelCount: channelCount, sampleRate: 44_100)
    try folder.write(bytes, to: "in.wav")
    try tool.run(arguments.map { ["in.wav", "out.wav"].contains($0) ? folder.path($0) : $0 })
    let (source, _) = try arranged(bytes, configure)
    #expect(try source.int16() == frames(of: folder.read("out.wav")).int16Samples)
  }

  @Test(
    .enabled(if: Tool.sox.isInstalled, "sox is not installed"),
    arguments: [(0.1, 0.35), (0.0123, 0.4321), (0, 0.25), (0.3, 0.49999)], [1, 2])
  func soxTrims(span: (start: Double, end: Double), channelCount: Int) throws {
    try check(
      Signal.noise.int16(frameCount: 22_050 * channelCount), channelCount: channelCount, .sox,
      ["-D", "in.wav", "out.wav", "trim", "\(span.start)", "=\(span.end)"]
    ) { $0.span = .init(start: span.start, end: span.end) }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func ffmpegTrimsAndRepeats() throws {
    let filter = "atrim=start_sample=4410:end_sample=13230,aloop=loop=3:size=8820:start=0"
    try check(
      Signal.noise.int16(frameCount: 88_200), channelCount: 2, .ffmpeg,
      ["-v", "error", "-i", "in.wav", "-af", filter, "out.wav"]
    ) {
      $0.span = .init(start: 0.1, end: 0.3)
      $0.repetition = .init(seconds: 0.95)
    }
  }
}
