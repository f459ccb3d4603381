// What the package uses of Apple's Dispatch.

open class DispatchQueue: @unchecked Sendable {
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
