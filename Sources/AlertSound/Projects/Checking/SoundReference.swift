public import AlertCore
public import SystemPackage

/// A place in a project's code that asks for a sound.
public struct SoundReference: Hashable, Sendable {
  /// The file.
  public let path: FilePath
  /// The line, from 1.
  public let line: Int
  /// The name that is asked for; nil if it is computed.
  public let name: String?
  /// The system that is asked.
  public let platform: Platform
  /// The function, the property or the key that takes the name.
  public let api: String
  /// What the sound is for on Apple's systems.
  public let use: SoundUse

  /// A system that plays sounds by name.
  public enum Platform: String, Hashable, Sendable, CaseIterable, Comparable {
    case iOS = "ios"
    case android

    /// The system's name.
    public var name: String {
      switch self {
      case .iOS: "iOS"
      case .android: "Android"
      }
    }

    public static func < (lhs: Platform, rhs: Platform) -> Bool {
      lhs == .iOS && rhs == .android
    }
  }
}
