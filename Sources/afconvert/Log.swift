import AlertSound
import CommandSupport
import SystemPackage

/// Prints the report of `-v`: on standard error if a sound goes to standard output.
struct Log {
  let isVerbose: Bool
  private let usesStandardError: Bool

  init(_ arguments: Arguments) {
    isVerbose = arguments.isVerbose
    usesStandardError = arguments.outputs.contains { $0.path?.ownDescriptor != nil }
  }

  /// Prints lines, which are evaluated only with `-v`.
  ///
  /// - Throws: `CommandError` if they can't be written: a requested report must not get lost.
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
