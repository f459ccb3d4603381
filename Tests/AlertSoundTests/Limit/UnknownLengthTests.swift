import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// Sounds whose length is only known once they are decoded.
@Suite(.ifLibsndfileDecodes)
struct UnknownLengthTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  /// A streamed FLAC: its 36-bit number of frames is 0, which means "unknown".
  private static func streamedFLAC(milliseconds: Int) throws -> [UInt8] {
    var file = try PlainSound(.bell, frameCount: milliseconds, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    file[21] &= 0xF0
    for index in 22..<26 { file[index] = 0 }
    return file
  }

  /// An MP3 that begins with small frames and ends with large ones, without an index. The length it
  /// states is an estimate from the first frame.
  private static func mp3(seconds: [(Double, kilobits: Int)]) throws -> [UInt8] {
    try seconds.flatMap { seconds, kilobits in
      try Tool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "sine=440:r=8000:d=\(seconds)", "-ac", "1", "-b:a",
        "\(kilobits)k", "-write_xing", "0", "-id3v2_version", "0", "-f", "mp3", "-",
      ])
    }
  }

  private static func decodedDuration(of file: [UInt8]) throws -> Double {
    try SoundFile(parsing: output(of: file)).duration
  }

  /// - Parameter reported: The reported length, if it isn't the exact one.
  private func expectEachPolicy(
    for file: [UInt8], seconds: Double, reported: AlertLength? = nil
  ) throws {
    let length = reported ?? .exactly(seconds: seconds)
    let source = try SoundSource(bytes: file)
    let whole = try Conversion(of: source, to: Self.target).inMemory().bytes
    let isTooLong = seconds >= 30
    #expect(try SoundFile(parsing: whole).duration == seconds)
    for policy in OverLimitPolicy.allCases {
      let folder = try TemporaryDirectory()
      try folder.write([1, 2, 3], to: "out")
      var outcome: AlertOutcome?
      do throws(SoundError) {
        outcome = try Conversion(of: source, to: Self.target, limit: try LengthLimit(policy))
          .write(to: folder.filePath("out")).outcome
      } catch {
        #expect(policy == .fail && isTooLong)
        #expect(error.step == .checkingLength)
      }
      #expect(try folder.names == ["out"])
      let output = try folder.read("out")
      switch isTooLong ? policy : .warn {
      case .fail:
        #expect(outcome == nil)
        #expect(output == [1, 2, 3])
      case .omit:
        #expect(outcome == .omitted(from: length))
        #expect(output == [1, 2, 3])
      case .warn:
        #expect(outcome == (isTooLong ? .convertedTooLong(seconds: seconds) : .converted))
        #expect(firstDifference(of: output, from: whole) == nil)
      case .default:
        #expect(outcome == .replacedByDefault(from: length))
        #expect(try output == Conversion(of: DefaultSound.source, to: Self.target).inMemory().bytes)
      case .trim:
        #expect(outcome == .trimmed(from: length, to: 29.9))
        let sound = try SoundFile(parsing: output)
        #expect(sound.duration == 29.9)
        let steady = (29_850 * Int(sound.format.sampleRate) / 1000) / 64 * 34
        #expect(try audio(of: output).prefix(steady) == audio(of: whole).prefix(steady))
      }
    }
  }

  @Test(arguments: [29_999, 30_000, 30_001])
  func flacWithoutALength(milliseconds: Int) throws {
    let file = try Self.streamedFLAC(milliseconds: milliseconds)
    #expect(try SoundSource(bytes: file).frameCount == 0)
    // Once the sound is certainly too long, not even one more frame is decoded.
    let isCutOff = milliseconds > 30_000
    try expectEachPolicy(
      for: file, seconds: Double(milliseconds) / 1000,
      reported: isCutOff ? .atLeast(seconds: 30) : nil)
  }

  @Test(arguments: [29_999, 30_000])
  func flacWithALength(milliseconds: Int) throws {
    let file = try PlainSound(.bell, frameCount: milliseconds, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    try expectEachPolicy(for: file, seconds: Double(milliseconds) / 1000)
  }

  @Test(arguments: [8000 * 30 - 1, 8000 * 30])
  func vorbis(frameCount: Int) throws {
    let file = try PlainSound(.sine, frameCount: frameCount, sampleRate: 8000)
      .file(libsndfile: Libsndfile.vorbis)
    try expectEachPolicy(for: file, seconds: Double(frameCount) / 8000)
  }

  /// It states more than 30 s, but is shorter.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func mp3ThatStatesTooMuch() throws {
    let file = try Self.mp3(seconds: [(2, 8), (8, 64)])
    let source = try SoundSource(bytes: file)
    #expect(Double(source.frameCount) / 8000 > 30)
    let seconds = try Self.decodedDuration(of: file)
    #expect(10..<11 ~= seconds)
    try expectEachPolicy(for: file, seconds: seconds)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func mp3ThatIsTooLong() throws {
    let file = try Self.mp3(seconds: [(24, 8), (8, 64)])
    let seconds = try Self.decodedDuration(of: file)
    #expect(32..<33 ~= seconds)
    try expectEachPolicy(for: file, seconds: seconds, reported: .atLeast(seconds: 30))
  }

  /// The length in an index is good enough for a report.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func mp3ThatStatesItsLength() throws {
    let folder = try TemporaryDirectory()
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=440:r=8000:d=40", "-ac", "1", "-b:a", "8k",
      folder.path("sound.mp3"),
    ])
    let file = try folder.read("sound.mp3")
    let stated = Double(try SoundSource(bytes: file).frameCount) / 8000
    #expect(39..<41 ~= stated)
    try expectEachPolicy(
      for: file, seconds: Self.decodedDuration(of: file), reported: .about(seconds: stated))
  }

  /// 29.95 s is longer than a trimmed sound, but still short enough.
  @Test func soundBetweenTheTrimmedLengthAndTheLimitIsKept() throws {
    let file = try Self.streamedFLAC(milliseconds: 29_950)
    let trimming = try Conversion(
      of: SoundSource(bytes: file), to: Self.target, limit: LengthLimit(.trim))
    let result = try trimming.inMemory()
    #expect(result.outcome == .converted)
    #expect(
      try result.bytes == Conversion(of: SoundSource(bytes: file), to: Self.target).inMemory().bytes
    )
  }

  /// Damage is an error, whatever length the sound states.
  @Test(arguments: [OverLimitPolicy.warn, .trim])
  func truncationIsAnError(policy: OverLimitPolicy) throws {
    let file = try PlainSound(.noise, frameCount: 40_000, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    let conversion = try Conversion(
      of: SoundSource(bytes: Array(file.prefix(file.count / 4))), to: Self.target,
      limit: LengthLimit(policy))
    #expect(throws: SoundError.self) { try conversion.inMemory().bytes }
  }
}
