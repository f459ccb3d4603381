/// Runs the core on sounds and files made in memory, and prints a digest for each part.
///
/// The program is built for several machines, and `make check-core` compares their outputs. If
/// something traps, the last line tells after which part.
///
/// - Parameter stepCount: The number of steps to run: conversions and changes of rate, alerts, then mutated files, with other
///   mutations in each step. With fewer steps, for slow builds, the program prints the beginning of the whole output.
/// - Returns: The number of failed checks.
@_cdecl("check_core")
public func checkCore(_ stepCount: Int32) -> Int32 {
  Conversions.run()
  RateChanges.run()
  if stepCount > 1 { Alerts.run() }
  Mutations.run(partCount: max(0, Int(stepCount) - 2))
  return unsafe failureCount
}

nonisolated(unsafe) private var failureCount: Int32 = 0

/// Prints a message and makes the program fail if a condition isn't met.
func check(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  unsafe failureCount += 1
  print("FAILED: \(message())")
}
