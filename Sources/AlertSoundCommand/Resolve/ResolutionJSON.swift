import AlertCheck
import CommandSupport
import SoundFormat
import SystemPackage

/// The JSON report of `alertsound resolve` that JSONReports.md describes.
enum ResolutionJSON {
  static let schema = "alertsound.resolve/3"

  static func report(
    _ messages: [ResolvedMessage], for use: SoundUse, remarks: [GradedClaim]
  ) -> JSON {
    [
      "schema": schema.json,
      "for": use.rawValue.json,
      "failed": messages.contains(where: \.isFailure).json,
      "messages": messages.map(\.json).json,
      "remarks": remarks.map(\.json).json,
    ]
  }

  fileprivate static func suggestion(_ path: FilePath, _ difference: String) -> JSON {
    ["path": path.string.json, "difference": difference.json]
  }
}

extension ResolvedMessage {
  fileprivate var json: JSON {
    [
      "kind": payload?.kind.rawValue.json,
      "reading": payload?.reading?.json,
      "ios": ios.map {
        $0.json(failed: iosFailure, notes: notes, misplacedSound(on: .iOS))
      },
      "android": android.map {
        $0.json(failed: androidFailure, misplacedSound(on: .android))
      },
      "claims": (payload?.notes ?? []).map(\.json).json,
    ]
  }
}

extension SoundResolution {
  fileprivate func json(failed: Bool, notes: [String], _ misplaced: MisplacedSound?) -> JSON {
    let word: String
    var (file, reason): (CheckedSound?, String?)
    switch outcome {
    case .playsCustomSound(let sound): (word, file) = ("plays", sound)
    case .undocumented(let sound): (word, file) = ("undocumented", sound)
    case .replacesUnplayable(let sound): (word, file) = ("default", sound)
    case .replacesMissing: (word, reason) = ("default", "there is no sound with this name")
    case .replacesUnusable(let why): (word, reason) = ("default", why)
    case .playsDefaultSound: (word, reason) = ("default", misplaced?.sentence)
    case .staysSilent: (word, reason) = ("silence", misplaced?.sentence)
    case .unsearched: word = "unsearched"
    case .unknown(let sound):
      (word, file) = ("unknown", sound)
      if case .unknown(let error) = sound.outcome { reason = error.commandReason }
    }
    return [
      "for": request.use.rawValue.json,
      "request": [
        "name": request.name?.json,
        "critical": request.isCritical.json,
        "volume": request.volume?.json,
      ],
      "outcome": word.json,
      "failed": failed.json,
      "file": file?.path.string.json,
      "verdict": file?.verdict?.json(nil),
      "reason": reason?.json,
      "places": places.map {
        [
          "place": $0.place.rawValue.json, "path": $0.path?.string.json, "found": $0.isFound.json,
        ]
      }.json,
      "suggestions": suggestions.map { ResolutionJSON.suggestion($0.path, $0.text) }.json,
      "notes": notes.map(\.json).json,
    ]
  }
}

extension AndroidSoundResolution {
  fileprivate func json(failed: Bool, _ misplaced: MisplacedSound?) -> JSON {
    let word: String
    var (file, format, reason): (AndroidResources.File?, String?, String?)
    var suggestions: [JSON] = []
    switch outcome {
    case .playsCustomSound(let found): (word, file) = ("plays", found)
    case .undocumented(let found, let name): (word, file, format) = ("undocumented", found, name)
    case .replacesUnplayable(let found, let name):
      (word, file, format) = ("default", found, name)
    case .replacesMissing(let nearest):
      (word, reason) = ("default", "there is no sound with this name")
      suggestions = nearest.map { ResolutionJSON.suggestion($0.path, "a similar name") }
    case .replacesUnusable: (word, reason) = ("default", unusableReason)
    case .conflicts(let files):
      (word, reason) = ("conflict", "several files have this name")
      suggestions = files.map { ResolutionJSON.suggestion($0.path, "the same name") }
    case .playsDefaultSound: (word, reason) = ("default", misplaced?.sentence)
    case .staysSilent: (word, reason) = ("silence", misplaced?.sentence)
    case .playsChannelSound: word = "channel"
    case .unsearched: word = "unsearched"
    case .unknown(let found, let error):
      (word, file, reason) = ("unknown", found, error.commandReason)
    }
    return [
      "name": request.name?.json,
      "channel": request.channel?.json,
      "outcome": word.json,
      "failed": failed.json,
      "file": file?.path.string.json,
      "format": format?.json,
      "reason": reason?.json,
      "suggestions": suggestions.json,
      "claims": claims.map(\.json).json,
    ]
  }
}
