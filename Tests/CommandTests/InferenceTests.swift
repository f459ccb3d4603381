import SoundFormat
import TestSupport
import Testing

/// Missing options are inferred as Apple's tool infers them.
struct InferenceTests {
  private static func folder() throws -> TemporaryDirectory {
    try TemporaryDirectory(["in": try soundFile(.wave, .pcm(.int24), frameCount: 100)])
  }

  @Test(arguments: [
    ("out.caf", "ima4", Container.caf, DataFormat.ima4),
    ("out.CAF", "ima4", .caf, .ima4),
    ("out.wav", "LEI16", .wave, .pcm(.int16, .little)),
    ("out.WAV", "ulaw", .wave, .muLaw),
    ("out.aiff", "BEI24", .aiff, .pcm(.int24, .big)),
    ("out.aif", "I8", .aiff, .pcm(.int8)),
    ("out.AIFF", "I16", .aiff, .pcm(.int16, .big)),
    ("out.aifc", "BEI16", .aifc, .pcm(.int16, .big)),
    ("out.AiFc", "alaw", .aifc, .aLaw),
    ("out.aif", "ima4", .aifc, .ima4),
    ("out.aiff", "F32", .aifc, .pcm(.float32, .big)),
    ("a.b.c.caf", "LEF32", .caf, .pcm(.float32, .little)),
  ])
  func containerFollowsFromTheExtension(
    name: String, specifier: String, container: Container, dataFormat: DataFormat
  ) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.afconvert("in", name, "-d", specifier))
    let sound = try SoundFile(parsing: folder.read(name))
    #expect(sound.container == container)
    #expect(sound.format.dataFormat == dataFormat)
  }

  @Test(arguments: [
    ("WAVE", Container.wave, DataFormat.pcm(.int16, .little)),
    ("RF64", .rf64, .pcm(.int16, .little)),
    ("BW64", .bw64, .pcm(.int16, .little)),
    ("AIFF", .aiff, .pcm(.int16, .big)),
    ("AIFC", .aifc, .pcm(.int16, .big)),
    ("caff", .caf, .pcm(.int16, .big)),
  ])
  func dataFormatFollowsFromTheContainer(
    fileType: String, container: Container, dataFormat: DataFormat
  ) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.afconvert("in", "out.xyz", "-f", fileType))
    let sound = try SoundFile(parsing: folder.read("out.xyz"))
    #expect(sound.container == container)
    #expect(sound.format.dataFormat == dataFormat)
  }

  @Test(arguments: [
    ("out.wav", Container.wave, DataFormat.pcm(.int16, .little)),
    ("out.aiff", .aiff, .pcm(.int16, .big)),
    ("out.aifc", .aifc, .pcm(.int16, .big)),
    ("out.caf", .caf, .pcm(.int16, .big)),
  ])
  func extensionDeterminesBoth(name: String, container: Container, dataFormat: DataFormat) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.afconvert("in", name))
    let sound = try SoundFile(parsing: folder.read(name))
    #expect(sound.container == container)
    #expect(sound.format.dataFormat == dataFormat)
  }

  @Test(arguments: [
    ("out.caf", "AIFC", "ima4", Container.aifc), ("out.wav", "caff", "LEI16", .caf),
    ("out.aifc", "AIFF", "BEI16", .aiff), ("out.mp3", "WAVE", "LEI16", .wave),
  ])
  func namedContainerWinsOverTheExtension(
    name: String, fileType: String, specifier: String, container: Container
  ) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.afconvert("in", name, "-f", fileType, "-d", specifier))
    #expect(try SoundFile(parsing: folder.read(name)).container == container)
  }

  @Test(arguments: [["in"], ["in", "out"], ["in", "out.mp3"], ["-v", "in", "-o", "out.m4a"]])
  func nothingToInferFrom(arguments: [String]) throws {
    let folder = try Self.folder()
    expectFailure(
      try folder.afconvert(arguments),
      "Error: no output file or data format specified: add -f caff -d ima4")
    #expect(try folder.names == ["in"])
  }

  @Test(arguments: [["in"], ["in", "out"], ["in", "out.mp3"]])
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
