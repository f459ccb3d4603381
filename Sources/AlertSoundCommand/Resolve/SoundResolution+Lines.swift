import AlertSound
import CommandSupport
import SystemPackage

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
      sound.lines[0]
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
      Array(sound.lines.dropFirst())
    case .replacesMissing, .replacesUnusable, .playsDefaultSound, .staysSilent, .unsearched: []
    }
  }

  private var name: String {
    if case .named(let name) = request.sound { name.onOneLine } else { "" }
  }
}

extension SearchedPlace {
  fileprivate var line: String {
    guard let path else { return "\(place.name): not given" }
    return "\(place.name), \(path.string.onOneLine): \(isFound ? "found" : "not there")"
  }
}
