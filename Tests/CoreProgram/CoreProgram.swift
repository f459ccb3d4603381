/// Runs the core on sounds made in memory, and prints digests of the results.
///
/// The program is built for several machines, and `make check-core` compares their outputs. If
/// something traps, the last printed line shows how far the program got.
///
/// - Parameter stepCount: 1 runs decoders, conversions and changes of rate, 2 also alerts. Slow builds run the first step
///   and print only the beginning of the whole output.
/// - Returns: The number of failed checks.
@_cdecl("check_core")
public func checkCore(_ stepCount: Int32) -> Int32 {
  Decoders.run()
  Conversions.run()
  RateChanges.run()
  if stepCount > 1 { Alerts.run() }
  return unsafe failureCount
}

nonisolated(unsafe) private var failureCount: Int32 = 0

/// Prints a message and makes the program fail if a condition isn't met.
func check(_ condition: Bool, _ message: @autoclosure () -> String) {
  guard !condition else { return }
  unsafe failureCount += 1
  print("FAILED: \(message())")
}
