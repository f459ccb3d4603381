internal import CAllocationMeter

/// Measures how much heap memory some work holds at a time.
///
/// It counts what the work's own thread allocates, even in libraries, but not what other threads
/// do.
public enum AllocationMeter {
  /// Whether anything is counted: with glibc, or under a sanitizer.
  public static let isAvailable = allocationMeterStart() != 0

  /// Whether programs can be run with little memory. A sanitizer reserves terabytes of addresses, and only
  /// Linux enforces such limits.
  public static let limitsArePossible: Bool = {
    #if os(Linux)
      !isSanitized
    #else
      false
    #endif
  }()

  /// Whether a sanitizer is active, which uses memory and prints messages of its own.
  public static let isSanitized = allocationMeterIsSanitized() != 0

  /// Runs some work.
  ///
  /// - Returns: Its result, and the most bytes it held at a time beyond those before it; 0 if
  ///   nothing is counted.
  public static func measure<Value>(_ work: () -> Value) -> (value: Value, peakByteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    allocationMeterResetPeak()
    let before = allocationMeterByteCount()
    let value = work()
    return (value, allocationMeterPeak() - before)
  }

  /// Runs some work.
  ///
  /// - Returns: Its result, and how many bytes it allocated, even if it freed them at once; 0 if
  ///   nothing is counted.
  public static func total<Value>(_ work: () -> Value) -> (value: Value, byteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    let before = allocationMeterTotal()
    let value = work()
    return (value, allocationMeterTotal() - before)
  }
}
