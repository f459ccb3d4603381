/// A deviation from a container's specification that reading survived.
public struct Note: Hashable, Sendable {
  /// What deviates, in words.
  public let message: String
  /// Where in the file, in bytes from its start, when that is one place.
  public let offset: Int?

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - message: What deviates, in words.
  ///   - offset: In bytes from the file's start; nil where it isn't one place.
  public init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}

extension Note: CustomStringConvertible {
  /// The message, with the offset where there is one.
  public var description: String {
    if let offset { "\(message) (at byte \(offset))" } else { message }
  }
}
