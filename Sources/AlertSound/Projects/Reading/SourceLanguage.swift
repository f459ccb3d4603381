/// A language in which code names sounds.
enum SourceLanguage: Hashable, Sendable {
  case swift, objectiveC, dart, javaScript, kotlin, java, cSharp, json

  /// The language of a file with a name and an extension.
  init?(_ name: String, _ pathExtension: Substring) {
    switch pathExtension {
    case "swift": self = .swift
    case "m", "mm": self = .objectiveC
    case "dart": self = .dart
    case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte": self = .javaScript
    case "kt": self = .kotlin
    case "java": self = .java
    case "cs": self = .cSharp
    case "json", "apns":
      // The files of package managers are long, and ask for nothing.
      guard !["package-lock.json", "package.json", "composer.lock"].contains(name) else {
        return nil
      }
      self = .json
    default: return nil
    }
  }

  /// Whether comments may be nested.
  var nestsComments: Bool { [.swift, .kotlin, .dart].contains(self) }

  /// Whether there are comments.
  var hasComments: Bool { self != .json }

  /// Whether single quotes enclose text, and not one character.
  var quotesTextOnce: Bool { self == .dart || self == .javaScript }

  /// Whether three quotes enclose text of several lines.
  var quotesTextThrice: Bool { [.swift, .dart, .kotlin, .java, .cSharp].contains(self) }
}
