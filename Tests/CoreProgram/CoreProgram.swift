/// Runs the core on sounds and files made in memory, and prints a digest for each part.
///
/// The program is built for several machines; `make check-core` compares what they print. Where something
/// traps, the last line printed tells after which part.
///
/// - Parameter isBrief: 1 to leave out what only adds more inputs, for slow machines. The output is then a
///   beginning of the whole one.
/// - Returns: How many checks failed.
@_cdecl("check_core")
public func checkCore(_ isBrief: Int32) -> Int32 {
  Conversions.run()
  Alerts.run()
  Mutations.run(isBrief: isBrief != 0)
  return unsafe failureCount
}

nonisolated(unsafe) private var failureCount: Int32 = 0

/// Prints a message, and makes the program fail, if a condition isn't met.
func check(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  unsafe failureCount += 1
  print("FAILED: \(message())")
}
