internal import CAllocationMeter

/// Measures how much heap memory some work holds at a time.
///
/// The meter counts what the work's own thread allocates, even in libraries. It doesn't count other
/// threads.
public enum AllocationMeter {
  /// Whether the meter works: with glibc, or under a sanitizer.
  public static let isAvailable = allocationMeterStart() != 0

  /// Whether tests can limit the memory of programs. Only Linux enforces such limits, and a
  /// sanitizer reserves terabytes of addresses.
  public static let limitsArePossible: Bool = {
    #if os(Linux)
      !isSanitized
    #else
      false
    #endif
  }()

  /// Whether a sanitizer is active. Sanitizers use memory and print messages of their own.
  public static let isSanitized = allocationMeterIsSanitized() != 0

  /// Runs the work.
  ///
  /// - Returns: The work's result, and by how many bytes the peak exceeded the memory held before; 0
  ///   if the meter doesn't work.
  public static func measure<Value>(_ work: () -> Value) -> (value: Value, peakByteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    allocationMeterResetPeak()
    let before = allocationMeterByteCount()
    let value = work()
    return (value, allocationMeterPeak() - before)
  }

  /// Runs the work.
  ///
  /// - Returns: The work's result, and the bytes it allocated, even if it freed them at once; 0 if
  ///   the meter doesn't work.
  public static func total<Value>(_ work: () -> Value) -> (value: Value, byteCount: Int) {
    guard isAvailable else { return (work(), 0) }
    let before = allocationMeterTotal()
    let value = work()
    return (value, allocationMeterTotal() - before)
  }
}
