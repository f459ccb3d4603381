package import SoundFormat

/// Why a sound can't be read, converted or checked, or a request can't be carried out. No file has been
/// changed.
public struct SoundError: Error, Hashable, Sendable {
  /// What failed.
  package enum Step: Hashable, Sendable {
    /// Opening the source and reading its headers.
    case openingInput
    /// Matching the container with the data format, or creating the file.
    case creatingOutput
    /// Choosing a decoder, an encoder and the steps between them.
    case choosingCodec
    /// Matching the source's channels with the layout given for them.
    case matchingInputLayout
    /// Matching the output's channels with the layout asked for.
    case matchingOutputLayout
    /// Reading packets.
    case reading
    /// Writing packets.
    case writing
    /// Checking that an alert, or the sound that replaces it, is short enough.
    case checkingLength
  }

  /// What went wrong.
  package enum Cause: Hashable, Sendable {
    /// A system call failed.
    case system(SystemError)
    /// The sound or the request is at fault.
    case sound(SoundFileError.Code, reason: String)
    /// The conversion was cancelled.
    case cancelled
  }

  package let step: Step
  /// The file that the error concerns.
  public let file: SoundPath?
  package let cause: Cause
  /// What the user can do about the error. A command and a page may word it differently.
  package let remedy: Remedy?

  /// What the user can do about the error, without a full stop.
  public var advice: String? { remedy?.words }

  package init(_ step: Step, _ file: SoundPath?, _ cause: Cause, advice: String? = nil) {
    self.init(step, file, cause, remedy: advice.map { .words($0) })
  }

  package init(_ step: Step, _ file: SoundPath?, _ cause: Cause, remedy: Remedy?) {
    self.step = step
    self.file = file
    self.cause = cause
    self.remedy = remedy
  }

  /// Creates the error for a request that can't be carried out.
  package init(
    _ step: Step, _ file: SoundPath?, unsupported reason: String, remedy: Remedy? = nil
  ) {
    self.init(step, file, .sound(.unsupported, reason: reason), remedy: remedy)
  }
  package init(
    _ step: Step, _ file: SoundPath?, _ error: SoundFileError, remedy: Remedy? = nil
  ) {
    self.init(
      step, file, .sound(error.code, reason: error.description),
      remedy: remedy ?? Self.remedy(for: error, step))
  }

  /// The remedy for bytes that can't be read or are missing.
  private static func remedy(for error: SoundFileError, _ step: Step) -> Remedy? {
    switch error.code {
    case .inputOutput: .words("try again, or with another copy of the file")
    case .truncated where step == .reading:
      // Don't advise to accept truncated files if the file shrank while it was read: that wouldn't help.
      error.reason == SoundFileError.becameShorter.reason
        ? .words("copy or export it again") : .acceptTruncation
    default: nil
    }
  }

  /// Whether the input exceeds a limit of its ``InputPolicy``.
  public var isLimitExceeded: Bool {
    if case .sound(.limitExceeded, _) = cause { true } else { false }
  }

  /// What is wrong, in words, without the file's name and the advice.
  public var reason: String {
    switch cause {
    case .system(let error): error.reason
    case .sound(_, let reason): reason
    case .cancelled: "cancelled"
    }
  }

  /// Whether the system is at fault, not the input or the request: no permission, no space, too many open
  /// files, a disk error, a library that isn't installed. The same conversion may succeed later.
  public var isSystemFailure: Bool {
    switch cause {
    case .system(let error): !error.isAboutPath
    case .sound(let code, _): code == .inputOutput || code == .libraryMissing
    case .cancelled: false
    }
  }

  /// What is wrong and what to do about it, without the file's name: `the disk is full; free some space`.
  package var sentence: String { Self.sentence(reason, advice) }

  /// Joins a fact with advice, if there is any.
  package static func sentence(_ fact: String, _ advice: String?) -> String {
    fact + (advice.map { "; \($0)" } ?? "")
  }
}

extension SoundError: CustomStringConvertible {
  /// `ring.caf: error: what is wrong; what to do`
  public var description: String {
    let prefix = file.map { "\($0.typedText): " } ?? ""
    return prefix + "error: " + sentence
  }
}

/// What the user can do about an error or a warning.
///
/// A remedy that the command and the page word differently has its own case.
package enum Remedy: Hashable, Sendable {
  /// A remedy with the same words everywhere.
  case words(String)
  case acceptTruncation
  /// Follow this advice on how to export the sound. If the file is trusted, external decoders may read it instead.
  case exportOrTrust(String)
  case skipFewerFrames
  /// Use two channels or one. With `orBuiltIn`, using the built-in resampler helps, too.
  case mixDown(orBuiltIn: Bool = false)
  case leaveLayoutOut
  case chooseDataFormat
  case chooseHigherRate
  case chooseShorterDefault
  /// Shorten the sound, or choose a policy that trims or replaces it.
  case shorten
  /// Convert into another folder, or choose a policy that trims the sound or converts it whole.
  case chooseOtherFolder
  /// Follow this advice, if there is any, or write WAVE files for Android.
  case useWAVE(or: String? = nil)
  /// Trim the sound to this many seconds; nil trims it to just below the limit.
  case trim(seconds: Double?)

  /// The remedy in words that any host can use.
  package var words: String {
    switch self {
    case .words(let words): words
    case .acceptTruncation: "copy or export it again, or accept truncated files"
    case .exportOrTrust(let export): "\(export), or allow libsndfile if you trust the file"
    case .skipFewerFrames: "skip fewer frames"
    case .mixDown(let orBuiltIn):
      "use two channels or one" + (orBuiltIn ? ", or the built-in resampler" : "")
    case .leaveLayoutOut: "choose a layout that fits, or none"
    case .chooseDataFormat: "choose a data format instead of copying packets"
    case .chooseHigherRate: "choose a higher rate, or CAF"
    case .chooseShorterDefault: "choose a shorter one"
    case .shorten: "shorten it, or have it trimmed or replaced"
    case .chooseOtherFolder: "choose another folder, or have it trimmed or converted whole"
    case .useWAVE(let advice): (advice.map { "\($0), or " } ?? "") + "write WAVE files for Android"
    case .trim(let seconds):
      seconds.map { "trimming keeps the first \(secondsText($0)) of the sound instead" }
        ?? "trimming shortens it"
    }
  }

  /// The remedy in terms of the page's settings.
  package var pageWords: String {
    switch self {
    case .acceptTruncation: "export or copy it again"
    case .mixDown: "choose Stereo or Mono under “Channels”"
    case .shorten, .trim: "choose “Trim and fade out” under “If it is too long”"
    default: words
    }
  }
}

/// A failed system call. Errors are equal if their numbers are equal.
package struct SystemError: Hashable, Sendable {
  /// `errno`.
  package let number: CInt
  /// What is wrong, in words.
  package let reason: String
  /// Whether the path is at fault: nothing is there, or it isn't a file.
  package let isAboutPath: Bool

  package init(number: CInt, reason: String, isAboutPath: Bool) {
    self.number = number
    self.reason = reason
    self.isAboutPath = isAboutPath
  }

  package static func == (one: SystemError, other: SystemError) -> Bool {
    one.number == other.number
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
