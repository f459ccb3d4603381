/// How work that divides into independent parts is done: by one thread or by several.
///
/// This module starts no threads. Callers that have threads pass them in:
///
///     let workers = Workers { count, body in
///       DispatchQueue.concurrentPerform(iterations: count, execute: body)
///     }
public struct Workers: Sendable {
  private let body: @Sendable (_ count: Int, _ part: @Sendable (Int) -> Void) -> Void

  /// Does one part after the other, on the calling thread.
  public static let sequential = Workers { count, part in
    for index in 0..<count { part(index) }
  }

  /// Creates workers.
  ///
  /// - Parameter body: Calls its second argument once with each number below its first, in any order and on
  ///   any threads, and returns when all calls are done.
  public init(
    _ body: @escaping @Sendable (_ count: Int, _ part: @Sendable (Int) -> Void) -> Void
  ) {
    self.body = body
  }

  /// Calls `part` with each number below `count`, and returns when all calls are done.
  func perform(_ count: Int, _ part: @Sendable (Int) -> Void) { body(count, part) }
}
