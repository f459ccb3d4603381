internal import CAllocationMeter

/// Measures how much of the heap some work has at a time.
///
/// What the work's own thread allocates is counted, by libraries, too; what other threads do isn't.
public enum AllocationMeter {
  /// Whether anything counts: with glibc, or under a sanitizer.
  public static let isAvailable = allocationMeterStart() != 0

  /// Whether programs can be given little memory: a sanitizer takes terabytes of addresses for its own.
  public static let limitsArePossible = !isSanitized

  /// Whether a sanitizer watches, which takes memory and says things of its own.
  public static let isSanitized = allocationMeterIsSanitized() != 0

  /// Does some work.
  ///
  /// - Returns: What it gave, and the most bytes it had at a time beyond those there were before; 0 where
  ///   nothing counts.
  public static func measure<Value>(_ work: () -> Value) -> (value: Value, peakByteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    allocationMeterResetPeak()
    let before = allocationMeterByteCount()
    let value = work()
    return (value, allocationMeterPeak() - before)
  }

  /// Does some work.
  ///
  /// - Returns: What it gave, and how many bytes it allocated, however soon it freed them; 0 where nothing
  ///   counts.
  public static func total<Value>(_ work: () -> Value) -> (value: Value, byteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    let before = allocationMeterTotal()
    let value = work()
    return (value, allocationMeterTotal() - before)
  }
}
