import AlertCheck
import CommandSupport
import SystemPackage

extension PayloadResolution {
  var exitStatus: ExitStatus {
    guard isFailure else { return .success }
    return [ios, android].contains { $0?.isFailure == true && $0?.isSystemFailure == true }
      ? .systemFailure : .failure
  }

  /// Claims about the payload and about Android.
  var allClaims: [GradedClaim] { (payload?.notes ?? []) + (android?.claims ?? []) }

  /// Returns the results as lines for people.
  ///
  /// - Parameter heading: The payload's heading; nil for a name, which has only a result for iOS.
  func lines(heading: String?) -> [String] {
    let iosLines = ios?.lines ?? []
    guard let heading else { return iosLines }
    var lines = [heading]
    if ios == nil, android == nil {
      lines.append(VerdictLine.first("silent", "it has only data, which the app itself handles"))
    }
    if !iosLines.isEmpty { lines += ["iOS:"] + iosLines }
    if let android { lines += ["Android:"] + android.lines }
    return lines
  }
}

extension NotificationPayload {
  /// The payload's form in words. If there is a doubt, adds the reason for choosing this form.
  var description: String { kind.name + (reading.map { " (\($0))" } ?? "") }
}

extension SoundResolution {
  /// The outcome, the searched places, and sounds with similar names, as lines for people.
  var lines: [String] {
    var lines = sound.map { AdvisedSound(sound: $0, files: nil).lines } ?? [headline]
    lines += notes.map { VerdictLine.further("note: \($0.onOneLine)") }
    if !places.isEmpty {
      lines.append("looked in:")
      lines += places.map { "  " + $0.line }
    }
    if outcome == .default, !suggestions.isEmpty {
      lines.append("nearest:")
      lines += suggestions.map { "  \($0.path.string.onOneLine): \($0.difference.onOneLine)" }
    }
    if platform == .android {
      let channel = request.channel.map { "channel \($0.onOneLine)" }
      let isSettled =
        [.plays, .undocumented, .silence].contains(outcome) || outcome == .default && name == nil
      let verdict = isSettled ? "this holds up to Android 7.1; " : ""
      lines.append(
        VerdictLine.further(
          "note: \(verdict)from Android 8 on, the sound of the"
            + " \(channel ?? "notification's channel") is played"))
    }
    return lines
  }

  /// The line for the outcome if the search has found no sound with a verdict.
  private var headline: String {
    let option = platform == .iOS ? "--bundle with the app" : "--android with the app's res/raw"
    let usual =
      switch outcome {
      case .plays: ""
      case .default: "as requested"
      case .silence: "no sound is named"
      case .channel: "the notification has no sound for Android"
      case .unsearched: "\(name ?? ""): add \(option)"
      case .undocumented, .conflict, .unknown: "unknown"
      }
    let text = [file?.string, fault ?? (usual.isEmpty ? nil : usual)].compactMap(\.self)
    return VerdictLine.first(word, text.joined(separator: ": ").onOneLine)
  }

  private var word: String {
    switch outcome {
    case .default where name != nil: request.use.fallbackWord
    case .silence: "silent"
    case .conflict: "fails"
    case .unsearched: "not checked"
    default: outcome.rawValue
    }
  }
}

extension SearchedPlace {
  fileprivate var line: String {
    guard let path else { return "\(place.name): not given" }
    return "\(place.name), \(path.string.onOneLine): \(isFound ? "found" : "not there")"
  }
}
