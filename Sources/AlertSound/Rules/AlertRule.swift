/// A thing that decides whether a sound plays, or that is worth knowing.
///
/// Each has one row in a table: what it asks for, what breaking it leads to, how well that is known,
/// and where it is written.
public enum AlertRule: String, Hashable, Sendable, CaseIterable {
  /// Shorter than 30 seconds.
  case length
  /// Linear PCM, IMA4, µ-law or A-law.
  case dataFormat = "data-format"
  /// CAF, AIFF, AIFF-C or WAVE.
  case container
  /// As many channels as a decoder takes.
  case decodableChannels = "decodable-channels"
  /// All of it is there, and there is something.
  case readable
  /// Not a localised resource.
  case localization
  /// At the top of the bundle, not in a folder of it.
  case folder
  /// In the bundle of the program itself, not in one inside it.
  case bundle
  /// Not in the app for a watch.
  case watch
  /// A file of the bundle's own, not a link to one outside.
  case link

  /// Not one of the codecs in CAF that Apple doesn't list and shipping apps use.
  case listedDataFormat = "listed-data-format"
  /// Not one of the containers that Apple doesn't list and shipping apps use.
  case listedContainer = "listed-container"

  /// Of a length that its headers tell.
  case knownLength = "known-length"
  /// In the app itself, not in an app inside it.
  case ownApp = "own-app"
  /// Short enough for a banner that goes away by itself.
  case bannerLength = "banner-length"
  /// The extension says what is inside.
  case pathExtension = "extension"
  /// One or two channels.
  case channelCount = "channel-count"
  /// At most 48 kHz.
  case sampleRate = "sample-rate"
  /// No 64-bit floats.
  case sampleDepth = "sample-depth"
  /// WAVE with its plain header.
  case plainHeader = "plain-header"
  /// Loud enough to be noticed.
  case level
  /// Little leading silence.
  case leadingSilence = "leading-silence"
  /// Begins and ends at rest.
  case click
  /// A small file.
  case size
  /// A unique base name.
  case uniqueName = "unique-name"

  /// How well a rule is known.
  public enum Grade: String, Hashable, Sendable, CaseIterable {
    /// Apple's documentation says so today.
    case documented
    /// Several independent sources have seen it.
    case widelyObserved = "widely-observed"
    /// One source has seen it, or said so long ago.
    case observedOnce = "observed-once"
    /// Nobody is known to have measured it: it is this library's own judgement.
    case judgement

    /// The grade in words.
    public var name: String {
      switch self {
      case .documented: "documented"
      case .widelyObserved: "widely observed"
      case .observedOnce: "observed once"
      case .judgement: "our judgement"
      }
    }
  }

  /// What breaking the rule leads to; `plays` for one that only advises.
  public var outcome: AlertVerdict.Outcome { row.outcome }
  /// How well it is known.
  public var grade: Grade { row.grade }
  /// What the rule asks for, as a phrase that follows "is".
  public var statement: String { row.statement }
  /// Where that is written, or who has seen it.
  public var source: String { row.source }
}
