public import SystemPackage

/// A part of a project that was recognised, such as an Xcode project or an Android module.
public struct ProjectPart: Hashable, Sendable {
  /// The kind of project.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An Xcode project.
    case xcode
    /// A Flutter app.
    case flutter
    /// An Expo app.
    case expo
    /// A Cordova app.
    case cordova
    /// A .NET app, such as a MAUI app.
    case dotNet = "dotnet"
    /// A module that Gradle builds for Android.
    case android

    /// The kind in words.
    public var name: String {
      switch self {
      case .xcode: "Xcode project"
      case .flutter: "Flutter app"
      case .expo: "Expo app"
      case .cordova: "Cordova app"
      case .dotNet: ".NET app"
      case .android: "Android module"
      }
    }
  }

  /// The kind of project.
  public let kind: Kind
  /// The file or folder that it was recognised by, below the folder that was checked.
  public let path: FilePath
}
