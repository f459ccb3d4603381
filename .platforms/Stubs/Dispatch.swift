// The declarations of Apple's Dispatch that the package uses.

open class DispatchQueue: @unchecked Sendable {
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}

public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { Self() }
  public static func < (left: DispatchTime, right: DispatchTime) -> Bool { false }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
}

public enum DispatchTimeoutResult: Sendable {
  case success
  case timedOut
}

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { 0 }
  public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
}
