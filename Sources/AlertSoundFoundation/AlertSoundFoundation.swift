@_exported public import AlertSound
public import Foundation

/// A file URL can be used wherever AlertSound takes a path. Any other URL leads to no file.
extension URL: PathConvertible {
  public var filePath: FilePath {
    // For any other URL, use a path below a device, because nothing can be read or created there.
    FilePath(isFileURL ? path(percentEncoded: false) : "/dev/null/\(absoluteString)")
  }
}

/// `localizedDescription` says what is wrong, and `recoverySuggestion` what to do about it.
extension SoundError: LocalizedError {
  public var errorDescription: String? { reason }
  public var recoverySuggestion: String? { advice }
}

extension SoundFileError: LocalizedError {
  public var errorDescription: String? { description }
}
