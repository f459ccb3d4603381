import Foundation
import SoundFormat
import TestSupport
import Testing

/// The command under test, built along with the tests.
let afconvert = Tool(at: TestSystem.programs.appending(path: "afconvert"))

/// Prefers dash: a Mac's `sh` is bash, which counts `ulimit -f` in blocks of another size.
private let shell = Tool(
  at: URL(filePath: FileManager.default.fileExists(atPath: "/bin/dash") ? "/bin/dash" : "/bin/sh"))

extension TemporaryDirectory {
  /// Creates a folder with files in it.
  convenience init(_ files: [String: [UInt8]]) throws {
    try self.init()
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  /// Runs the command in this folder.
  func afconvert(_ arguments: [String]) throws -> Tool.Outcome {
    try CommandTests.afconvert.outcome(of: arguments, in: url)
  }

  /// Runs the command in this folder.
  func afconvert(_ arguments: String...) throws -> Tool.Outcome {
    try afconvert(arguments)
  }

  /// Runs shell lines in this folder. The built programs are first on the path.
  func shell(_ lines: String) throws -> Tool.Outcome {
    try CommandTests.shell.outcome(
      of: ["-c", lines], in: url, environment: ["PATH": TestSystem.searchPath])
  }
}

/// Expects success without a message, and this output; nil allows any output.
///
/// - Parameter dropsChannels: Whether `-c` drops channels. Then exactly one line, the warning of that, is allowed.
func expectSuccess(
  _ outcome: Tool.Outcome, _ output: String? = nil, dropsChannels: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
  if let output { #expect(outcome.outputText == output, sourceLocation: sourceLocation) }
  let warning =
    /[^\n]+: warning: -c \d+ drops \d+ of \d+ channels, with sound in them(; --mix mixes them down)?\n/
  if dropsChannels, outcome.errors.wholeMatch(of: warning) != nil { return }
  #expect(outcome.errors == "", sourceLocation: sourceLocation)
}

func expectSilentSuccess(
  _ outcome: Tool.Outcome, dropsChannels: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectSuccess(outcome, "", dropsChannels: dropsChannels, sourceLocation: sourceLocation)
}

/// Expects an exit status and exactly these messages.
func expectErrors(
  _ outcome: Tool.Outcome, exit status: Int32 = 1, _ errors: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.ending == .exit(status), sourceLocation: sourceLocation)
  #expect(outcome.errors == errors, sourceLocation: sourceLocation)
}

/// Expects that a run failed with exactly these lines on standard error.
func expectFailure(
  _ outcome: Tool.Outcome, status: Int32? = nil, _ errors: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.outputText == "", sourceLocation: sourceLocation)
  expectErrors(
    outcome, exit: status ?? exitStatus(ofFailure: errors), errors + "\n",
    sourceLocation: sourceLocation)
}

/// The exit status that a failure with this message must have: 74 if the system is at fault.
func exitStatus(ofFailure message: String) -> Int32 {
  let faults = [
    "the disk is full", "permission denied", "Input/output error", "it is closed",
    "the reader closed the pipe", "exceed the size limit", "too many files are open",
    "the file system is read-only", "too few threads",
  ]
  return faults.contains { message.contains($0) } ? 74 : 1
}
