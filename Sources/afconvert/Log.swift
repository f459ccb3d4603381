import AlertSound
import CommandSupport
import SystemPackage

/// What `-v` prints: on standard error where a sound goes to standard output.
struct Log {
  let isVerbose: Bool
  private let usesStandardError: Bool

  init(_ arguments: Arguments) {
    isVerbose = arguments.isVerbose
    usesStandardError = arguments.outputs.contains { $0.path?.ownDescriptor != nil }
  }

  /// Prints lines, which are made only if they are wanted.
  ///
  /// - Throws: `CommandError` where nobody takes them: who asked for a report must have it.
  func print(_ lines: @autoclosure () -> [String]) throws(CommandError) {
    guard isVerbose else { return }
    if usesStandardError {
      for line in lines() { printError(line) }
      return
    }
    do throws(Errno) {
      try StandardOutput.write(lines: lines())
    } catch {
      throw CommandError(lostOutput: error)
    }
  }
}
