import AlertCheck
import CommandSupport
import SystemPackage

/// The sounds that the platforms play for one notification, or for a name.
struct ResolvedMessage {
  /// The payload; nil for a name.
  let payload: NotificationPayload?
  /// The result for iOS; nil if the message has no part for iOS.
  let ios: SoundResolution?
  /// The result for Android; nil if the message has no part for Android.
  let android: AndroidSoundResolution?
  /// Whether a failure on iOS counts, because the iOS app is given.
  let countsIOS: Bool
  /// Whether a failure on Android counts, because the Android app's resources are given.
  let countsAndroid: Bool
  /// Warnings about the message for iOS.
  let notes: [String]

  /// Whether a platform whose app is given doesn't play the requested sound, or isn't known to play it.
  var isFailure: Bool { iosFailure || androidFailure }

  var iosFailure: Bool {
    countsIOS && (misplacedSound(on: .iOS) != nil || ios?.isFailure ?? false)
  }

  var androidFailure: Bool {
    countsAndroid && (misplacedSound(on: .android) != nil || android?.isFailure ?? false)
  }

  /// Returns a sound that a platform ignores, because it is in the wrong place of the payload; nil if there is none.
  func misplacedSound(on platform: CodeRequest.Platform) -> MisplacedSound? {
    payload?.misplaced.first { $0.platform == platform }
  }

  var exitStatus: ExitStatus {
    guard isFailure else { return .success }
    if iosFailure, case .unknown(let sound) = ios?.outcome, sound.isSystemFailure {
      return .systemFailure
    }
    if androidFailure, case .unknown(_, let error) = android?.outcome, error.fault == .system {
      return .systemFailure
    }
    return .failure
  }

  /// Claims about the payload and about Android.
  var claims: [GradedClaim] { (payload?.notes ?? []) + (android?.claims ?? []) }

  /// Returns the results as lines for people.
  ///
  /// - Parameter heading: The payload's heading; nil for a name, which has only a result for iOS.
  func lines(heading: String?) -> [String] {
    let iosLines = ios.map { $0.lines(notes: notes, misplacedSound(on: .iOS)) } ?? []
    guard let heading else { return iosLines }
    var lines = [heading]
    if ios == nil, android == nil {
      lines.append(VerdictLine.first("silent", "it has only data, which the app itself handles"))
    }
    if !iosLines.isEmpty { lines += ["iOS:"] + iosLines }
    if let android { lines += ["Android:"] + android.lines(misplacedSound(on: .android)) }
    return lines
  }
}

extension MisplacedSound {
  /// The fault and the advice.
  var sentence: String { "\(place) has no effect; put the name into \(expectedPlace)" }
}

extension NotificationPayload {
  /// The payload's form in words. If there is a doubt, adds the reason for choosing this form.
  var description: String { kind.name + (reading.map { " (\($0))" } ?? "") }
}

extension SoundResolution {
  /// Returns lines for people: the outcome, the searched places, and sounds with similar names.
  ///
  /// - Parameter misplaced: A sound that isn't requested, because it is in the wrong place of the payload.
  func lines(notes: [String], _ misplaced: MisplacedSound?) -> [String] {
    var lines = outcomeLines(misplaced)
    lines += notes.map { VerdictLine.further("note: \($0.onOneLine)") }
    if !places.isEmpty {
      lines.append("looked in:")
      lines += places.map { "  " + $0.line }
    }
    if !suggestions.isEmpty {
      lines.append("nearest:")
      lines += suggestions.map { "  \($0.path.string.onOneLine): \($0.text.onOneLine)" }
    }
    return lines
  }

  private func outcomeLines(_ misplaced: MisplacedSound?) -> [String] {
    let name = request.name?.onOneLine ?? ""
    let (word, text): (String, String)
    switch outcome {
    case .playsCustomSound(let sound), .undocumented(let sound), .replacesUnplayable(let sound),
      .unknown(let sound):
      return AdvisedSound(sound: sound, files: nil).lines
    case .replacesMissing:
      (word, text) = (request.use.fallbackWord, "there is no sound named \(name)")
    case .replacesUnusable(let reason):
      (word, text) = (request.use.fallbackWord, "\(name): \(reason)")
    case .playsDefaultSound: (word, text) = ("default", misplaced?.sentence ?? "as requested")
    case .staysSilent: (word, text) = ("silent", misplaced?.sentence ?? "no sound is named")
    case .unsearched: (word, text) = ("not checked", "\(name): add --bundle with the app")
    }
    return [VerdictLine.first(word, text)]
  }
}

extension SearchedPlace {
  fileprivate var line: String {
    guard let path else { return "\(place.name): not given" }
    return "\(place.name), \(path.string.onOneLine): \(isFound ? "found" : "not there")"
  }
}

extension AndroidSoundResolution {
  /// Returns lines for people: the outcome, resources with similar names, and a note about the channel.
  ///
  /// - Parameter misplaced: A sound that isn't requested, because it is in the wrong place of the payload.
  func lines(_ misplaced: MisplacedSound?) -> [String] {
    [headline(misplaced)] + nearest + [VerdictLine.further(channel)]
  }

  private func headline(_ misplaced: MisplacedSound?) -> String {
    let (word, text) =
      switch outcome {
      case .playsCustomSound(let file): ("plays", file.text)
      case .undocumented(let file, let format):
        ("undocumented", "\(file.text): this is \(format.onOneLine), which Android doesn't list")
      case .replacesUnplayable(let file, let format):
        ("default", "\(file.text): this is \(format.onOneLine), not a sound that Android lists")
      case .replacesMissing: ("default", "there is no sound named \(name) in res/raw")
      case .replacesUnusable(let nearest):
        ("default", "\(name): \(unusableReason); name it \(nearest)")
      case .conflicts(let files):
        (
          "fails",
          "the app can't be built: "
            + files.map(\.text).joined(separator: " and ") + " have the same name; remove one"
        )
      case .playsDefaultSound: ("default", misplaced?.sentence ?? "as requested")
      case .staysSilent: ("silent", misplaced?.sentence ?? "no sound is named")
      case .playsChannelSound: ("channel", "the notification has no sound for Android")
      case .unsearched: ("not checked", "\(name): add --android with the app's res/raw")
      case .unknown(let file, let error):
        ("unknown", "\(file.text): \(error.commandReason.onOneLine)")
      }
    return VerdictLine.first(word, text)
  }

  /// The reason why no sound in `res/raw` can have the name.
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

  private var name: String { request.name?.onOneLine ?? "" }
}

extension AndroidResources.File {
  fileprivate var text: String { path.string.onOneLine }
}
