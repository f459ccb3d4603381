import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// A failure in the words of Apple's tool. If Apple's line is cryptic, a second line says what to do.
struct CommandError: Error {
  let lines: [String]
  let status: ExitStatus

  /// Creates a failure for which Apple's tool has its own message.
  init(_ message: String, advice: String? = nil) {
    lines = [("Error: " + message + (advice.map { ": \($0)" } ?? "")).onOneLine]
    status = .failure
  }

  init(lostOutput error: Errno) {
    lines = [StandardOutput.diagnostic(on: error).line()]
    status = .systemFailure
  }

  init(unwritable fileType: FourCharCode) {
    let types = Container.writable.map { "\($0.fileType)" }.joined(separator: " ")
    let advice =
      fileType == "caf " ? "did you mean caff?" : "-f takes \(types), such as -f caff -d ima4"
    lines = [
      "Error: ExtAudioFileCreateWithURL failed ('typ?')",
      "-f '\(fileType)': error: this file type can't be written; \(advice)".onOneLine,
    ]
    status = .failure
  }

  /// Creates the failure for a conversion's error. If the error has no file, the error's step determines whether the
  /// input or the output is at fault.
  init(_ error: SoundError, input: FilePath, output: FilePath?) {
    status = error.exitStatus
    let operation: String
    let path: FilePath
    switch error.step {
    case .openingInput: (operation, path) = ("Couldn't open input file", input)
    case .reading: (operation, path) = ("ExtAudioFileRead failed", input)
    case .choosingCodec:
      (operation, path) = ("ExtAudioFileSetProperty ('cfmt') failed", output ?? input)
    case .creatingOutput: (operation, path) = ("ExtAudioFileCreateWithURL failed", output ?? input)
    case .writing: (operation, path) = ("ExtAudioFileWrite failed", output ?? input)
    case .matchingInputLayout:
      (operation, path) = ("input channel layout has wrong number of channels for file", input)
    case .matchingOutputLayout:
      (operation, path) = ("output channel layout has wrong number of channels", output ?? input)
    case .checkingLength:
      // Print only this package's message. Apple's tool has no length limit, so it has no message for this error.
      lines = [Diagnostic(error).line()]
      return
    }
    lines = [
      "Error: \(operation) (\(error.appleCode))",
      Diagnostic(.error, error.path ?? path, error.commandSentence).line(),
    ]
  }
}

extension SoundError {
  /// The error's number or code in Apple's frameworks. Sources: AudioFile.h and MacErrors.h.
  fileprivate var appleCode: String {
    switch cause {
    case .sound where step == .matchingInputLayout || step == .matchingOutputLayout: "-1"
    case .cancelled: "-128"
    case .system(.noSuchFileOrDirectory): "-43"
    case .system(.isDirectory), .system(.fileExists): "-48"
    case .system(.permissionDenied), .system(.notPermitted), .system(.readOnlyFileSystem): "-54"
    case .system(.noSpace), .system(.diskQuotaExceeded): "-34"
    case .system: "-36"
    case .impossible: "'fmt?'"
    case .sound(let code, _):
      switch code {
      case .empty: "'wht?'"
      case .unrecognized: "'typ?'"
      case .truncated, .malformed: "'dta?'"
      case .unsupported, .libraryMissing: "'fmt?'"
      case .tooLong, .limitExceeded: "-40"
      case .inputOutput: "-36"
      }
    }
  }
}
