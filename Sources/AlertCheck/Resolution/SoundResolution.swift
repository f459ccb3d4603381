package import SystemPackage

/// The sound that plays when an app or a notification asks for a sound, and the places that were searched for it.
public struct SoundResolution: Sendable {
  public let request: SoundRequest
  /// The sound that plays.
  public let outcome: Outcome
  /// The searched places in order. The search ends at the first place that has a file with the name.
  package let places: [SearchedPlace]
  /// Sounds with similar names, the likeliest first; empty if the name was found.
  package let suggestions: [NearbySound]

  /// The sound that plays.
  public enum Outcome: Sendable {
    /// The requested sound.
    case playsCustomSound(CheckedSound)
    /// Either the requested sound or the default sound. Apple doesn't document which.
    case undocumented(CheckedSound)
    /// The default sound, because iOS doesn't play the requested sound.
    case replacesUnplayable(CheckedSound)
    /// The default sound, because no file has the requested name.
    case replacesMissing
    /// The default sound, because no sound can have the requested name, for this reason.
    case replacesUnusable(reason: String)
    /// The default sound, as requested.
    case playsDefaultSound
    /// Silence, as requested.
    case staysSilent
    /// Unknown, because the requested file can't be examined.
    case unknown(CheckedSound)
    /// Unknown, because the app isn't given.
    case unsearched
  }

  /// Whether the default sound replaces the requested sound, or the file can't be examined. An undocumented outcome
  /// isn't a failure.
  public var isFailure: Bool {
    switch outcome {
    case .playsCustomSound, .undocumented, .playsDefaultSound, .staysSilent, .unsearched: false
    case .replacesUnplayable, .replacesMissing, .replacesUnusable, .unknown: true
    }
  }
}

/// A place where iOS looks for a sound.
package struct SearchedPlace: Hashable, Sendable {
  package let place: SoundPlace
  /// The folder; nil if the folder isn't given, and so wasn't searched.
  package let path: FilePath?
  package let isFound: Bool
}

/// A sound that is suggested for a name that wasn't found: its name is similar, or it is in another place.
package struct NearbySound: Hashable, Sendable {
  package let path: FilePath
  /// How the sound's name differs from the requested name.
  package let difference: Difference
  /// The reason why some notifications don't find the sound by its name; nil if all do.
  package let finding: AlertFinding?

  /// How two names differ. The smallest difference comes first.
  package enum Difference: Int, Hashable, Sendable, Comparable {
    /// The names are equal, but the sound is in another place.
    case place
    case letterCase
    case missingExtension
    case otherExtension
    /// The names differ by a few characters.
    case spelling

    package static func < (lhs: Difference, rhs: Difference) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  package var text: String {
    let name =
      switch difference {
      case .place: finding == nil ? "the same name without folders" : "the same name"
      case .letterCase: "the same except for case, and iOS is case-sensitive"
      case .missingExtension: "the same with its extension, which is part of the name"
      case .otherExtension: "the same except for the extension, which is part of the name"
      case .spelling: "a similar name"
      }
    return name + (finding.map { ", but it is \($0.fact)" } ?? "")
  }
}
