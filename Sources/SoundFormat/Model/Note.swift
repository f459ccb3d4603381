/// A deviation from a container's specification that reading survived.
public struct Note: Hashable, Sendable {
  /// What deviates, in words.
  public let message: String
  /// Where in the file, in bytes from its start, when that is one place.
  public let offset: Int?

  public init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}

extension Note: CustomStringConvertible {
  public var description: String {
    if let offset { "\(message) (at byte \(offset))" } else { message }
  }
}
