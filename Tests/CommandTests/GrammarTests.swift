import SoundFormat
import TestSupport
import Testing

/// The command line's grammar: many ways to say the same.
struct GrammarTests {
  private static func stereo() throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 300)
  }

  @Test(arguments: [
    "-f caff -d ima4 -c 1 in.wav out",
    "in.wav out -f caff -d ima4 -c 1",
    "-f caff in.wav -d ima4 out -c 1",
    "in.wav -f caff -d ima4 -c 1 out",
    "--file caff --data ima4 --channels 1 in.wav out",
    "-file caff -data ima4 -channels 1 in.wav out",
    "-fxyz caff -dxyz ima4 -cxyz 1 in.wav out",
    "-f 'caff' -d \"ima4\" -c '1' in.wav out",
    "-f caff -d ima4@44100 -c 1 in.wav out",
    "-f caff -d ima4 -c 1 -- in.wav out",
    "-f caff -d ima4 -c 1 in.wav -- out",
    "in.wav -o out -f caff -d ima4 -c 1",
    "-o out -f caff -d ima4 -c 1 in.wav",
    "-o out -f caff in.wav -d ima4 -c 1",
    "-f caff -d ima4 -c 1 in.wav -o out",
    "-f caff in.wav -o out -d ima4 -c 1",
    "-d BEI16 -f WAVE -c 2 -d ima4 -f caff -c 1 in.wav out",
    "-d LEI16 in.wav -o out -f caff -d ima4 -c 1",
    "./in.wav ./out -f caff -d ima4 -c 1",
    "-c ' 1' -f caff -d ima4 in.wav out",
    "-c 1x -f caff -d ima4 in.wav out",
  ])
  func everySpellingGivesTheSameBytes(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    expectSilentSuccess(try folder.shell("afconvert " + arguments))
    let left = try soundFile(.wave, .pcm(.int16), channels: [.bell], frameCount: 300)
    try folder.write(left, to: "left.wav")
    expectSilentSuccess(try folder.afconvert("-f", "caff", "-d", "ima4", "left.wav", "expected"))
    #expect(firstDifference(of: try folder.read("out"), from: try folder.read("expected")) == nil)
    #expect(try folder.names == ["expected", "in.wav", "left.wav", "out"])
  }

  @Test func namesThatBeginWithADashFollowTwoDashes() throws {
    let folder = try TemporaryDirectory(["-in.wav": Self.stereo()])
    expectSilentSuccess(try folder.afconvert("-f", "caff", "-d", "ima4", "--", "-in.wav", "-out"))
    #expect(try SoundFile(parsing: folder.read("-out")).format.dataFormat == .ima4)
  }

  @Test func everyOutputHasItsOwnOptionsAndThoseBeforeTheFirst() throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    expectSilentSuccess(
      try folder.shell(
        """
        afconvert -d I16 -c 1 in.wav -o 1.caf -o 2.caf -d ima4 -o 3.aiff -c 2 \
          -o 4 -f WAVE -d ulaw --no-filler
        """))
    func sound(_ name: String) throws -> SoundFile { try SoundFile(parsing: folder.read(name)) }
    func expect(
      _ name: String, _ container: Container, _ dataFormat: DataFormat, _ channelCount: Int,
      at offset: Int = 4096
    ) throws {
      let sound = try sound(name)
      #expect(sound.container == container)
      #expect(sound.format.dataFormat == dataFormat)
      #expect(sound.format.channelCount == channelCount)
      #expect(sound.audioBytes.lowerBound == offset)
    }
    try expect("1.caf", .caf, .pcm(.int16, .little), 1)
    try expect("2.caf", .caf, .ima4, 1)
    try expect("3.aiff", .aiff, .pcm(.int16, .big), 2)
    try expect("4", .wave, .muLaw, 1, at: 44)
    #expect(try folder.names == ["1.caf", "2.caf", "3.aiff", "4", "in.wav"])
  }

  @Test(arguments: [
    ("-f caff -d I16", DataFormat.pcm(.int16, .little)),
    ("-f WAVE -d I24", .pcm(.int24, .little)),
    ("-f AIFF -d I16", .pcm(.int16, .big)),
    ("-f AIFC -d I16@44100", .pcm(.int16, .big)),
    ("-f AIFC -d F32", .pcm(.float32, .big)),
    ("-f caff -d F64", .pcm(.float64, .little)),
    ("-f caff -d I8", .pcm(.int8)),
    ("-f RF64 -d I16", .pcm(.int16, .little)),
    ("-f BW64 -d I16", .pcm(.int16, .little)),
  ])
  func byteOrderIsTheMachinesOrTheOnlyOne(arguments: String, dataFormat: DataFormat) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    expectSilentSuccess(try folder.shell("afconvert \(arguments) in.wav out"))
    #expect(try SoundFile(parsing: folder.read("out")).format.dataFormat == dataFormat)
  }

  @Test(arguments: [
    "-d ima4@22050", "-d 0", "-d N", "-m 0", "-l Stereo", "-b 64000", "-q 64", "-r 127", "-s 0",
    "-t", "-u vbrq 127", "-ud vbrq 127", "-ue vbrq 127",
    "--channelmap 0", "--channellayout Stereo", "--bitrate 64000", "--quality 64",
    "--src-quality 127", "--src-complexity bats", "--strategy 0", "--prime-method Pre",
    "--prime-override 0 0", "--soundcheck-generate", "--media-kind 'Audio Ad'",
    "--anchor-loudness -20", "--anchor-generate", "--generate-hash", "--codec-manuf appl",
    "--dither 1", "--mix", "--userproperty vbrq 127", "--read-track 0", "--offset 0",
    "--decode-formatid ima4", "--soundcheck-read", "--copy-hash", "--check-hash",
    "--gapless-before in.wav", "--gapless-after in.wav", "--condensed-framing 16", "--tag",
    "--leaks", "--profile",
  ])
  func whatIsNotSupportedIsAnErrorAndNoFile(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    let outcome = try folder.shell("afconvert -f caff \(arguments) in.wav out.caf")
    #expect([.exit(1), .exit(2)].contains(outcome.ending))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.contains("yet"))
    #expect(try folder.names == ["in.wav"])
  }
}
