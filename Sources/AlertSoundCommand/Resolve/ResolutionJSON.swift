import AlertSound
import SystemPackage

/// The JSON report of a resolution.
struct ResolutionJSON: Encodable {
  static let schema = "alertsound.resolve/2"

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

  let schema = ResolutionJSON.schema
  let request: Request
  /// `plays`, `undocumented`, `default`, `silence`, or `unknown` for a file that can't be read.
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

  init(_ resolution: SoundResolution, notes: [String]) {
    request = Request(resolution.request)
    failed = resolution.isFailure
    var (file, reason): (CheckedSound?, String?)
    switch resolution.outcome {
    case .playsCustomSound(let sound): (outcome, file) = ("plays", sound)
    case .undocumented(let sound): (outcome, file) = ("undocumented", sound)
    case .replacesUnplayable(let sound): (outcome, file) = ("default", sound)
    case .replacesMissing: (outcome, reason) = ("default", "there is no sound with this name")
    case .replacesUnusable(let why): (outcome, reason) = ("default", why)
    case .playsDefaultSound: outcome = "default"
    case .staysSilent: outcome = "silence"
    case .unknown(let sound):
      (outcome, file) = ("unknown", sound)
      if case .unknown(let why, _) = sound.outcome { reason = why }
    }
    self.file = file?.path.string
    verdict = file.flatMap(VerdictJSON.init)
    self.reason = reason
    places = resolution.places.map {
      Place(place: $0.place.rawValue, path: $0.path?.string, found: $0.isFound)
    }
    suggestions = resolution.suggestions.map {
      Suggestion(path: $0.path.string, difference: $0.text)
    }
    self.notes = notes
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
