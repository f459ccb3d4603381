// Export these modules again, so that rules, conversions and the formats of sounds need only `import AlertSound`.
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
