/// A failed system call. The module that makes the calls puts it into words.
public struct SystemError: Hashable, Sendable {
  /// The system's number, `errno`.
  public let number: CInt
  /// What is wrong, in words.
  package let reason: String
  /// Whether the path leads to nothing, or to something that isn't a file.
  package let isAboutPath: Bool

  package init(number: CInt, reason: String, isAboutPath: Bool) {
    self.number = number
    self.reason = reason
    self.isAboutPath = isAboutPath
  }

  public static func == (one: SystemError, other: SystemError) -> Bool {
    one.number == other.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
