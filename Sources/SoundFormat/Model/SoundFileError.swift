/// Why bytes can't be read as a sound, or why a sound can't be written as requested.
///
/// Match on `code`; show `description`. Two errors are equal when their codes are.
public struct SoundFileError: Error, Sendable {
  /// The kind of failure.
  public enum Code: Hashable, Sendable {
    /// There are no bytes at all.
    case empty
    /// The bytes are in none of the containers this library reads.
    case unrecognized
    /// The bytes end before something that must be there.
    case truncated
    /// A field contradicts the format's specification or another field.
    case malformed
    /// Well-formed, but of a kind that this library doesn't decode or the container doesn't hold.
    case unsupported
    /// The sound is longer than the container's fields can express.
    case tooLong
    /// The input is larger or longer than the caller allows.
    case limitExceeded
    /// The file could not be read.
    case inputOutput
    /// A required library is not installed.
    case libraryMissing
  }

  /// The kind of failure, to match.
  public let code: Code
  /// A description of the problem.
  public let reason: String
  /// The position in the file, in bytes from its start, if that helps.
  public let offset: Int?
  /// The file's actual format, if that can be determined. Only `unrecognized` errors may have one.
  public let foreignFormat: ForeignFormat?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - reason: What is wrong, in words.
  ///   - offset: Where in the file, in bytes from its start.
  ///   - foreignFormat: What the file is instead.
  public init(
    _ code: Code, _ reason: String, at offset: Int? = nil, foreignFormat: ForeignFormat? = nil
  ) {
    self.code = code
    self.reason = reason
    self.offset = offset
    self.foreignFormat = foreignFormat
  }

  static func truncated(_ reason: String, at offset: Int) -> SoundFileError {
    SoundFileError(.truncated, reason, at: offset)
  }

  static func malformed(_ reason: String, at offset: Int? = nil) -> SoundFileError {
    SoundFileError(.malformed, reason, at: offset)
  }
}

extension SoundFileError: Equatable {
  /// Whether the codes are the same.
  public static func == (lhs: SoundFileError, rhs: SoundFileError) -> Bool {
    lhs.code == rhs.code
  }
}

extension SoundFileError: CustomStringConvertible {
  /// The reason, with the offset if there is one.
  public var description: String {
    if let offset { "\(reason) (at byte \(offset))" } else { reason }
  }
}
