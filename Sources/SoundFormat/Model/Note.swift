/// A deviation from a container's specification that the reader tolerated.
public struct Note: Hashable, Sendable {
  /// A description of the deviation.
  public let message: String
  /// The position in the file, in bytes from its start; nil if there isn't a single one.
  public let offset: Int?

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - message: A description of the deviation.
  ///   - offset: The position in the file, in bytes from its start; nil if there isn't a single one.
  public init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}

extension Note: CustomStringConvertible {
  /// The message, with the offset if there is one.
  public var description: String {
    if let offset { "\(message) (at byte \(offset))" } else { message }
  }
}
