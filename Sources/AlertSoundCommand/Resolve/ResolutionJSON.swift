import AlertSound
import SystemPackage

/// The JSON report of a resolution.
struct ResolutionJSON: Encodable {
  static let schema = "alertsound.resolve/3"

  let schema = ResolutionJSON.schema
  /// What the sounds are for.
  let `for`: String
  let failed: Bool
  let messages: [Message]
  let remarks: [ClaimJSON]

  /// A notification, or a name.
  struct Message: Encodable {
    /// The form of the notification; nil for a name.
    let kind: String?
    /// Why this form was chosen; nil if there is no doubt.
    let reading: String?
    /// Nil if the notification has no part for iOS.
    let ios: IOS?
    /// Nil if the notification has no part for Android.
    let android: Android?
    let claims: [ClaimJSON]
  }

  struct IOS: Encodable {
    let `for`: String
    let request: Request
    /// `plays`, `undocumented`, `default`, `silence`, `unknown` for a file that can't be read, or
    /// `unsearched` if the app wasn't given.
    let outcome: String
    let failed: Bool
    /// The file found under the name.
    let file: String?
    let verdict: VerdictJSON?
    /// Why another sound plays, if no verdict says so.
    let reason: String?
    let places: [Place]
    let suggestions: [Suggestion]
    let notes: [String]
  }

  struct Android: Encodable {
    /// Nil if the default sound or none is requested.
    let name: String?
    /// Nil if none is named.
    let channel: String?
    /// As on iOS; also `channel` if only the channel decides, and `conflict` if the app can't be built.
    let outcome: String
    let failed: Bool
    let file: String?
    /// What the file is, unless Android lists its format.
    let format: String?
    let reason: String?
    let suggestions: [Suggestion]
    let claims: [ClaimJSON]
  }

  struct Request: Encodable {
    /// Nil if the default sound or none is requested.
    let name: String?
    let critical: Bool
    let volume: Double?
  }

  struct Place: Encodable {
    let place: String
    let path: String?
    let found: Bool
  }

  struct Suggestion: Encodable {
    let path: String
    let difference: String
  }

  init(_ messages: [ResolvedMessage], for use: SoundUse, remarks: [GradedClaim]) {
    self.for = use.rawValue
    failed = messages.contains(where: \.isFailure)
    self.messages = messages.map(Message.init)
    self.remarks = remarks.map(ClaimJSON.init)
  }
}

extension ResolutionJSON.Message {
  init(_ message: ResolvedMessage) {
    kind = message.payload?.kind.rawValue
    reading = message.payload?.reading
    ios = message.ios.map {
      ResolutionJSON.IOS(
        $0, failed: message.iosFailure, notes: message.notes,
        message.misplacedSound(on: .iOS))
    }
    android = message.android.map {
      ResolutionJSON.Android(
        $0, failed: message.androidFailure, message.misplacedSound(on: .android))
    }
    claims = message.payload?.notes.map(ClaimJSON.init) ?? []
  }
}

extension ResolutionJSON.IOS {
  init(_ resolution: SoundResolution, failed: Bool, notes: [String], _ misplaced: MisplacedSound?) {
    `for` = resolution.request.use.rawValue
    request = ResolutionJSON.Request(resolution.request)
    self.failed = failed
    var (file, reason): (CheckedSound?, String?)
    switch resolution.outcome {
    case .playsCustomSound(let sound): (outcome, file) = ("plays", sound)
    case .undocumented(let sound): (outcome, file) = ("undocumented", sound)
    case .replacesUnplayable(let sound): (outcome, file) = ("default", sound)
    case .replacesMissing: (outcome, reason) = ("default", "there is no sound with this name")
    case .replacesUnusable(let why): (outcome, reason) = ("default", why)
    case .playsDefaultSound: (outcome, reason) = ("default", misplaced?.sentence)
    case .staysSilent: (outcome, reason) = ("silence", misplaced?.sentence)
    case .unsearched: outcome = "unsearched"
    case .unknown(let sound):
      (outcome, file) = ("unknown", sound)
      if case .unknown(let why, _) = sound.outcome { reason = why }
    }
    self.file = file?.path.string
    verdict = file.flatMap(VerdictJSON.init)
    self.reason = reason
    places = resolution.places.map {
      ResolutionJSON.Place(
        place: $0.place.rawValue, path: $0.path?.string, found: $0.isFound)
    }
    suggestions = resolution.suggestions.map {
      ResolutionJSON.Suggestion(path: $0.path.string, difference: $0.text)
    }
    self.notes = notes
  }
}

extension ResolutionJSON.Android {
  init(_ resolution: AndroidSoundResolution, failed: Bool, _ misplaced: MisplacedSound?) {
    if case .named(let name) = resolution.request.sound { self.name = name } else { name = nil }
    channel = resolution.request.channel
    self.failed = failed
    var (file, format, reason): (AndroidResources.File?, String?, String?)
    var suggestions: [ResolutionJSON.Suggestion] = []
    switch resolution.outcome {
    case .playsCustomSound(let found): (outcome, file) = ("plays", found)
    case .undocumented(let found, let name): (outcome, file, format) = ("undocumented", found, name)
    case .replacesUnplayable(let found, let name):
      (outcome, file, format) = ("default", found, name)
    case .replacesMissing(let nearest):
      (outcome, reason) = ("default", "there is no sound with this name")
      suggestions = nearest.map {
        ResolutionJSON.Suggestion(path: $0.path.string, difference: "a similar name")
      }
    case .replacesUnusable: (outcome, reason) = ("default", resolution.unusableReason)
    case .conflicts(let files):
      (outcome, reason) = ("conflict", "several files have this name")
      suggestions = files.map {
        ResolutionJSON.Suggestion(path: $0.path.string, difference: "the same name")
      }
    case .playsDefaultSound: (outcome, reason) = ("default", misplaced?.sentence)
    case .staysSilent: (outcome, reason) = ("silence", misplaced?.sentence)
    case .playsChannelSound: outcome = "channel"
    case .unsearched: outcome = "unsearched"
    case .unknown(let found, let why, _): (outcome, file, reason) = ("unknown", found, why)
    }
    self.file = file?.path.string
    self.format = format
    self.reason = reason
    self.suggestions = suggestions
    claims = resolution.claims.map(ClaimJSON.init)
  }
}

extension ResolutionJSON.Request {
  init(_ request: SoundRequest) {
    if case .named(let name) = request.sound { self.name = name } else { name = nil }
    critical = request.isCritical
    // JSON has no infinity; a payload can't have one either.
    volume = request.volume
  }
}
