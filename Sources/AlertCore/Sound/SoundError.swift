package import SoundFormat

/// Why a sound can't be read, converted or checked, or a request can't be carried out. No file has been
/// changed.
///
/// The error prints as one line: the file, if there is one, what is wrong, and what to do about it. Switch over
/// ``fault`` to decide how to go on:
///
/// ```swift
/// func status(for error: SoundError) -> Int {
///   switch error.fault {
///   case .sound: 422  // Refuse the upload.
///   case .limit: 413  // Refuse it, or ask for less.
///   case .system, .cancelled: 503  // The same call may succeed later.
///   case .request: 500  // Fix the code that asks for this.
///   }
/// }
/// ```
public struct SoundError: Error, Hashable, Sendable {
  /// What is at fault, and so what a caller does about it.
  public enum Fault: Hashable, Sendable {
    /// The sound: it is damaged, empty or in a format that can't be decoded, its path leads to no file, or it can't be
    /// converted as asked although others can, such as one with six channels to IMA4. Refuse it.
    case sound
    /// The sound is larger or longer than its ``InputPolicy`` or ``LengthLimit`` allows. Refuse it.
    case limit
    /// What was asked for, whatever the sound: a container can't hold the data format, a number is out of range, or the
    /// output's path can't be used. Fix the code, or the setting that a user chose.
    case request
    /// The system: no permission, no space, too many open files, a disk error, a library that isn't installed. The
    /// same call may succeed later.
    case system
    /// The work was cancelled.
    case cancelled
  }

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
  package indirect enum Cause: Hashable, Sendable {
    /// A system call failed.
    case system(SystemError)
    /// The sound or the request is at fault.
    case sound(SoundFileError.Code, reason: String)
    /// The conversion was cancelled.
    case cancelled
  }

  package let step: Step
  /// The file that the error concerns.
  public private(set) var file: SoundPath?
  package let cause: Cause
  /// What the user can do about the error. A command and a page may word it differently.
  package let remedy: Remedy?
  /// Whether what was asked for is impossible, whatever the sound.
  private var isRequestImpossible = false

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

  /// Creates the error for a sound that can't be converted as asked.
  package init(
    _ step: Step, _ file: SoundPath?, unsupported reason: String, remedy: Remedy? = nil
  ) {
    self.init(step, file, .sound(.unsupported, reason: reason), remedy: remedy)
  }

  /// Creates the error for a request that can't be carried out, whatever the sound.
  package init(
    _ step: Step, _ file: SoundPath? = nil, impossible reason: String, remedy: Remedy? = nil
  ) {
    self.init(step, file, unsupported: reason, remedy: remedy)
    isRequestImpossible = true
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
    case .malformed where step == .reading: .words("copy or export it again")
    default: nil
    }
  }

  /// What is at fault.
  public var fault: Fault {
    switch cause {
    case .cancelled: .cancelled
    case .system(let error) where !error.isAboutPath: .system
    case .sound(.inputOutput, _), .sound(.libraryMissing, _): .system
    case .sound(.limitExceeded, _): .limit
    case .sound(.tooLong, _) where step == .checkingLength: .limit
    case .system, .sound: isRequestImpossible || step == .creatingOutput ? .request : .sound
    }
  }

  /// Returns the error with another file.
  package func placed(at file: SoundPath?) -> SoundError {
    var error = self
    error.file = file
    return error
  }

  /// What is wrong, in words, without the file's name and the advice.
  public var reason: String {
    switch cause {
    case .system(let error): error.reason
    case .sound(_, let reason): reason
    case .cancelled: "cancelled"
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
  /// The error on one line: `ring.caf: what is wrong; what to do`.
  public var description: String {
    ((file.map { "\($0.typedText): " } ?? "") + sentence).onOneLine
  }
}

/// What the user can do about an error or a warning.
///
/// A remedy that the command and the page word differently has its own case.
package indirect enum Remedy: Hashable, Sendable {
  /// A remedy with the same words everywhere.
  case words(String)
  case acceptTruncation
  /// Follow this advice on how to export the sound. If the file is trusted, external decoders may read it instead.
  case exportOrTrust(String)
  case skipFewerFrames
  /// Follow this advice on how to export the sound, or let FFmpeg convert `input` to `output`.
  case exportOrConvert(String, input: SoundPath, output: SoundPath)
  /// Use two channels or one. With `orBuiltIn`, using the built-in resampler helps, too.
  case mixDown(orBuiltIn: Bool = false)
  case leaveLayoutOut
  case chooseDataFormat
  case chooseHigherRate
  case chooseShorterDefault
  /// Shorten the sound, or choose a policy that trims or replaces it.
  case shorten
  /// Keep the true peak below full scale.
  case limitPeaks
  /// Convert into another folder, or choose a policy that trims the sound or converts it whole.
  case chooseOtherFolder
  /// Name another output, or let the output replace an input.
  case nameOtherOutput
  /// Follow this advice, if there is any, or write WAVE files for Android.
  case useWAVE(or: String? = nil)
  /// Raise the system's limit on the size of files, or on how many may be open.
  case raiseFileSizeLimit, raiseOpenFileLimit
  /// Trim the sound to this many seconds; nil trims it to just below the limit.
  case trim(seconds: Double?)

  /// The remedy in words that any host can use.
  package var words: String {
    switch self {
    case .words(let words): words
    case .acceptTruncation: "copy or export it again, or accept truncated files"
    case .exportOrTrust(let export): "\(export), or allow libsndfile if you trust the file"
    case .exportOrConvert(let export, _, _): "\(export), or convert it with FFmpeg first"
    case .skipFewerFrames: "skip fewer frames"
    case .mixDown(let orBuiltIn):
      "use two channels or one" + (orBuiltIn ? ", or the built-in resampler" : "")
    case .leaveLayoutOut: "choose a layout that fits, or none"
    case .chooseDataFormat: "choose a data format instead of copying packets"
    case .chooseHigherRate: "choose a higher rate, or CAF"
    case .chooseShorterDefault: "choose a shorter one"
    case .limitPeaks: "limit its true peak to -1 dBTP"
    case .shorten: "shorten it, or have it trimmed or replaced"
    case .chooseOtherFolder: "choose another folder, or have it trimmed or converted whole"
    case .nameOtherOutput: "name another output"
    case .useWAVE(let advice): (advice.map { "\($0), or " } ?? "") + "write WAVE files for Android"
    case .raiseFileSizeLimit: "raise the limit on the size of files"
    case .raiseOpenFileLimit: "raise the limit on open files"
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
