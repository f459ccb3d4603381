/// A place where iOS looks for a sound by its name.
public enum SoundPlace: String, Hashable, Sendable, CaseIterable {
  /// `Library/Sounds` of the app's container.
  case librarySounds = "library-sounds"
  /// `Library/Sounds` of a container that the app shares with others of its group.
  case groupSounds = "group-sounds"
  /// The resources of the program's main bundle.
  case mainBundle = "main-bundle"

  /// The place in words.
  public var name: String {
    switch self {
    case .librarySounds: "the app's Library/Sounds"
    case .groupSounds: "the app group's Library/Sounds"
    case .mainBundle: "the main bundle"
    }
  }
}
