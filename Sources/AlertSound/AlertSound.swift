// Rules, conversions, and the formats of sounds are part of the library's interface, and `import AlertSound` is
// enough to use them.
@_exported public import AlertCore
@_exported public import SoundFormat

@_exported public import struct SystemPackage.FilePath

/// The path of a file or a folder: a `String`, a `FilePath`, or, with AlertSoundFoundation, a `URL`.
public protocol PathConvertible: Sendable {
  /// The path for calls of the system.
  var filePath: FilePath { get }
}

extension FilePath: PathConvertible {
  public var filePath: FilePath { self }
}

extension String: PathConvertible {
  public var filePath: FilePath { FilePath(self) }
}
