public import SoundFormat
public import SystemPackage

/// What will become of one sound.
public struct CheckedSound: Sendable {
  /// The file; one in an archive by the archive's path and its own inside it.
  public let path: FilePath
  /// What the file is a part of.
  public let place: Place
  /// What its headers say; nil where they could not be read.
  public let sound: SoundFile?
  /// What will become of it.
  public let outcome: Outcome
  /// Whether its outcome is unknown because the system didn't let it be read; see
  /// ``ConversionError/isSystemFailure``.
  public private(set) var isSystemFailure = false
  /// The files of the commands that are advised; nil chooses them by what exists.
  public private(set) var remedyPaths: RemedyPaths?

  /// What a file is a part of.
  public enum Place: Hashable, Sendable {
    /// Nothing: it is a file of its own, or in a folder of sounds.
    case folder
    /// An app in a folder.
    case bundle
    /// An app in an archive: the archive's path, with which the sound's own begins.
    case archive(FilePath)
  }

  /// What will become of a sound, as far as that can be told.
  public enum Outcome: Sendable {
    /// It was looked at.
    case judged(AlertVerdict)
    /// It could not be looked at: why. That says nothing about what iOS will do.
    case unknown(reason: String, advice: String?)
  }

  /// The verdict, if there is one.
  public var verdict: AlertVerdict? {
    if case .judged(let verdict) = outcome { verdict } else { nil }
  }
}

extension CheckedSound {
  /// What to do about one of the verdict's findings; nil where there is nothing sensible to do.
  public func advice(on finding: AlertFinding) -> AlertAdvice? {
    if let remedyPaths { return verdict?.advice(on: finding, with: remedyPaths) }
    // What is in an app was made from a file somewhere else.
    return verdict?.advice(on: finding, at: place == .folder ? path : nil)
  }

  /// Chooses the files of the commands that are advised, so that no two sounds of a report share one.
  ///
  /// - Parameter names: The names chosen for other sounds of the report; this one's are added.
  public mutating func chooseRemedyPaths(from names: inout RemedyNames) {
    guard place == .folder else { return }
    remedyPaths = verdict?.remedyPaths(for: path, from: &names)
  }
}

extension CheckedSound {
  /// Looks at a sound that is open, and hears it where that is asked for and there is a decoder.
  init(
    _ path: FilePath, in place: Place = .folder, _ bytes: any ByteSource & Sendable,
    by rules: AlertRules, within limits: InputPolicy = InputPolicy(), listening: Bool = false,
    readingAdvice: String? = nil, adding: [AlertFinding]
  ) {
    self.path = path
    self.place = place
    do throws(SoundFileError) {
      try limits.check(byteCount: bytes.byteCount)
      let sound = try SoundFile(parsing: bytes)
      try limits.check(sound)
      let heard = listening ? try? SoundMeasurement(of: SoundSource(sound, in: bytes)) : nil
      var verdict = rules.verdict(on: sound, named: path.name, levels: heard?.levels)
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
        var verdict = rules.verdict(on: error)
        verdict.add(adding)
        outcome = .judged(verdict)
      }
    }
  }

  /// Takes a verdict that needs no look at the sound.
  init(_ path: FilePath, in place: Place, _ verdict: AlertVerdict) {
    self.path = path
    self.place = place
    sound = nil
    outcome = .judged(verdict)
  }

  /// Takes a sound that can't be opened.
  init(_ path: FilePath, in place: Place = .folder, _ error: ConversionError) {
    self.path = path
    self.place = place
    sound = nil
    outcome = .unknown(reason: error.reason, advice: error.advice)
    isSystemFailure = error.isSystemFailure
  }
}

extension AppBundle {
  /// Looks at one of the app's files, by way of links inside the app.
  func check(
    _ file: FilePath, by rules: AlertRules, within limits: InputPolicy = InputPolicy(),
    listening: Bool = false, adding findings: [AlertFinding] = []
  ) -> CheckedSound {
    let path = path.pushing(file)
    let place: CheckedSound.Place = files.archive.map { .archive($0) } ?? .bundle
    func judged(_ finding: AlertFinding) -> CheckedSound {
      CheckedSound(path, in: place, AlertVerdict([finding] + findings))
    }
    switch files.target(of: file) {
    case .file(let target):
      do throws(ConversionError) {
        return CheckedSound(
          path, in: place, try files.open(target), by: rules, within: limits, listening: listening,
          readingAdvice: files.readingAdvice, adding: findings)
      } catch {
        return CheckedSound(path, in: place, error)
      }
    case .outside(let target): return judged(.linkOutside(target.string))
    case .folder:
      return CheckedSound(path, in: place, AlertVerdict([.unreadable("this is a folder")]))
    case .nothing: return judged(.unreadable(LinkFault.nothing))
    case .cycle: return judged(.unreadable(LinkFault.cycle))
    }
  }
}

/// What is wrong with a link that leads to no file, in words.
enum LinkFault {
  static let nothing = "there is nothing where this link leads"
  static let cycle = "this link leads back to itself"
}
