public import SoundFormat
public import SystemPackage

/// The result of checking one sound.
public struct CheckedSound: Sendable {
  /// The file. In an archive, it is the archive's path followed by the path inside the archive.
  public let path: FilePath
  /// Where the file was found.
  public let origin: Origin
  /// The structure read from the headers; nil if they couldn't be read.
  public let sound: SoundFile?
  /// What will happen to the sound.
  public let outcome: Outcome
  /// Whether a notification can ask for it, as far as that is known. False for a sound of a project whose code asks
  /// for names that can't be read, so that it may also be something else.
  public internal(set) var isCertain = true
  /// Whether the outcome is unknown because of a system failure; see
  /// ``SoundError/isSystemFailure``.
  public private(set) var isSystemFailure = false
  /// The files that advised commands use; nil to choose names that don't exist yet.
  public private(set) var remedyPaths: RemedyPaths?

  /// Where a file may be found.
  public enum Origin: Hashable, Sendable {
    /// A single file, or a file in a folder of sounds.
    case folder
    /// An app in a folder.
    case bundle
    /// An app in the archive at this path. The sound's own path begins with it.
    case archive(FilePath)
    /// A project of an app.
    case project
  }

  /// What will happen to a sound, as far as that is known.
  public enum Outcome: Sendable {
    /// The sound was checked.
    case judged(AlertVerdict)
    /// The sound couldn't be checked, for this reason. That doesn't predict what iOS will do.
    case unknown(reason: String, advice: String?)
  }

  /// Whether it is in a project and would play, but no code asks for it.
  public var isUnused: Bool {
    guard let verdict, verdict.outcome == .plays else { return false }
    return verdict.advisories.contains { $0 == .unrequested || $0 == .leftOut }
  }

  /// The verdict; nil if the sound couldn't be checked.
  public var verdict: AlertVerdict? {
    if case .judged(let verdict) = outcome { verdict } else { nil }
  }
}

extension CheckedSound {
  /// Returns advice on one of the verdict's findings; nil if there is nothing sensible to do.
  public func advice(on finding: AlertFinding) -> AlertAdvice? {
    if let remedyPaths { return verdict?.advice(on: finding, with: remedyPaths) }
    return verdict?.advice(on: finding, at: isOriginal ? path : nil)
  }

  /// Chooses the files for the advised commands, so that no two sounds of a report share one.
  ///
  /// - Parameter names: The names chosen for other sounds of the report. This sound's are added.
  public mutating func chooseRemedyPaths(from names: inout RemedyNames) {
    guard isOriginal else { return }
    remedyPaths = verdict?.remedyPaths(for: path, from: &names)
  }
}

extension CheckedSound {
  /// Whether the file is the user's own. A sound in an app is a copy of a file elsewhere, so don't advise
  /// converting it in place.
  private var isOriginal: Bool { origin == .folder || origin == .project }

  /// Checks an open sound. With `listening`, it also decodes the sound if there is a decoder. Without `rules`,
  /// only the findings that are added count.
  init(
    _ path: FilePath, in origin: Origin = .folder, _ bytes: any ByteSource & Sendable,
    by rules: AlertRules?, within limits: InputPolicy = InputPolicy(), listening: Bool = false,
    readingAdvice: String? = nil, adding: [AlertFinding]
  ) {
    self.path = path
    self.origin = origin
    do throws(SoundFileError) {
      try limits.check(byteCount: bytes.byteCount)
      let sound = try SoundFile(parsing: bytes)
      try limits.check(sound)
      let heard = listening ? try? SoundMeasurement(of: SoundSource(sound, in: bytes)) : nil
      var verdict =
        rules?.verdict(on: sound, named: path.name, levels: heard?.levels) ?? AlertVerdict()
      verdict.add(adding)
      self.sound = sound
      outcome = .judged(verdict)
    } catch {
      sound = nil
      if error.code == .inputOutput {
        outcome = .unknown(reason: error.description, advice: readingAdvice)
        isSystemFailure = true
      } else if error.code == .limitExceeded {
        outcome = .unknown(reason: error.reason, advice: nil)
      } else {
        var verdict = rules?.verdict(on: error) ?? AlertVerdict()
        verdict.add(adding)
        outcome = .judged(verdict)
      }
    }
  }

  /// Creates a result with a verdict that doesn't depend on the sound's contents.
  init(_ path: FilePath, in origin: Origin, _ verdict: AlertVerdict) {
    self.path = path
    self.origin = origin
    sound = nil
    outcome = .judged(verdict)
  }

  /// Creates a result for a sound that can't be opened.
  init(_ path: FilePath, in origin: Origin = .folder, _ error: SoundError) {
    self.path = path
    self.origin = origin
    sound = nil
    outcome = .unknown(reason: error.reason, advice: error.advice)
    isSystemFailure = error.isSystemFailure
  }
}

extension AppBundle {
  /// Checks one of the app's files, following links inside the app.
  func check(
    _ file: FilePath, by rules: AlertRules, within limits: InputPolicy = InputPolicy(),
    listening: Bool = false, adding findings: [AlertFinding] = []
  ) -> CheckedSound {
    let path = path.pushing(file)
    let origin: CheckedSound.Origin = files.archive.map { .archive($0) } ?? .bundle
    func judged(_ finding: AlertFinding) -> CheckedSound {
      CheckedSound(path, in: origin, AlertVerdict([finding] + findings, for: rules.use))
    }
    switch files.target(of: file) {
    case .file(let target):
      do throws(SoundError) {
        return CheckedSound(
          path, in: origin, try files.open(target), by: rules, within: limits, listening: listening,
          readingAdvice: files.readingAdvice, adding: findings)
      } catch {
        return CheckedSound(path, in: origin, error)
      }
    case .outside(let target): return judged(.linkOutside(target.string))
    case .folder:
      return CheckedSound(
        path, in: origin, AlertVerdict([.unreadable("this is a folder")], for: rules.use))
    case .nothing: return judged(.unreadable(LinkFault.nothing))
    case .cycle: return judged(.unreadable(LinkFault.cycle))
    }
  }
}

/// The messages for links that lead to no file.
enum LinkFault {
  static let nothing = "this link is broken"
  static let cycle = "this link points back to itself"
}
