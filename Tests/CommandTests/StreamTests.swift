import Foundation
import SoundFormat
import TestSupport
import Testing

/// Sounds read from and written to pipes give the same bytes as files.
struct StreamTests {
  private static let wave: Result<[UInt8], any Error> = Result {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 700)
  }

  /// A folder with a sound, and the bytes the command makes from it.
  private func folder() throws -> (ShellFolder, expected: [UInt8]) {
    let folder = try ShellFolder()
    try folder.write(try Self.wave.get(), to: "in.wav")
    #expect(try folder.run("afconvert in.wav expected.caf -d ima4 -f caff").ending == .exit(0))
    return (folder, try folder.directory.read("expected.caf"))
  }

  @Test(
    arguments: [
      "cat in.wav | afconvert - out -d ima4 -f caff", "afconvert - out -d ima4 -f caff <in.wav",
      "cat in.wav | afconvert /dev/stdin out -d ima4 -f caff",
      "afconvert <(cat in.wav) out -d ima4 -f caff",
      "mkfifo pipe; (sleep 0.1; cat in.wav >pipe) & afconvert pipe out -d ima4 -f caff",
      // A file that has already been partly read.
      "(echo head; cat in.wav) >both; exec 3<both; dd bs=1 count=5 <&3 2>/dev/null >/dev/null; "
        + "afconvert /dev/fd/3 out -d ima4 -f caff; rm both",
      "(echo head; cat in.wav) >both; "
        + "(dd bs=1 count=5 2>/dev/null >/dev/null; afconvert - out -d ima4 -f caff) <both; rm both",
      "(echo head; cat in.wav) >both; (dd bs=1 count=5 2>/dev/null >/dev/null; "
        + "alertsound convert - -q 0 -o out.caf --quiet) <both; mv out.caf out; rm both",
      // A writer that pauses, and one that finishes before reading begins.
      "(head -c 50 in.wav; sleep 0.1; tail -c +51 in.wav) | afconvert - out -d ima4 -f caff",
      "cat in.wav | (sleep 0.1; afconvert - out -d ima4 -f caff)",
      "afconvert in.wav - -d ima4 -f caff >out", "afconvert in.wav -o - -d ima4 -f caff | cat >out",
      "afconvert in.wav /dev/stdout -d ima4 -f caff >out",
      "afconvert in.wav >(cat >part; mv part out) -d ima4 -f caff; until test -e out; do :; done",
      "cat in.wav | afconvert - - -d ima4 -f caff -v 2>report | cat >out",
      "afconvert in.wav - -d LEI16 -f AIFC 2>/dev/null; afconvert in.wav - -d ima4 -f caff >out",
      "cat in.wav | alertsound convert - -q 0 -o out.caf --quiet; mv out.caf out",
      "afconvert in.wav - -d ima4 -f caff >>out",
    ])
  func theBytesAreThoseOfFiles(lines: String) throws {
    let (folder, expected) = try folder()
    let outcome = try folder.run(lines)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
    #expect(outcome.errors == "")
    #expect(try folder.directory.read("out") == expected)
  }

  /// A sound long enough to fill any pipe many times.
  @Test func longSoundsPassThrough() throws {
    let folder = try ShellFolder()
    try folder.write(
      try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 300_000), to: "in.wav")
    let outcome = try folder.run(
      """
      afconvert in.wav expected.caf -d BEI16 -f caff
      cat in.wav | afconvert - - -d BEI16 -f caff | (sleep 0.1; cat) | cmp - expected.caf
      """)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
  }

  /// The earlier content of a file that a shell appends to is kept.
  @Test func soundsAreAppendedToStandardOutput() throws {
    let (folder, expected) = try folder()
    try folder.write([1, 2, 3], to: "out")
    let outcome = try folder.run("afconvert in.wav /dev/stdout -d ima4 -f caff >>out")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.directory.read("out") == [1, 2, 3] + expected)
  }

  /// The report must not end up inside a sound.
  @Test func theReportGoesToStandardError() throws {
    let (folder, expected) = try folder()
    let plain = try folder.run("afconvert in.wav out.caf -d ima4 -f caff -v")
    let piped = try folder.run("afconvert in.wav - -d ima4 -f caff -v")
    #expect(piped.output == expected)
    #expect(
      piped.errors == plain.outputText.replacingOccurrences(of: "out.caf", with: "stdout"))
  }

  @Test func libsndfileReadsPipes() throws {
    let folder = try ShellFolder()
    try folder.write(
      try PlainSound(.sine, frameCount: 1000).file(libsndfile: Libsndfile.au), to: "in.au")
    let outcome = try folder.run(
      """
      afconvert in.au expected.caf -d LEI16 -f caff
      cat in.au | afconvert - - -d LEI16 -f caff | cmp - expected.caf
      """)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
  }

  @Test(arguments: [
    "afinfo", "afinfo -b", "afinfo -x", "afinfo -c data", "alertsound info --json",
    "alertsound info", "alertsound check", "alertsound compare --json in.wav",
  ])
  func allCommandsReadPipes(command: String) throws {
    let (folder, _) = try folder()
    // Advice with a command would name the file.
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

  static let refusals: [(lines: String, errors: String)] = [
    (
      "true | afconvert - out.caf -d ima4",
      """
      Error: Couldn't open input file ('wht?')
      /dev/stdin: error: the file is empty; export or copy it again
      """
    ),
    (
      "cat in.wav | afconvert - -d ima4 -f caff",
      """
      Error: ExtAudioFileCreateWithURL failed ('fmt?')
      /dev/stdin: error: there is no file name to derive the output's name from; name the output
      """
    ),
    (
      "head -c 5000 in.wav | afconvert - - -d ima4 -f caff",
      """
      Error: Couldn't open input file ('dta?')
      /dev/stdin: error: the file is truncated: 904 bytes of audio are present, 1896 are missing; \
      copy or export it again, or give --allow-truncated
      """
    ),
    (
      "cat in.wav | TMPDIR=/nowhere afconvert - out.caf -d ima4",
      """
      Error: ExtAudioFileCreateWithURL failed (-43)
      /nowhere: error: there is no such file or folder; set TMPDIR to a folder for temporary files
      """
    ),
    (
      "afconvert in.wav /dev/fd/77 -d ima4 -f caff",
      """
      Error: ExtAudioFileCreateWithURL failed (-36)
      /dev/fd/77: error: it is closed
      """
    ),
  ]

  @Test(arguments: refusals)
  func nothingIsWritten(lines: String, errors: String) throws {
    try expectRefusal(lines, errors)
  }

  @Test(.enabled(if: TestSystem.hasFullDevice, "there is no /dev/full"))
  func nothingIsWrittenToAFullDisk() throws {
    try expectRefusal(
      "afconvert in.wav - -d ima4 -f caff >/dev/full",
      """
      Error: ExtAudioFileCreateWithURL failed (-34)
      /dev/stdout: error: the disk is full; free some space and try again
      """)
  }

  private func expectRefusal(
    _ lines: String, _ errors: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (folder, _) = try folder()
    let outcome = try folder.run(lines)
    #expect(outcome.ending == .exit(exitStatus(ofFailure: errors)), sourceLocation: sourceLocation)
    #expect(outcome.outputText == "", sourceLocation: sourceLocation)
    #expect(outcome.errors == errors + "\n", sourceLocation: sourceLocation)
    #expect(try folder.files() == ["expected.caf", "in.wav"], sourceLocation: sourceLocation)
  }

  @Test func batchesAreNotForStandardOutput() throws {
    let (folder, _) = try folder()
    let outcome = try folder.run("alertsound convert in.wav -o -")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.contains("-o takes a folder or a file"))
  }

  /// A command that waits for a pipe ends when it gets a signal, since the pipe's writer may never write.
  @Test(
    arguments: [
      "afconvert pipe out.caf -d ima4", "sleep 5 | afconvert - out.caf -d ima4",
      "afconvert in.wav - -f caff -d LEF64 > >(exec sleep 5)",
    ], ["INT", "TERM"])
  func aWaitingCommandStopsOnASignal(lines: String, signal: String) throws {
    let folder = try ShellFolder()
    try folder.write(
      try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 100_000), to: "in.wav")
    let outcome = try folder.run(
      """
      mkfifo pipe
      trap - INT
      (sleep 0.3; pkill -\(signal) -P $$ afconvert; sleep 0.3; pkill -P $$ sleep) &
      \(lines)
      echo $? >status
      wait
      """)
    // The shell may print this itself, about the command and about the other end of its pipe. A Mac's old
    // bash adds more words.
    #expect(
      outcome.errors.split(separator: "\n").allSatisfy {
        $0 == "Terminated" || $0.contains(" Terminated: 15 ")
      })
    let status = String(decoding: try folder.directory.read("status"), as: UTF8.self)
    #expect(status == (signal == "INT" ? "130\n" : "143\n"))
    #expect(try !folder.files().contains("out.caf"))
  }

  /// Pipes in folders, and links to them, don't count as sounds.
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
