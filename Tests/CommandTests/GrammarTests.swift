import SoundFormat
import TestSupport
import Testing

/// Equivalent spellings of a command line.
struct GrammarTests {
  private static func stereo() throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 300)
  }

  @Test(arguments: [
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
    expectSilentSuccess(try folder.shell("afconvert " + arguments), dropsChannels: true)
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
        """), dropsChannels: true)
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

  /// Options for codecs that aren't supported have no effect.
  @Test(arguments: [
    "-b 64000 -q 64 -r 127 -s 0 -u vbrq 127 -ud vbrq 127 -ue vbrq 127 --userproperty vbrq 127",
    "--bitrate 64000 --quality 64 --src-quality 127 --src-complexity bats --strategy 0",
    "--prime-method Pre --prime-override 0 0", "--prime-override -1 -1 --codec-manuf appl",
    "--soundcheck-generate --media-kind 'Audio Ad' --anchor-loudness -20 --anchor-generate",
    "--read-track 0 --offset 0 --decode-formatid ima4 --soundcheck-read --leaks --profile",
    "--gapless-before in.wav --gapless-after in.wav --condensed-framing 16",
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

  /// Two outputs with one path are refused, because one would replace the other.
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

/// Missing options are inferred as Apple's tool infers them.
struct InferenceTests {
  private static func folder() throws -> TemporaryDirectory {
    try TemporaryDirectory(["in": try soundFile(.wave, .pcm(.int24), frameCount: 100)])
  }

  @Test(arguments: [
    // The container follows from the extension, and the data format from the container.
    ("out.caf -d ima4", Container.caf, DataFormat.ima4), ("out.CAF -d ima4", .caf, .ima4),
    ("out.wav -d LEI16", .wave, .pcm(.int16, .little)), ("out.WAV -d ulaw", .wave, .muLaw),
    ("out.aiff -d BEI24", .aiff, .pcm(.int24, .big)), ("out.aif -d I8", .aiff, .pcm(.int8)),
    ("out.AIFF -d I16", .aiff, .pcm(.int16, .big)),
    ("out.aifc -d BEI16", .aifc, .pcm(.int16, .big)), ("out.AiFc -d alaw", .aifc, .aLaw),
    ("out.aif -d ima4", .aifc, .ima4), ("out.aiff -d F32", .aifc, .pcm(.float32, .big)),
    ("a.b.c.caf -d LEF32", .caf, .pcm(.float32, .little)), ("out.caf -d I16", .caf, .pcm(.int16)),
    ("out.wav", .wave, .pcm(.int16, .little)), ("out.aiff", .aiff, .pcm(.int16, .big)),
    ("out.aifc", .aifc, .pcm(.int16, .big)), ("out.caf", .caf, .pcm(.int16, .big)),
    ("out.xyz -f RF64", .rf64, .pcm(.int16, .little)),
    ("out.xyz -f BW64", .bw64, .pcm(.int16, .little)),
    ("out.xyz -f AIFC", .aifc, .pcm(.int16, .big)), ("out.xyz -f caff", .caf, .pcm(.int16, .big)),
    // `-f` wins over the extension.
    ("out.caf -f AIFC -d ima4", .aifc, .ima4), ("out.wav -f caff -d LEI16", .caf, .pcm(.int16)),
    ("out.aifc -f AIFF -d BEI16", .aiff, .pcm(.int16, .big)),
    ("out.mp3 -f WAVE -d LEI16", .wave, .pcm(.int16)),
  ])
  func whatIsMissingIsInferred(
    arguments: String, container: Container, dataFormat: DataFormat
  ) throws {
    let folder = try Self.folder()
    let words = arguments.split(separator: " ").map(String.init)
    expectSilentSuccess(try folder.afconvert(["in"] + words))
    let sound = try SoundFile(parsing: folder.read(words[0]))
    #expect(sound.container == container)
    #expect(sound.format.dataFormat == dataFormat)
  }

  @Test(arguments: [["in"], ["in", "out"], ["in", "out.xyz"], ["-v", "in", "-o", "out.bundle"]])
  func nothingToInferFrom(arguments: [String]) throws {
    let folder = try Self.folder()
    expectFailure(
      try folder.afconvert(arguments),
      "Error: no output file or data format specified: add -f caff -d ima4")
    #expect(try folder.names == ["in"])
  }

  @Test(arguments: [["in"], ["in", "out"], ["in", "out.xyz"]])
  func dataFormatAloneDoesNotDetermineTheContainer(arguments: [String]) throws {
    let folder = try Self.folder()
    expectFailure(
      try folder.afconvert(arguments + ["-d", "LEI16"]),
      """
      Error: Couldn't infer file format from data format: add -f caff, or give the output file a \
      name ending in .caf, .wav, .aiff or .aifc
      """)
    #expect(try folder.names == ["in"])
  }
}
