/// A rule that decides whether a sound plays, or that only advises.
///
/// Each rule has one row in a table: its requirement, the outcome of breaking it, how well that is
/// known, and its source.
public enum AlertRule: String, Hashable, Sendable, CaseIterable {
  /// Shorter than 30 seconds.
  case length
  /// Linear PCM, IMA4, µ-law or A-law.
  case dataFormat = "data-format"
  /// CAF, AIFF, AIFF-C or WAVE.
  case container
  /// No more channels than the decoder accepts.
  case decodableChannels = "decodable-channels"
  /// Complete and not empty.
  case readable
  /// Not a localised resource.
  case localization
  /// At the top of the bundle, not in a folder inside it.
  case folder
  /// In the program's own bundle, not in one inside it.
  case bundle
  /// Not in a watch app.
  case watch
  /// A file inside the bundle, not a link to one outside.
  case link

  /// Not a codec in CAF that shipping apps use although Apple doesn't list it.
  case listedDataFormat = "listed-data-format"
  /// Not a container that shipping apps use although Apple doesn't list it.
  case listedContainer = "listed-container"

  /// The headers state the length.
  case knownLength = "known-length"
  /// In the app itself, not in an app inside it.
  case ownApp = "own-app"
  /// Short enough for a banner that disappears by itself.
  case bannerLength = "banner-length"
  /// The extension matches the content.
  case pathExtension = "extension"
  /// One or two channels.
  case channelCount = "channel-count"
  /// At most 48 kHz.
  case sampleRate = "sample-rate"
  /// No 64-bit floats.
  case sampleDepth = "sample-depth"
  /// No extensible WAVE header.
  case plainHeader = "plain-header"
  /// Loud enough to be noticed.
  case level
  /// As loud as the others.
  case loudness
  /// Little leading silence.
  case leadingSilence = "leading-silence"
  /// Begins and ends near zero.
  case click
  /// A small file.
  case size
  /// A unique base name.
  case uniqueName = "unique-name"

  // The rules of other places that name a sound: ``SoundUse``.

  /// Linear PCM or IMA4, as System Sound Services require.
  case systemSoundFormat = "system-sound-format"
  /// At most as long as System Sound Services allow.
  case systemSoundLength = "system-sound-length"
  /// A format of notifications, where Apple states none.
  case statedFormat = "stated-format"
  /// Shorter than a notification's limit, where Apple states none.
  case statedLength = "stated-length"
  /// A ringtone that is as short as a notification's sound.
  case callLength = "call-length"

  // Of projects: the sounds that code asks for, and where the build puts them.

  /// In the bundle, if the code asks for it.
  case present
  /// In the app's target.
  case membership
  /// Asked for with the extension.
  case nameExtension = "name-extension"
  /// Asked for with the same capital and small letters.
  case nameCase = "name-case"
  /// In the project, and not made by the app when it runs.
  case builtIn = "built-in"
  /// The only file that the build puts in its place.
  case oneSource = "one-source"
  /// Asked for by the code.
  case requested
  /// On disk, if the project lists it.
  case listed
  /// Asked for by a plain name.
  case plainName = "plain-name"
  /// In a target, if it is beside the app's other sounds.
  case leftOut = "left-out"

  // Of Android.

  /// In `res/raw`, if the code asks for it.
  case androidPresent = "android-present"
  /// A file whose name is valid for a resource.
  case androidName = "android-name"
  /// The only file of its base name in `res/raw`.
  case androidUniqueName = "android-unique-name"
  /// Asked for without the extension.
  case androidExtension = "android-extension"
  /// In a format that Android lists.
  case androidFormat = "android-format"
  /// Kept when the build removes unused resources.
  case androidKept = "android-kept"

  /// How well a rule is known.
  public enum Grade: String, Hashable, Sendable, CaseIterable {
    /// The platform's documentation, Apple's or Android's, says so today.
    case documented
    /// Several independent sources have observed it.
    case widelyObserved = "widely-observed"
    /// One source has observed it, or an old document says so.
    case observedOnce = "observed-once"
    /// No measurement is known; it is this library's own judgement.
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

  /// Whether it is about a project and what its code asks for. All other rules are about a file and its place in an
  /// app.
  public var concernsProjects: Bool {
    switch self {
    case .present, .membership, .nameExtension, .nameCase, .builtIn, .oneSource, .requested,
      .listed, .plainName, .leftOut, .androidPresent, .androidName, .androidUniqueName,
      .androidExtension, .androidFormat, .androidKept:
      true
    default: false
    }
  }

  /// The outcome of breaking the rule; `plays` for a rule that only advises.
  public var outcome: AlertVerdict.Outcome { row.outcome }
  /// How well the rule is known.
  public var grade: Grade { row.grade }
  /// The requirement, as a phrase that follows "is".
  public var statement: String { row.statement }
  /// The document that states the rule, or the report that observed it.
  public var source: String { row.source }
}
