package import SystemPackage

/// What plays when an app or a notification asks for a sound, and where it was looked for.
public struct SoundResolution: Sendable {
  /// What was requested.
  public let request: SoundRequest
  /// What plays.
  public let outcome: Outcome
  /// The places that were searched, in order, up to the one with the sound.
  package let places: [SearchedPlace]
  /// The sounds that may have been meant, the likeliest first; empty if the name was found.
  package let suggestions: [NearbySound]

  /// What plays.
  public enum Outcome: Sendable {
    /// The sound that was requested.
    case playsCustomSound(CheckedSound)
    /// The sound that was requested, or the default sound: which of them isn't documented.
    case undocumented(CheckedSound)
    /// The default sound, because the sound that was requested isn't one that iOS plays.
    case replacesUnplayable(CheckedSound)
    /// The default sound, because nothing has the name.
    case replacesMissing
    /// The default sound, because no sound can have the name, for this reason.
    case replacesUnusable(reason: String)
    /// The default sound, which was requested.
    case playsDefaultSound
    /// Nothing, which was requested.
    case staysSilent
    /// Unknown, because the file with the name can't be examined.
    case unknown(CheckedSound)
    /// Unknown, because the app wasn't given.
    case unsearched
  }

  /// Whether the default sound replaces what was requested, or the file can't be examined. An undocumented
  /// outcome isn't a failure.
  public var isFailure: Bool {
    switch outcome {
    case .playsCustomSound, .undocumented, .playsDefaultSound, .staysSilent, .unsearched: false
    case .replacesUnplayable, .replacesMissing, .replacesUnusable, .unknown: true
    }
  }
}

/// A folder that was searched for a sound.
package struct SearchedPlace: Hashable, Sendable {
  package let place: SoundPlace
  /// The folder; nil if it wasn't given, so that it could not be searched.
  package let path: FilePath?
  package let isFound: Bool
}

/// A sound with a name similar to the one that wasn't found, or with the same name elsewhere.
package struct NearbySound: Hashable, Sendable {
  package let path: FilePath
  /// What differs from the name that was requested.
  package let difference: Difference
  /// What limits finding it by its own name, if anything.
  package let finding: AlertFinding?

  /// What differs in a name, from the least to the most.
  package enum Difference: Int, Hashable, Sendable, Comparable {
    /// Nothing: it is elsewhere.
    case place
    case letterCase
    case missingExtension
    case otherExtension
    /// A few characters.
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
