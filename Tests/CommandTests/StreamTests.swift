import Foundation
import SoundFormat
import TestSupport
import Testing

/// Sounds read from and written to pipes give the same bytes as files.
struct StreamTests {
  private static let wave: Result<[UInt8], any Error> = Result {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 700)
  }

  /// A folder with a sound, and the bytes of the converted file.
  private func folder() throws -> (ShellFolder, expected: [UInt8]) {
    let folder = try ShellFolder(["in.wav": Self.wave.get()])
    #expect(try folder.run("afconvert in.wav expected.caf -d ima4 -f caff").ending == .exit(0))
    return (folder, try folder.read("expected.caf"))
  }

  @Test(
    arguments: [
      "afconvert - out -d ima4 -f caff <in.wav",
      "cat in.wav | afconvert /dev/stdin out -d ima4 -f caff",
      "afconvert <(cat in.wav) out -d ima4 -f caff",
      "mkfifo pipe; (sleep 0.1; cat in.wav >pipe) & afconvert pipe out -d ima4 -f caff",
      // A writer that pauses, and a writer that ends before reading begins.
      "(head -c 50 in.wav; sleep 0.1; tail -c +51 in.wav) | afconvert - out -d ima4 -f caff",
      "cat in.wav | (sleep 0.1; afconvert - out -d ima4 -f caff)",
      "afconvert in.wav -o - -d ima4 -f caff | cat >out",
      // What was in a file that a shell appends to is kept.
      "echo 123 >more; afconvert in.wav /dev/stdout -d ima4 -f caff >>more; tail -c +5 more >out",
      "afconvert in.wav >(cat >part; mv part out) -d ima4 -f caff; until test -e out; do :; done",
      "cat in.wav | afconvert - - -d ima4 -f caff -v 2>report | cat >out",
      "cat in.wav | alertsound convert - -q 0 -o out.caf --quiet; mv out.caf out",
    ])
  func theBytesAreThoseOfFiles(lines: String) throws {
    let (folder, expected) = try folder()
    let outcome = try folder.run(lines)
    expectSilentSuccess(outcome)
    #expect(try folder.read("out") == expected)
  }

  /// A sound long enough to fill any pipe many times.
  @Test func longSoundsPassThrough() throws {
    let folder = try ShellFolder([
      "in.wav": soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 300_000)
    ])
    let outcome = try folder.run(
      """
      afconvert in.wav expected.caf -d BEI16 -f caff
      cat in.wav | afconvert - - -d BEI16 -f caff | (sleep 0.1; cat) | cmp - expected.caf
      """)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
  }

  /// The report must not end up inside a sound.
  @Test func theReportGoesToStandardError() throws {
    let (folder, expected) = try folder()
    let plain = try folder.run("afconvert in.wav out.caf -d ima4 -f caff -v")
    let piped = try folder.run("afconvert in.wav - -d ima4 -f caff -v")
    #expect(piped.output == expected)
    #expect(piped.errors == plain.outputText.replacingOccurrences(of: "out.caf", with: "stdout"))
  }

  @Test(arguments: [
    "afinfo", "afinfo -b", "afinfo -x", "afinfo -c data", "alertsound info --json",
    "alertsound info", "alertsound check --json", "alertsound compare --json in.wav",
  ])
  func allCommandsReadPipes(command: String) throws {
    let (folder, _) = try folder()
    // Use a sound that gets no advice: a suggested command would name the file, so the outputs would differ.
    try folder.write(try soundFile(.wave, .pcm(.int16), channels: [.quietSine]), to: "in.wav")
    let file = try folder.run("\(command) in.wav")
    let pipe = try folder.run("cat in.wav | \(command) /dev/stdin")
    let dash = try folder.run("cat in.wav | \(command) -")
    #expect(file.ending == .exit(0))
    #expect(pipe.ending == .exit(0))
    #expect(
      pipe.outputText.replacingOccurrences(of: "/dev/stdin", with: "in.wav") == file.outputText)
    #expect(dash.ending == .exit(0))
    #expect(dash.outputText.count <= pipe.outputText.count)
    #expect(dash.outputText.suffix(20) == pipe.outputText.suffix(20))
  }

  /// Lines, Apple's line without "Error: ", and the line with the fix without "error: ".
  static let refusals: [(lines: String, apples: String, fix: String)] = [
    (
      "true | afconvert - out.caf -d ima4", "Couldn't open input file ('wht?')",
      "/dev/stdin: the file is empty; export or copy it again"
    ),
    (
      "cat in.wav | afconvert - -d ima4 -f caff", "ExtAudioFileCreateWithURL failed ('fmt?')",
      "/dev/stdin: there is no file name to derive the output's name from; name the output"
    ),
    (
      "head -c 5000 in.wav | afconvert - - -d ima4 -f caff", "Couldn't open input file ('dta?')",
      "/dev/stdin: the file is truncated: 904 bytes of audio are present, 1896 are missing; copy or export it"
        + " again, or give --allow-truncated"
    ),
    (
      "cat in.wav | TMPDIR=/nowhere afconvert - out.caf -d ima4",
      "ExtAudioFileCreateWithURL failed (-43)",
      "/nowhere: there is no such file or folder; set TMPDIR to a folder for temporary files"
    ),
    (
      "afconvert in.wav /dev/fd/77 -d ima4 -f caff", "ExtAudioFileCreateWithURL failed (-36)",
      "/dev/fd/77: it is closed"
    ),
  ]

  @Test(arguments: refusals)
  func nothingIsWritten(lines: String, apples: String, fix: String) throws {
    let (folder, _) = try folder()
    expectFailure(
      try folder.run(lines),
      "Error: \(apples)\n" + fix.replacing(": ", with: ": error: ", maxReplacements: 1))
    #expect(try folder.files() == ["expected.caf", "in.wav"])
  }

  /// A command that waits for a pipe ends when it gets a signal, since the pipe's writer may never write.
  @Test(
    arguments: [
      ("afconvert pipe out.caf -d ima4", "INT"), ("sleep 5 | afconvert - out.caf -d ima4", "TERM"),
      ("afconvert in.wav - -f caff -d LEF64 > >(exec sleep 5)", "INT"),
    ])
  func aWaitingCommandStopsOnASignal(lines: String, signal: String) throws {
    let folder = try ShellFolder([
      "in.wav": soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 100_000)
    ])
    let outcome = try folder.run(
      """
      mkfifo pipe
      trap - INT
      (sleep 0.3; pkill -\(signal) -P $$ afconvert; sleep 0.3; pkill -P $$ sleep) &
      \(lines)
      echo $? >status
      wait
      """)
    // Allow "Terminated", which the shell may print. A Mac's old bash prints more words with it.
    #expect(
      outcome.errorLines.allSatisfy {
        $0 == "Terminated" || $0.contains(" Terminated: 15 ")
      })
    let status = try folder.text("status")
    #expect(status == (signal == "INT" ? "130\n" : "143\n"))
    #expect(try !folder.files().contains("out.caf"))
  }

  /// Pipes in folders, and links to pipes, don't count as sounds.
  @Test(arguments: ["alertsound check .", "alertsound convert . -o out"])
  func pipesInFoldersAreSkipped(command: String) throws {
    let (folder, _) = try folder()
    let outcome = try folder.run(
      "rm expected.caf; mkfifo pipe.wav; ln -s pipe.wav link.wav; ln -s pipe.wav Link.app; \(command)"
    )
    #expect(outcome.outputText.contains("in.wav"))
    #expect(!outcome.outputText.contains("pipe.wav"))
  }
}

/// Every command reads standard input from its current offset.
struct StreamOffsetTests {
  /// Runs a line whose standard input is a file with other bytes before the sound. Reading starts at the sound.
  private func run(_ line: String, on sound: [UInt8], in folder: ShellFolder) throws -> Tool.Outcome
  {
    let junk = Array("RIFF and more".utf8)
    try folder.write(junk + sound, to: "both")
    try folder.write(sound, to: "whole")
    return try folder.run("(dd bs=1 count=\(junk.count) >/dev/null 2>/dev/null; \(line)) <both")
  }

  /// Each case: options, and libsndfile's code for the input's format, or nil for a WAVE of our own. The system copies,
  /// this package converts, or libsndfile decodes.
  @Test(
    arguments: [
      ("-d 0 -f caff", nil), ("-d BEI16 -f caff", nil), ("-d LEI16 -f WAVE", Libsndfile.flac),
      ("-d ima4 -f caff", Libsndfile.mp3), ("-d LEF32 -f caff", Libsndfile.msADPCM),
    ] as [(String, Int?)])
  func conversionsStartAtTheStreamOffset(options: String, format: Int?) throws {
    let sound = PlainSound(.bell, frameCount: 30_000)
    let file = try format.map { try sound.file(libsndfile: $0) } ?? sound.file(.wave)
    let folder = try ShellFolder()
    expectSilentSuccess(try run("afconvert - got \(options)", on: file, in: folder))
    expectSilentSuccess(try folder.run("afconvert whole expected \(options)"))
    #expect(try folder.read("got") == folder.read("expected"))
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

  /// The second run reads the same unchanged file at another offset, so it must convert again.
  @Test func batchesNoticeAnotherStreamOffset() throws {
    let folder = try ShellFolder()
    let sounds = try [700, 900].map { try soundFile(.wave, .pcm(.int16), frameCount: $0) }
    try folder.write(sounds[0] + sounds[1], to: "both")
    let convert = "alertsound convert -q 0 - -o out -d LEI16 --quiet"
    // The second sound follows the first one.
    let first = try folder.run(
      "touch -t 202001010000 both; \(convert) <both && cp out/stdin.caf first")
    #expect(first.ending == .exit(0))
    expectSilentSuccess(
      try folder.run(
        "exec 3<both; dd bs=\(sounds[0].count) count=1 <&3 >/dev/null 2>&1; "
          + "\(convert) <&3 && cp out/stdin.caf second"))
    #expect(try SoundFile(parsing: folder.read("first")).frameCount == 700)
    #expect(try SoundFile(parsing: folder.read("second")).frameCount == 900)
  }
}
