public import SoundFormat
public import SystemPackage

/// What will become of one sound.
public struct CheckedSound: Sendable {
  /// The file; one in an archive by the archive's path and its own inside it.
  public let path: FilePath
  /// What its headers say; nil where they could not be read.
  public let sound: SoundFile?
  /// What will become of it.
  public let outcome: Outcome

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
  /// Looks at a sound that is open, and hears it where that is asked for and there is a decoder.
  init(
    _ path: FilePath, _ bytes: any ByteSource & Sendable, by rules: AlertRules,
    within limits: InputPolicy = InputPolicy(), listening: Bool = false,
    readingAdvice: String? = nil, adding: [AlertFinding]
  ) {
    self.path = path
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
  init(_ path: FilePath, _ verdict: AlertVerdict) {
    self.path = path
    sound = nil
    outcome = .judged(verdict)
  }

  /// Takes a sound that can't be opened.
  init(_ path: FilePath, _ error: ConversionError) {
    self.path = path
    sound = nil
    outcome = .unknown(reason: error.reason, advice: error.advice)
  }
}

extension AppBundle {
  /// Looks at one of the app's files, by way of links inside the app.
  func check(
    _ file: FilePath, by rules: AlertRules, within limits: InputPolicy = InputPolicy(),
    listening: Bool = false, adding findings: [AlertFinding] = []
  ) -> CheckedSound {
    let place = path.pushing(file)
    switch files.target(of: file) {
    case .file(let target):
      do throws(ConversionError) {
        return CheckedSound(
          place, try files.open(target), by: rules, within: limits, listening: listening,
          readingAdvice: files.readingAdvice, adding: findings)
      } catch {
        return CheckedSound(place, error)
      }
    case .outside(let target):
      return CheckedSound(place, AlertVerdict([.linkOutside(target.string)] + findings))
    case .folder: return CheckedSound(place, AlertVerdict([.unreadable("this is a folder")]))
    case .nothing:
      return CheckedSound(place, AlertVerdict([.unreadable(LinkFault.nothing)] + findings))
    case .cycle:
      return CheckedSound(place, AlertVerdict([.unreadable(LinkFault.cycle)] + findings))
    }
  }
}

/// What is wrong with a link that leads to no file, in words.
enum LinkFault {
  static let nothing = "there is nothing where this link leads"
  static let cycle = "this link leads back to itself"
}
