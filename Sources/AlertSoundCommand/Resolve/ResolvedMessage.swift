import AlertCheck
import CommandSupport
import SystemPackage

/// What each platform plays for one notification, or for a name.
struct ResolvedMessage {
  /// The payload; nil for a name.
  let payload: NotificationPayload?
  /// What plays on iOS; nil if the message has no part for it.
  let ios: SoundResolution?
  /// What plays on Android; nil if the message has no part for it.
  let android: AndroidSoundResolution?
  /// Whether the iOS app was given, so that its result counts.
  let countsIOS: Bool
  /// Whether the Android app's resources were given, so that its result counts.
  let countsAndroid: Bool
  /// Warnings about what iOS gets.
  let notes: [String]

  /// Whether a platform whose app was given plays another sound than requested, or that can't be found out.
  var isFailure: Bool { iosFailure || androidFailure }

  var iosFailure: Bool {
    countsIOS && (misplacedSound(on: .iOS) != nil || ios?.isFailure ?? false)
  }

  var androidFailure: Bool {
    countsAndroid && (misplacedSound(on: .android) != nil || android?.isFailure ?? false)
  }

  /// The sound that a platform doesn't play because it is in a wrong place of the payload; nil if there is none.
  func misplacedSound(on platform: SoundReference.Platform) -> MisplacedSound? {
    payload?.misplaced.first { $0.platform == platform }
  }

  var exitStatus: ExitStatus {
    var statuses: [ExitStatus] = []
    if let ios, iosFailure { statuses.append(ios.exitStatus) }
    if let android, androidFailure {
      if case .unknown(_, let error) = android.outcome, error.isSystemFailure {
        statuses.append(.systemFailure)
      } else {
        statuses.append(.failure)
      }
    }
    return statuses.max() ?? .success
  }

  /// What is known about the payload and about what Android plays.
  var claims: [GradedClaim] { (payload?.notes ?? []) + (android?.claims ?? []) }

  /// Returns the results for people.
  ///
  /// - Parameter heading: What the payload is; nil for a name, which has no Android part.
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
  /// What is wrong, and what to do.
  var sentence: String { "\(place) has no effect; put the name into \(expectedPlace)" }
}

extension NotificationPayload {
  /// The form in words, and why it was chosen if there is a doubt.
  var description: String { kind.name + (reading.map { " (\($0))" } ?? "") }
}

extension SoundResolution {
  /// The exit status if the sound doesn't play as requested.
  var exitStatus: ExitStatus {
    if case .unknown(let sound) = outcome, sound.isSystemFailure {
      .systemFailure
    } else {
      .failure
    }
  }

  /// Returns the resolution for people: what plays, where it was searched for, and similar names.
  ///
  /// - Parameter misplaced: The sound that isn't requested because it is in a wrong place of the payload.
  func lines(notes: [String], _ misplaced: MisplacedSound?) -> [String] {
    var lines = [headline(misplaced)]
    lines += extraFindings
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

  private func headline(_ misplaced: MisplacedSound?) -> String {
    switch outcome {
    case .playsCustomSound(let sound), .undocumented(let sound), .replacesUnplayable(let sound),
      .unknown(let sound):
      AdvisedSound(sound).lines[0]
    case .replacesMissing:
      VerdictLine.first(request.use.fallbackWord, "there is no sound named \(name)")
    case .replacesUnusable(let reason):
      VerdictLine.first(request.use.fallbackWord, "\(name): \(reason)")
    case .playsDefaultSound: VerdictLine.first("default", misplaced?.sentence ?? "as requested")
    case .staysSilent:
      VerdictLine.first("silent", misplaced?.sentence ?? "no sound is named")
    case .unsearched: VerdictLine.first("not checked", "\(name): add --bundle with the app")
    }
  }

  private var extraFindings: [String] {
    switch outcome {
    case .playsCustomSound(let sound), .undocumented(let sound), .replacesUnplayable(let sound),
      .unknown(let sound):
      Array(AdvisedSound(sound).lines.dropFirst())
    case .replacesMissing, .replacesUnusable, .playsDefaultSound, .staysSilent, .unsearched: []
    }
  }

  private var name: String { request.name?.onOneLine ?? "" }
}

extension SearchedPlace {
  fileprivate var line: String {
    guard let path else { return "\(place.name): not given" }
    return "\(place.name), \(path.string.onOneLine): \(isFound ? "found" : "not there")"
  }
}

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
    case .unknown(let file, let error):
      VerdictLine.first("unknown", "\(file.text): \(error.commandReason.onOneLine)")
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

  private var name: String { request.name?.onOneLine ?? "" }
}

extension AndroidResources.File {
  fileprivate var text: String { path.string.onOneLine }
}
