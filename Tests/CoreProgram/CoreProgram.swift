/// Runs the core on sounds and files made in memory, and prints a digest for each part.
///
/// The program is built for several machines; `make check-core` compares what they print. Where something
/// traps, the last line printed tells after which part.
///
/// - Parameter mutationCount: How many parts of ``Mutations`` to run; fewer on slow machines. The output is then a
///   beginning of the whole one.
/// - Returns: How many checks failed.
@_cdecl("check_core")
public func checkCore(_ mutationCount: Int32) -> Int32 {
  Conversions.run()
  Alerts.run()
  Mutations.run(partCount: Int(mutationCount))
  return unsafe failureCount
}

nonisolated(unsafe) private var failureCount: Int32 = 0

/// Prints a message, and makes the program fail, if a condition isn't met.
func check(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  unsafe failureCount += 1
  print("FAILED: \(message())")
}
