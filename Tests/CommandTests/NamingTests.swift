import Foundation
import SoundFormat
import TestSupport
import Testing

/// Names generated for outputs.
struct NamingTests {
  private static func int16() throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), frameCount: 100)
  }

  /// Each case: the input, names that are taken, options, and the output's name: the input's name with the
  /// container's extension. If that name is taken, a changed bit depth is added, or else a number.
  @Test(arguments: [
    ("x.wav", [], "-f caff -d ima4", "x.caf"), ("x.wav", [], "-f AIFF -d BEI16", "x.aiff"),
    ("x.wav", [], "-f AIFC -d ima4", "x.aifc"), ("x.caf", [], "-f WAVE -d LEI16", "x.wav"),
    ("x.caf", [], "-f RF64", "x.wav"), ("a.b.c.wav", [], "-f caff", "a.b.c.caf"),
    ("Glöckchen – 鈴.wav", [], "-f caff", "Glöckchen – 鈴.caf"), ("x", [], "-f caff", "x.caf"),
    (".hidden", [], "-f caff", ".hidden.caf"), ("x.", [], "-f caff", "x.caf"),
    ("it's \"$HOME\".wav", [], "-f caff", "it's \"$HOME\".caf"),
    ("x.wav", ["x.caf"], "-f caff -d LEI16", "x-1.caf"),
    ("x.wav", ["x.caf", "x-1.caf"], "-f caff -d LEI16", "x-2.caf"),
    ("x.wav", ["x.caf", "x-2.caf"], "-f caff -d LEI16", "x-1.caf"),
    ("x.wav", ["x.caf"], "-f caff -d BEI24", "x-24bit.caf"),
    ("x.wav", ["x.caf", "x-24bit.caf"], "-f caff -d BEI24", "x-1.caf"),
    ("x.wav", ["x.caf"], "-f caff -d I8", "x-8bit.caf"),
    ("x.wav", ["x.caf"], "-f caff -d ima4", "x-1.caf"),
    ("x.wav", ["x.caf"], "-f caff -d ulaw", "x-1.caf"),
    ("x.wav", [], "-f WAVE -d LEI16", "x-1.wav"),
    ("x.wav", [], "-f WAVE -d LEI24", "x-24bit.wav"),
    ("x.wav", [], "-f WAVE -d LEF32", "x-32bit.wav"),
    ("x.wav", ["x-1.wav"], "-f WAVE -d LEI16", "x-2.wav"),
    ("x.wav", ["x.caf"], "-f caff -d LEI16@44100", "x-1.caf"),
  ])
  func aFreeNameIsChosen(
    input: String, taken: [String], options: String, output: String
  ) throws {
    let folder = try TemporaryDirectory([input: Self.int16()])
    for name in taken { try folder.write([1, 2, 3], to: name) }
    expectSilentSuccess(
      try folder.afconvert(options.split(separator: " ").map(String.init) + [input]))
    #expect(try folder.names == ([input, output] + taken).sorted())
    #expect(try folder.read(input) == Self.int16())
    for name in taken { #expect(try folder.read(name) == [1, 2, 3]) }
  }

  @Test func foldersAndBrokenLinksAlsoOccupyNames() throws {
    let folder = try TemporaryDirectory(["x.wav": Self.int16()])
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("x.caf"), withIntermediateDirectories: false)
    try files.createSymbolicLink(
      atPath: folder.path("x-1.caf"), withDestinationPath: folder.path("nowhere"))
    expectSilentSuccess(try folder.afconvert("-f", "caff", "x.wav"))
    #expect(try folder.names == ["x-1.caf", "x-2.caf", "x.caf", "x.wav"])
  }

  @Test(arguments: ["-f caff -d ima4", "-f caff -d LEI16", "-f caff -d BEI16", "-f WAVE -d ulaw"])
  func inPlaceGivesTheSameBytes(options: String) throws {
    let folder = try TemporaryDirectory(["x.wav": Self.int16()])
    let options = options.split(separator: " ").map(String.init)
    expectSilentSuccess(try folder.afconvert(["x.wav", "y"] + options))
    expectSilentSuccess(try folder.afconvert(["x.wav", "x.wav"] + options))
    #expect(firstDifference(of: try folder.read("x.wav"), from: try folder.read("y")) == nil)
    #expect(try folder.names == ["x.wav", "y"])
  }

  /// On Linux, names may be any bytes. Old archives have names in Latin-1.
  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesNeedNotBeUTF8() throws {
    let folder = try TemporaryDirectory(["in.wav": Self.int16()])
    let outcome = try folder.shell(
      """
      name=$(printf 'caf\\351'); cp in.wav "$name.wav"
      afconvert -f caff -d ima4 "$name.wav" && test -s "$name.caf"
      """)
    expectSilentSuccess(outcome)
  }
}

/// If a shell pattern matches two files, the second file is the output, as with Apple's tool.
struct MislabellingTests {
  private static func folder(_ names: String...) throws -> ShellFolder {
    let folder = try ShellFolder()
    for name in names {
      try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 700), to: name)
    }
    return folder
  }

  @Test func replacingAMislabelledSoundIsAWarning() throws {
    let folder = try Self.folder("a.mp3", "b.mp3")
    let outcome = try folder.run("afconvert -f caff -d ima4 *.mp3")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
    #expect(
      outcome.errors
        == "b.mp3: warning: -f caff has replaced this .mp3 file; afconvert takes one input and one"
        + " output, so convert several sounds one by one or with alertsound convert\n")
    #expect(try folder.read("b.mp3").starts(with: Array("caff".utf8)))
  }

  @Test(arguments: [
    // The output is new, its extension suggests no other container, or its extension chose the
    // container.
    "a.mp3 new.mp3 -f caff -d ima4", "a.mp3 old.caf -f caff -d ima4",
    "a.mp3 old.tmp -f caff -d ima4", "a.mp3 old -f caff -d ima4", "a.mp3 old.wav -d LEI16",
    "a.mp3 old.WAV -f WAVE -d LEI16", "a.mp3 old.aif -f AIFC -d ima4", "a.mp3 -f caff -d ima4",
    // The output replaces the input.
    "a.mp3 a.mp3 -f caff -d ima4", "a.mp3 ./a.mp3 -f caff -d ima4",
  ])
  func otherReplacementsPrintNothing(arguments: String) throws {
    let folder = try Self.folder(
      "a.mp3", "old.caf", "old.tmp", "old", "old.wav", "old.WAV", "old.aif", "a.caf")
    expectSilentSuccess(try folder.run("afconvert \(arguments)"))
  }
}
