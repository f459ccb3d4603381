import ArgumentParser
import CommandSupport
import Dispatch
import SoundFormat

/// Runs a command whose work is asynchronous.
///
/// An asynchronous `main` would do that for every command, and so need threads and open files even to print
/// the version. libdispatch ends the process by a trap where it may open none.
enum Waiting {
  /// Runs the command and waits for its end.
  ///
  /// - Throws: What it throws, or `ExitCode` after printing an error if the process's limits are too low.
  static func run(_ command: any AsyncParsableCommand) throws {
    // Whatever is awaited needs threads, and would wait for them for ever.
    guard Threads.canBeStarted else {
      throw failure("too few threads can be started; raise the limits: ulimit -u, -d, -v")
    }
    // libdispatch opens both before the first task runs, and so before any other file is opened.
    guard OpenFiles.canOpen(OpenFiles.dispatchCount) else {
      throw failure("too few files can be opened; raise the limit: ulimit -n")
    }
    let isDone = DispatchSemaphore(value: 0)
    // The task has ended before either is used here again.
    nonisolated(unsafe) var (command, result) = (command, Result<Void, any Error>.success(()))
    Task {
      do {
        try unsafe await command.run()
      } catch {
        unsafe result = .failure(error)
      }
      isDone.signal()
    }
    isDone.wait()
    try unsafe result.get()
  }

  private static func failure(_ message: String) -> ExitCode {
    printError(Diagnostic(.error, nil, message).line())
    return ExitCode(.systemFailure)
  }
}
