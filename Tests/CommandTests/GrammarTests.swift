import SoundFormat
import TestSupport
import Testing

/// The command line's grammar: equivalent spellings.
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
  func defaultByteOrder(arguments: String, dataFormat: DataFormat) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    expectSilentSuccess(try folder.shell("afconvert \(arguments) in.wav out"))
    #expect(try SoundFile(parsing: folder.read("out")).format.dataFormat == dataFormat)
  }

  /// Options for codecs that aren't supported have no effect.
  @Test(arguments: [
    "-b 64000", "-q 64", "-r 127", "-s 0", "-u vbrq 127", "-ud vbrq 127", "-ue vbrq 127",
    "--bitrate 64000", "--quality 64", "--src-quality 127", "--src-complexity bats",
    "--strategy 0", "--prime-method Pre", "--prime-override 0 0", "--prime-override -1 -1",
    "--soundcheck-generate", "--media-kind 'Audio Ad'", "--anchor-loudness -20",
    "--anchor-generate", "--codec-manuf appl", "--userproperty vbrq 127", "--read-track 0",
    "--offset 0", "--decode-formatid ima4", "--soundcheck-read", "--gapless-before in.wav",
    "--gapless-after in.wav", "--condensed-framing 16", "--leaks", "--profile", "--mix",
    "-c 2 --mix", "-m 0,1", "-m '0 1'", "-l Stereo -f AIFF -d 0 -f caff -d LEI16 --no-filler",
  ])
  func acceptedOptionsDoNotChangeTheSamples(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    expectSilentSuccess(try folder.shell("afconvert -f caff -d LEI16 \(arguments) in.wav out.caf"))
    let input = try folder.read("in.wav")
    let output = try folder.read("out.caf")
    #expect(
      output[try SoundFile(parsing: output).audioBytes]
        == input[try SoundFile(parsing: input).audioBytes])
  }

  @Test(arguments: [
    "--generate-hash", "--copy-hash", "--check-hash", "--read-track 1", "-r 128", "-q -1",
    "-s 4", "--src-complexity best", "--prime-method Post", "--dither 3", "-m x", "-m ''",
    "-l Mono -l Stereo -l Stereo", "-l Nonsense", "--offset -1", "-b x",
  ])
  func misleadingOptionsAreUsageErrors(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    let outcome = try folder.shell("afconvert -f caff -d LEI16 \(arguments) in.wav out.caf")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.outputText == "")
    #expect(try folder.names == ["in.wav"])
  }

  @Test(arguments: [
    "-l Mono", "-l Mono -l Stereo", "-m 0,2", "--offset 1000000", "-d LEI16/1", "-d ima4#128",
    "-d ima4@100", "-d 0 -c 1", "-d 0 --offset 1",
  ])
  func impossibleRequestsFailWithoutAFile(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.stereo()])
    let outcome = try folder.shell("afconvert -f caff \(arguments) in.wav out.caf")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix("Error: "))
    #expect(try folder.names == ["in.wav"])
  }

  /// One of the two outputs would be lost.
  @Test(arguments: [
    "x.caf -o ../w/x.caf", "d/x.caf -o e/x.caf", "x.caf -o $PWD/x.caf", "X.caf -o x.caf",
  ])
  func twoOutputsAreNotOneFile(outputs: String) throws {
    let folder = try TemporaryDirectory(["in.wav": soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.shell(
      "mkdir w w/d && ln -s d w/e && cd w && afconvert ../in.wav -f caff -o \(outputs) -d LEI16")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasSuffix(": error: two outputs have this name; rename one of them\n"))
    #expect(try folder.shell("find w -type f").outputText == "")
  }
}
