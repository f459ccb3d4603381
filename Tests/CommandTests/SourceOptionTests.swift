import SoundFormat
import TestSupport
import Testing

/// The options of `afconvert` for the source and its conversion.
struct SourceOptionTests {
  private static let sound = PlainSound(
    .bell, channelCount: 2, frameCount: 4807, sampleRate: 48_000)

  private func run(_ arguments: String, on file: [UInt8]) throws -> (Tool.Outcome, ShellFolder) {
    let folder = try ShellFolder(["in.wav": file])
    return (try folder.run("afconvert in.wav out \(arguments)"), folder)
  }

  private func output(_ arguments: String, of file: [UInt8]? = nil) throws -> [UInt8] {
    let (outcome, folder) = try run(arguments, on: file ?? Self.sound.file(.wave))
    expectSilentSuccess(outcome)
    return try folder.read("out")
  }

  /// Both commands give the same sound, even if the option is in an options file.
  @Test(arguments: [
    "-r 20", "--resampler built-in", "--resampler libsamplerate -r 40",
    "--resampler libsamplerate -r 0",
  ])
  func bothCommandsHaveTheOption(options: String) throws {
    let folder = try ShellFolder(["in.wav": Self.sound.file(.wave)])
    try folder.write(options, to: "options")
    let outcome = try folder.run(
      """
      afconvert in.wav 1.wav -d LEI24@44100 \(options) && \
      alertsound convert in.wav -o 2.wav -d LEI24@44100 \(options) --quiet && \
      alertsound convert in.wav -o 3.wav -d LEI24@44100 --options options --quiet
      """)
    expectSuccess(outcome)
    let expected = try folder.read("1.wav")
    #expect(try folder.read("2.wav") == expected)
    #expect(try folder.read("3.wav") == expected)
  }

  /// `-c` drops channels as Apple's tool does, with one warning if they have sound of their own.
  @Test(
    arguments: [
      (
        [.bell, .noise], "-c 1",
        "-c 1 drops 1 of 2 channels, with sound in them; --mix mixes them down"
      ),
      (
        [.bell, .bell, .silence, .noise], "-c 2",
        "-c 2 drops 2 of 4 channels, with sound in them; --mix mixes them down"
      ),
      ([.bell, .silence], "-c 1", nil), ([.bell, .bell], "-c 1", nil),
      ([.silence, .noise], "-c 2", nil),
      ([.bell, .noise], "-c 1 --mix", nil), ([.bell, .noise], "-m 0", nil),
    ] as [([Signal], String, String?)], ["LEI16", "LEF32", "ima4@22050"])
  func lostChannelsAreReported(
    sound: (channels: [Signal], options: String, warning: String?), format: String
  ) throws {
    let file = try soundFile(
      .wave, format == "LEF32" ? .pcm(.float64) : .pcm(.int16), channels: sound.channels,
      frameCount: 3000, layout: nil)
    let (outcome, _) = try run("-f caff -d \(format) \(sound.options)", on: file)
    expectErrors(outcome, exit: 0, sound.warning.map { "in.wav: warning: \($0)\n" } ?? "")
  }

  @Test(arguments: ["own", "Built-in", "libsamplerate:best", "soxr", "''"])
  func wrongResamplersAreUsageErrors(name: String) throws {
    let (outcome, _) = try run("-d LEI16 --resampler \(name)", on: Self.sound.file(.wave))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix("--resampler takes built-in, libsamplerate, not "))
    let folder = try ShellFolder(["in.wav": []])
    let other = try folder.run("alertsound convert in.wav -o out.caf --resampler \(name)")
    #expect(other.ending == .exit(64))
    #expect(other.errorLines.first?.contains("'built-in' and 'libsamplerate'") == true)
  }

  @Test(arguments: [
    "-r 128", "-r -1", "-r x", "--src-complexity best", "-r", "--dither 0", "--offset -1",
    "--prime-override 1", "--prime-override -2 0", "-m ,", "--resampler", "-d LEI16@",
    "-d LEI16@abc", "--generate-hash", "--copy-hash", "--check-hash", "--read-track 1", "-q -1",
    "-s 4", "--prime-method Post", "-b x",
  ])
  func invalidValuesAreUsageErrors(options: String) throws {
    let (outcome, folder) = try run("-f WAVE -d LEI16 \(options)", on: Self.sound.file(.wave))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.contains("Usage:"))
    #expect(try folder.files() == ["in.wav"])
  }

  @Test(arguments: [
    ("-l MPEG_5_1_A", "Error: output channel layout has wrong number of channels (-1)"),
    ("-l Mono -l Stereo", "Error: input channel layout has wrong number of channels for file (-1)"),
    ("-l Stereo -c 1", "Error: output channel layout has wrong number of channels (-1)"),
    ("-m 0,2", "Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?')"),
  ])
  func layoutsAndMapsThatDoNotFitFail(options: String, line: String) throws {
    let (outcome, folder) = try run("-f caff -d LEI16 \(options)", on: Self.sound.file(.wave))
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix(line + "\n"))
    #expect(try folder.files() == ["in.wav"])
  }

  @Test func offsetAndPrimingReachTheConversion() throws {
    let packets = try PlainSound(.bell, frameCount: 1000).file(.caf, .ima4)
    #expect(
      try SoundFile(parsing: output("-f WAVE -d LEI16 --offset 300", of: packets)).frameCount == 700
    )
    #expect(
      try SoundFile(parsing: output("-f WAVE -d LEI16 --prime-override 100 24", of: packets))
        .frameCount == 900)
    #expect(
      try output("-f WAVE -d LEI16 --prime-override -1 -1", of: packets)
        == output("-f WAVE -d LEI16", of: packets))
  }

  /// `-d N` restores the samples that a lossless encoder was given.
  @Test(arguments: [
    (Libsndfile.flac, "LEI16"), (Libsndfile.flac24, "LEI24"), (Libsndfile.alac16, "LEI16"),
    (Libsndfile.alac24, "LEI24"),
  ])
  func nativePCM(format: Int, dataFormat: String) throws {
    let sound = PlainSound(.bell, channelCount: 2, frameCount: 5000)
    let exact = dataFormat == "LEI16" ? DataFormat.littleInt16 : .littleInt24
    let file = try output("-f WAVE -d N", of: sound.file(libsndfile: format))
    #expect("\(try SoundFile(parsing: file).format.dataFormat)" == dataFormat)
    // Allow two steps of difference: libsndfile rounds floats to integers in its own way.
    let tolerance = 2 * (exact == .littleInt16 ? 0x1p-15 : 0x1p-23)
    let decoded = try PlainSound(decoding: file).channels
    #expect(decoded.map(\.count) == [5000, 5000])
    let differences = zip(decoded.joined(), sound.channels.joined()).map { abs($0 - $1) }
    #expect((differences.max() ?? 1) <= tolerance)
    #expect(try output("-f AIFF -d N", of: sound.file(libsndfile: format)).count == file.count)
  }

  @Test(arguments: [Libsndfile.mp3, Libsndfile.vorbis])
  func nativePCMOfLossySoundsIsRefused(format: Int) throws {
    let file = try PlainSound(.bell, frameCount: 5000).file(libsndfile: format)
    let (outcome, _) = try run("-f WAVE -d N", on: file)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains("-d N decodes lossless sounds"))
  }
}
