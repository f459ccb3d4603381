import Foundation
import SoundFormat
import TestSupport
import Testing

/// Names generated for outputs that have none.
struct NamingTests {
  private static func int16() throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), frameCount: 100)
  }

  @Test(arguments: [
    ("x.wav", "-f caff -d ima4", "x.caf"),
    ("x.wav", "-f AIFF -d BEI16", "x.aiff"),
    ("x.wav", "-f AIFC -d ima4", "x.aifc"),
    ("x.caf", "-f WAVE -d LEI16", "x.wav"),
    ("x.caf", "-f RF64", "x.wav"),
    ("P200 Piano D2.wav", "-f caff -d LEI16", "P200 Piano D2.caf"),
    ("a.b.c.wav", "-f caff", "a.b.c.caf"),
    ("Glöckchen – 鈴.wav", "-f caff", "Glöckchen – 鈴.caf"),
    ("x", "-f caff", "x.caf"),
    (".hidden", "-f caff", ".hidden.caf"),
    ("x.", "-f caff", "x.caf"),
    ("it's \"$HOME\".wav", "-f caff", "it's \"$HOME\".caf"),
  ])
  func nameIsTheInputsWithTheContainersExtension(
    input: String, options: String, output: String
  ) throws {
    let folder = try TemporaryDirectory([input: Self.int16()])
    expectSilentSuccess(
      try folder.afconvert(options.split(separator: " ").map(String.init) + [input]))
    #expect(try folder.names == [input, output].sorted())
  }

  /// If a name is taken, the new bit depth is added, or a number if that doesn't help.
  @Test(arguments: [
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
  func existingFilesAreKept(
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

  @Test func bitDepthOfANarrowerCopyIsInItsName() throws {
    let folder = try TemporaryDirectory(["x.wav": try soundFile(.wave, .pcm(.int24))])
    expectSilentSuccess(try folder.afconvert("-f", "WAVE", "-d", "LEI16", "x.wav"))
    #expect(try folder.names == ["x-16bit.wav", "x.wav"])
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

  @Test func outputIsInTheInputsFolder() throws {
    let folder = try TemporaryDirectory()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("a.b"), withIntermediateDirectories: false)
    try folder.write(Self.int16(), to: "a.b/x")
    expectSilentSuccess(try folder.afconvert("-f", "caff", "a.b/x"))
    expectSilentSuccess(try folder.afconvert("-f", "caff", folder.path("a.b/x")))
    #expect(try folder.names == ["a.b"])
    #expect(
      try files.contentsOfDirectory(atPath: folder.path("a.b")).sorted()
        == ["x", "x-1.caf", "x.caf"])
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

  @Test func inputMayBeTheFirstOfSeveralOutputs() throws {
    let folder = try TemporaryDirectory(["x.wav": Self.int16()])
    expectSilentSuccess(
      try folder.shell("afconvert x.wav -f caff -d ima4 -o x.wav -o y && cmp x.wav y"))
  }

  @Test func runningTwiceGivesTheSameBytes() throws {
    let folder = try TemporaryDirectory(["x.wav": Self.int16()])
    expectSilentSuccess(
      try folder.shell(
        """
        for f in caff AIFF AIFC WAVE RF64 BW64; do
          afconvert -f $f x.wav 1 && sleep 0.01 && afconvert -f $f x.wav 2 && cmp 1 2 || exit 1
        done
        """))
  }

  /// On Linux, names may be any bytes; old archives have Latin-1.
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
