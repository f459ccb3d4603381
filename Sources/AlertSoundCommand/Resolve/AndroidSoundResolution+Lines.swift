import AlertSound
import CommandSupport
import SystemPackage

extension AndroidSoundResolution {
  /// Returns the resolution for people: what plays, and what else decides.
  ///
  /// - Parameter misplaced: The sound that isn't requested because it is in a wrong place of the payload.
  func lines(_ misplaced: MisplacedSound?) -> [String] {
    [headline(misplaced)] + nearest + [VerdictLine.further(channel)]
  }

  private func headline(_ misplaced: MisplacedSound?) -> String {
    switch outcome {
    case .playsCustomSound(let file): VerdictLine.first("plays", file.text)
    case .undocumented(let file, let format):
      VerdictLine.first(
        "undocumented", "\(file.text): this is \(format.onOneLine), which Android doesn't list")
    case .replacesUnplayable(let file, let format):
      VerdictLine.first(
        "default", "\(file.text): this is \(format.onOneLine), not a sound that Android lists")
    case .replacesMissing:
      VerdictLine.first("default", "there is no sound named \(name) in res/raw")
    case .replacesUnusable(let nearest):
      VerdictLine.first("default", "\(name): \(unusableReason); \(advice(nearest))")
    case .conflicts(let files):
      VerdictLine.first(
        "fails",
        "the app can't be built: "
          + files.map(\.text).joined(separator: " and ") + " have the same name; remove one")
    case .playsDefaultSound: VerdictLine.first("default", misplaced?.sentence ?? "as requested")
    case .staysSilent: VerdictLine.first("silent", misplaced?.sentence ?? "no sound is named")
    case .playsChannelSound:
      VerdictLine.first("channel", "the notification has no sound for Android")
    case .unsearched:
      VerdictLine.first("not checked", "\(name): add --android with the app's res/raw")
    case .unknown(let file, let reason, _):
      VerdictLine.first("unknown", "\(file.text): \(reason.onOneLine)")
    }
  }

  /// What to do about an unusable name.
  private func advice(_ nearest: AndroidSoundName) -> String {
    // iOS needs the extension.
    request.service == .fcmLegacy && name.contains(".")
      ? "FCM v1 has a name for each platform; here, one name serves both" : "name it \(nearest)"
  }

  /// Why the name can't be that of a sound.
  var unusableReason: String {
    name.contains(".")
      ? "names in res/raw have no extension" : "Android's build refuses this name"
  }

  private var nearest: [String] {
    guard case .replacesMissing(let files) = outcome, !files.isEmpty else { return [] }
    return ["nearest:"] + files.map { "  \($0.text): a similar name" }
  }

  private var channel: String {
    let channel = request.channel.map { "channel \($0.onOneLine)" } ?? "notification's channel"
    let verdict =
      switch outcome {
      case .playsCustomSound, .undocumented, .playsDefaultSound, .staysSilent:
        "this holds up to Android 7.1; "
      default: ""
      }
    return "note: \(verdict)from Android 8 on, the sound of the \(channel) is played"
  }

  private var name: String {
    if case .named(let name) = request.sound { name.onOneLine } else { "" }
  }
}

extension AndroidResources.File {
  fileprivate var text: String { path.string.onOneLine }
}
