public import SoundFormat
public import SystemPackage

/// A sound, and the verdict on it.
public struct CheckedSound: Sendable {
  /// The file's path. In an archive, this is the archive's path followed by the path inside the archive.
  public let path: FilePath
  package let origin: Origin
  /// The structure that the headers describe; nil if the headers can't be read.
  public let sound: SoundFile?
  /// The verdict on the sound, or the reason why there is none.
  public let outcome: Outcome
  /// Whether the sound is surely meant as an alert. False if no literal in the code names the sound, and only a
  /// computed name or a name from a server may mean the sound.
  package internal(set) var isCertain = true
  /// The places in a project's code from which a proven chain leads to this sound. If a project's sound has no such
  /// place, the verdict `plays` only means that the sound would play.
  public internal(set) var requests: [CodeRequest] = []

  package enum Origin: Equatable, Sendable {
    /// A single file, or a file in a folder of sounds.
    case folder
    /// An app in a folder.
    case bundle
    /// An app in the archive at this path. The sound's path begins with this path.
    case archive(FilePath)
    case project
  }

  /// The verdict on a sound, or the reason why there is none.
  public enum Outcome: Sendable {
    case judged(AlertVerdict)
    /// The sound couldn't be checked, for this reason. Whether iOS plays it is unknown.
    case unknown(SoundError)
  }

  /// Whether a project's sound would play but is unused: no code asks for the sound, or no target contains it.
  package var isUnused: Bool {
    guard let verdict, verdict.outcome == .plays, requests.isEmpty else { return false }
    return verdict.advisories.contains { $0.rule == .requested || $0.rule == .leftOut }
  }

  /// Whether a proven chain leads to the sound. Also true for a sound outside projects or without the outcome `plays`.
  package var isProven: Bool {
    origin != .project || verdict?.outcome != .plays || !requests.isEmpty
  }

  /// Why the sound couldn't be checked; nil if the sound was checked.
  package var failure: SoundError? { if case .unknown(let error) = outcome { error } else { nil } }

  /// The verdict; nil if the sound couldn't be checked.
  public var verdict: AlertVerdict? {
    if case .judged(let verdict) = outcome { verdict } else { nil }
  }
}

extension CheckedSound {
  /// Checks an open sound.
  ///
  /// - Parameters:
  ///   - rules: The rules to judge by; nil to judge by no rules.
  ///   - listening: Whether to decode the sound, too, if there is a decoder for it.
  ///   - adding: Further findings for the verdict.
  init(
    _ path: FilePath, in origin: Origin = .folder, _ bytes: any ByteSource,
    by rules: AlertRules?, within limits: InputPolicy = InputPolicy(), listening: Bool = false,
    readingAdvice: Remedy? = nil, servesAndroid: Bool = false, adding: [AlertFinding]
  ) {
    self.path = path
    self.origin = origin
    do throws(SoundFileError) {
      try limits.check(byteCount: bytes.byteCount)
      let sound = try SoundFile(in: bytes)
      try limits.check(sound)
      let source = SoundSource(sound, in: bytes, policy: limits)
      let heard: Result<SoundMeasurement, SoundError>? =
        listening && sound.isDecodable
        ? Result { () throws(SoundError) in try SoundMeasurement(of: source) } : nil
      let measured = try? heard?.get()
      var verdict =
        rules?.verdict(on: sound, named: path.name, levels: measured?.levels) ?? AlertVerdict()
      var warnings = measured?.warnings ?? []
      // Scan floating-point samples even without `listening`, because their values may be above full scale.
      if !listening, sound.format.dataFormat.sampleType?.isFloat == true,
        verdict.outcome != .default, let scanned = try? source.scanned()
      {
        warnings = scanned.warnings
        verdict.add(sound.excess(ofPeak: scanned.peak))
      }
      let flaws = warnings.filter { [.damaged, .unusable].contains($0.rule) }
      verdict.add(rules == nil ? [] : flaws.map { .flawed($0.fact) })
      verdict.add(adding + source.chimeFindings)
      if servesAndroid { verdict.adviseForAndroid() }
      if origin == .folder || origin == .project {
        verdict.avoid { newExtension in
          var other = path
          other.extension = newExtension
          return (try? other.stat(followTargetSymlink: false)).map { _ in other.name }
        }
      }
      self.sound = sound
      if case .failure(let error) = heard, verdict.outcome != .default {
        outcome = .unknown(SoundError(.reading, SoundPath(path), error.cause, advice: error.remedy))
      } else {
        outcome = .judged(verdict)
      }
    } catch {
      sound = nil
      switch error.code {
      case .inputOutput, .limitExceeded:
        outcome = .unknown(
          SoundError(
            .reading, path, .sound(error.code, reason: error.description),
            advice: error.code == .inputOutput ? readingAdvice : nil))
      default:
        var verdict = rules?.verdict(on: error) ?? AlertVerdict()
        verdict.add(adding)
        if servesAndroid { verdict.adviseForAndroid() }
        outcome = .judged(verdict)
      }
    }
  }

  /// Creates a result that doesn't depend on the sound's contents.
  init(_ path: FilePath, in origin: Origin = .folder, _ outcome: Outcome) {
    (self.path, self.origin, self.outcome, sound) = (path, origin, outcome, nil)
  }
}

extension AppBundle {
  /// Checks one of the app's files. Follows links inside the app.
  func check(
    _ file: FilePath, by rules: AlertRules, within limits: InputPolicy = InputPolicy(),
    listening: Bool = false, adding findings: [AlertFinding] = []
  ) -> CheckedSound {
    let path = path.pushing(file)
    let origin: CheckedSound.Origin = files.archive.map { .archive($0) } ?? .bundle
    let fault: AlertFinding
    switch files.target(of: file) {
    case .file(let target):
      do throws(SoundError) {
        return CheckedSound(
          path, in: origin, try files.open(target), by: rules, within: limits, listening: listening,
          readingAdvice: files.readingAdvice, adding: findings)
      } catch {
        return CheckedSound(path, in: origin, .unknown(error))
      }
    case .outside(let target): fault = .linkOutside(target.string)
    case .folder:
      let verdict = AlertVerdict([.unreadable("this is a folder")], for: rules.use)
      return CheckedSound(path, in: origin, .judged(verdict))
    case .nothing: fault = .unreadable(LinkFault.nothing)
    case .cycle: fault = .unreadable(LinkFault.cycle)
    case .tooLong:
      let error = SoundError(
        .openingInput, path, .sound(.limitExceeded, reason: "this link is too long to follow"),
        advice: "link to the file itself")
      return CheckedSound(path, in: origin, .unknown(error))
    }
    let verdict = AlertVerdict([fault] + findings, for: rules.use)
    return CheckedSound(path, in: origin, .judged(verdict))
  }
}

/// Messages about links that lead to no file.
enum LinkFault {
  static let nothing = "this link is broken"
  static let cycle = "this link points back to itself"
}
