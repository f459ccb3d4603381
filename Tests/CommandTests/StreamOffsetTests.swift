import Foundation
import SoundFormat
import TestSupport
import Testing

/// Every command reads standard input from its current offset.
struct StreamOffsetTests {
  /// Runs a line on a file with other bytes before a sound, which have already been read.
  private func run(_ line: String, on sound: [UInt8], in folder: ShellFolder) throws -> Tool.Outcome
  {
    let junk = Array("RIFF and more".utf8)
    try folder.write(junk + sound, to: "both")
    try folder.write(sound, to: "whole")
    return try folder.run(
      "(dd bs=1 count=\(junk.count) >/dev/null 2>/dev/null; \(line)) <both")
  }

  /// Copies by the system, conversions, and libsndfile.
  @Test(arguments: [
    ("afconvert INPUT OUTPUT -d 0 -f caff", 0), ("afconvert INPUT OUTPUT -d BEI16 -f caff", 0),
    ("afconvert INPUT OUTPUT -d LEI16 -f WAVE", 0), ("afconvert INPUT OUTPUT -d LEI16 -f WAVE", 1),
    ("afconvert INPUT OUTPUT -d ima4 -f caff", 2), ("afconvert INPUT OUTPUT -d LEF32 -f caff", 3),
  ])
  func conversionsStartAtTheStreamOffset(line: String, kind: Int) throws {
    let sound = PlainSound(.bell, frameCount: 30_000)
    let file =
      switch kind {
      case 0: try sound.file(.wave)
      case 1: try sound.file(libsndfile: Libsndfile.flac)
      case 2: try sound.file(libsndfile: Libsndfile.mp3)
      default: try sound.file(libsndfile: Libsndfile.msADPCM)
      }
    let folder = try ShellFolder()
    func filled(_ input: String, _ output: String) -> String {
      line.replacingOccurrences(of: "INPUT", with: input)
        .replacingOccurrences(of: "OUTPUT", with: output)
    }
    expectSilentSuccess(try run(filled("-", "got"), on: file, in: folder))
    expectSilentSuccess(try folder.run(filled("whole", "expected")))
    #expect(try folder.directory.read("got") == folder.directory.read("expected"))
  }

  @Test(arguments: ["afinfo -b", "afinfo -c data", "alertsound info", "alertsound check"])
  func reportsStartAtTheStreamOffset(command: String) throws {
    let folder = try ShellFolder()
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let got = try run("\(command) -", on: sound, in: folder)
    let expected = try folder.run("cat whole | \(command) -")
    #expect(got.ending == .exit(0))
    #expect(got.outputText == expected.outputText)
    #expect(got.errors == expected.errors)
  }

  /// Neither the file nor its stamp tells where reading begins, so the batch must notice another offset.
  @Test func batchesNoticeAnotherStreamOffset() throws {
    let folder = try ShellFolder()
    let sounds = try [700, 900].map { try soundFile(.wave, .pcm(.int16), frameCount: $0) }
    try folder.write(sounds[0] + sounds[1], to: "both")
    let convert = "alertsound convert -q 0 - -o out -d LEI16 --quiet"
    for lines in [
      "touch -t 202001010000 both; \(convert) <both && cp out/stdin.caf first",
      "exec 3<both; dd bs=\(sounds[0].count) count=1 <&3 >/dev/null 2>&1; "
        + "\(convert) <&3 && cp out/stdin.caf second",
    ] {
      expectSilentSuccess(try folder.run(lines))
    }
    #expect(try SoundFile(parsing: folder.directory.read("first")).frameCount == 700)
    #expect(try SoundFile(parsing: folder.directory.read("second")).frameCount == 900)
  }

  @Test func streamAtItsEndIsEmpty() throws {
    let folder = try ShellFolder()
    let outcome = try run("cat >/dev/null; afconvert - out.caf -d ima4", on: [1, 2], in: folder)
    expectFailure(
      outcome,
      """
      Error: Couldn't open input file ('wht?')
      /dev/stdin: error: the file is empty; export or copy it again
      """)
  }
}
