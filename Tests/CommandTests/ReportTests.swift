import SoundFormat
import TestSupport
import Testing

/// The output of `-v`, structured like the only public log of Apple's tool.
struct ReportTests {
  private func expectReport(
    _ report: String, _ input: String, _ bytes: [UInt8], _ arguments: String
  ) throws {
    let folder = try TemporaryDirectory([input: bytes])
    let outcome = try folder.shell("afconvert '\(input)' \(arguments)")
    expectSuccess(outcome, report + "\n", dropsChannels: arguments.contains("-c 1"))
  }

  @Test func encodingHasAnOutputClient() throws {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 1000)
    try expectReport(
      """
      Input file: in.wav, 1000 frames
      Formats:
        Input file     2 ch,  44100 Hz, Int16, interleaved
        Output file    1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, \
      64 frames/packet, 0 bytes/frame
        Output client  1 ch,  44100 Hz, Int16
      Output file: out.caf, 1000 frames
      """, "in.wav", wave, "out.caf -d ima4 -f caff -c 1 -v")
  }

  @Test func decodingHasAnInputClient() throws {
    let caf = try soundFile(
      .caf, .ima4, channels: [.bell, .sine], frameCount: 1000, sampleRate: 22_050)
    try expectReport(
      """
      Input file: in.caf, 1000 frames
      Formats:
        Input file     2 ch,  22050 Hz, ima4 (0x00000000) 0 bits/channel, 68 bytes/packet, \
      64 frames/packet, 0 bytes/frame
        Output file    2 ch,  22050 Hz, Int16, interleaved
        Input client   2 ch,  22050 Hz, Int16, interleaved
      Output file: out.wav, 1000 frames
      """, "in.caf", caf, "-v out.wav")
  }

  @Test func layoutFollowsItsFile() throws {
    let caf = try soundFile(
      .caf, .pcm(.int16), channels: [.bell, .sine], frameCount: 64, layout: .stereo)
    try expectReport(
      """
      Input file: in.caf, 64 frames, Stereo (L R)
      Formats:
        Input file     2 ch,  44100 Hz, Int16, interleaved
                       Stereo (L R)
        Output file    2 ch,  44100 Hz, Float32, interleaved
                       Stereo (L R)
      Output file: out, 64 frames
      """, "in.caf", caf, "out -v -f caff -d F32")
  }

  @Test func missingFillerIsReported() throws {
    try expectReport(
      """
      Input file: in.wav, 64 frames
      no filler chunks
      Formats:
        Input file     1 ch,  44100 Hz, Int16
        Output file    1 ch,  44100 Hz, lpcm (0x0000000C) 8-bit signed integer
      Output file: out.caf, 64 frames
      """, "in.wav", try soundFile(.wave, .pcm(.int16), frameCount: 64),
      "-v out.caf -d I8 --no-filler")
  }

  @Test func deviationsOfTheInputAreNoted() throws {
    let caf = try soundFile(.caf, .pcm(.int16), frameCount: 64)
    try expectReport(
      """
      Input file: in.wav, 64 frames
          note: the extension is .wav, the content is CAF
      Formats:
        Input file     1 ch,  44100 Hz, Int16
        Output file    1 ch,  44100 Hz, Int16
      Output file: out.caf, 64 frames
      """, "in.wav", caf, "-v out.caf -d LEI16")
  }

  @Test func failureEndsTheReportWithoutAnOutput() throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    // Of a path, only the file's name is printed. Every output has a report.
    let several = try folder.afconvert("-v", folder.path("in.wav"), "-o", "1.caf", "-o", "2.aiff")
    #expect(several.outputText.hasPrefix("Input file: in.wav, 1000 frames\n"))
    #expect(
      several.outputLines.filter { $0.hasPrefix("Output file:") }
        == ["Output file: 1.caf, 1000 frames", "Output file: 2.aiff, 1000 frames"])
    let outcome = try folder.afconvert("-v", "in.wav", "nowhere/out.caf")
    #expect(outcome.ending == .exit(1))
    #expect(!outcome.outputText.contains("Output file: "))
    #expect(outcome.errors.hasPrefix("Error: ExtAudioFileCreateWithURL failed (-43)\n"))
  }
}
