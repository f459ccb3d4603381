/// A thing that decides whether a sound plays, or that is worth knowing.
///
/// Each has one row in the table below: what it asks for, and where that is written.
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
  /// Nothing but silence at the beginning is short.
  case leadingSilence = "leading-silence"
  /// Begins and ends at rest.
  case click
  /// A small file.
  case size
  /// One sound of a name, whatever its extension.
  case uniqueName = "unique-name"

  /// Whether a sound that breaks the rule is replaced by the default sound.
  public var decides: Bool { row.decides }
  /// What the rule asks for, as a phrase that follows "is".
  public var statement: String { row.statement }
  /// Where that is written, or who has seen it.
  public var source: String { row.source }
}

extension AlertRule {
  private struct Row {
    let decides: Bool
    let statement: String
    let source: String

    static func decides(_ statement: String, _ source: String) -> Row {
      Row(decides: true, statement: statement, source: source)
    }

    static func advises(_ statement: String, _ source: String) -> Row {
      Row(decides: false, statement: statement, source: source)
    }
  }

  private static let notificationSound =
    "Apple, UNNotificationSound, https://developer.apple.com/documentation/usernotifications/unnotificationsound"
  private static let experience = "experience, not a rule of Apple's"

  private var row: Row {
    switch self {
    case .length:
      .decides("shorter than the limit, which is 30 seconds", Self.notificationSound)
    case .dataFormat: .decides("linear PCM, IMA4, µ-law or A-law", Self.notificationSound)
    case .container: .decides("in an aiff, wav or caf file", Self.notificationSound)
    case .decodableChannels:
      .decides("one or two channels of IMA4", "Apple's IMA4 decoder takes no more")
    case .readable:
      .decides(
        "a whole file that can be opened",
        Self.notificationSound + ": a file that can't be played is replaced by the default sound")
    case .localization:
      .decides(
        "no localised resource",
        "Apple, Local and Remote Notification Programming Guide of 2013: a nonlocalized resource of"
          + " the main bundle")
    case .folder:
      .decides(
        "at the top of the bundle, not in a folder inside it",
        "Apple, UNNotificationSound.init(named:): Library/Sounds, then the main bundle")
    case .bundle:
      .decides(
        "in the main bundle, not in a framework, an extension or a resource bundle",
        "Apple, UNNotificationSound.init(named:): the main bundle of the current executable")
    case .watch:
      .decides(
        "in an app for a phone, a tablet or a Mac",
        "Apple, UNNotificationSound.init(named:): not available on watchOS")
    case .link: .decides("a file inside the bundle", "iOS apps can't read outside their bundle")
    case .bannerLength:
      .advises(
        "short enough for a temporary banner, which is gone after about five seconds",
        "https://github.com/invertase/notifee/issues/436 and others")
    case .pathExtension:
      .advises(
        "named for what it holds; iOS goes by the content, macOS and other tools by the name",
        "https://github.com/home-assistant/iOS/pull/861")
    case .channelCount: .advises("mono or stereo", Self.experience)
    case .sampleRate: .advises("at most 48 kHz, which phones play", Self.experience)
    case .sampleDepth: .advises("of samples no wider than 32 bits", Self.experience)
    case .plainHeader: .advises("without a WAVE_FORMAT_EXTENSIBLE header", Self.experience)
    case .level: .advises("loud enough to be heard", Self.experience)
    case .leadingSilence: .advises("audible from the beginning", Self.experience)
    case .click: .advises("at rest when it begins and ends", Self.experience)
    case .size: .advises("small: apps are downloaded over the air", Self.experience)
    case .uniqueName:
      .advises(
        "the only sound of its name; the name in a notification includes the extension",
        "https://github.com/home-assistant/iOS/issues/1010: macOS 10.15 looks without it")
    }
  }
}
