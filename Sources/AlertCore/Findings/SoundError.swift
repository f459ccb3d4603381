package import SoundFormat

/// Why a sound can't be read, converted or checked, or why a call can't be carried out. No file has been changed.
///
/// The error prints as one line: the file, if there is one, what is wrong, and what to do. Switch over ``fault`` to
/// decide how to go on:
///
/// ```swift
/// func status(for error: SoundError) -> Int {
///   switch error.fault {
///   case .sound: 422  // Refuse the upload.
///   case .limit: 413  // Refuse it, or ask for less.
///   case .system: 503  // The same call may succeed later.
///   case .request: 500  // Fix the code that asks for this.
///   }
/// }
/// ```
public struct SoundError: Error, Equatable, Sendable {
  /// What is at fault. The fault tells a caller what to do.
  public enum Fault: Hashable, Sendable {
    /// The sound. It is damaged, empty or in a format that can't be decoded. Or it can't be converted as asked, but
    /// other sounds can: for example, six channels don't fit IMA4. Refuse the sound.
    case sound
    /// The sound is larger or longer than an ``InputPolicy`` or a ``LengthLimit`` allows. Refuse the sound.
    case limit
    /// What was asked for, whatever the sound: a container can't hold the data format, a number is out of range, the
    /// input's path leads to no file, or the output's path can't be used. Fix the code, or a setting of the user.
    case request
    /// The system: no permission, no space, too many open files, a disk error, a library that isn't installed. The
    /// same call may succeed later.
    case system
  }

  /// The step that failed.
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
  package indirect enum Cause: Equatable, Sendable {
    /// A system call failed.
    case system(SystemError)
    /// A failure that has a code of `SoundFileError`. The sound isn't always at fault: see ``SoundError/fault``.
    case sound(SoundFileError.Code, reason: String)
    /// What was asked for is impossible, whatever the sound.
    case impossible(String)
    /// The conversion was cancelled.
    case cancelled

    /// Returns the cause for a sound that can't be converted as asked.
    package static func unsupported(_ reason: String) -> Self {
      .sound(.unsupported, reason: reason)
    }
  }

  package let step: Step
  /// The file that the error concerns.
  package private(set) var file: SoundPath?
  package let cause: Cause
  /// What the user can do about the error. A command and a page may use other words.
  package let remedy: Remedy?

  /// What the caller of this library can do about the error, in words without a full stop.
  public var advice: String? { remedy?.words }

  /// Creates an error, as a converter in a test may throw it.
  public init(_ fault: Fault, _ reason: String, advice: String? = nil) {
    let cause: Cause =
      switch fault {
      case .sound: .unsupported(reason)
      case .limit: .sound(.limitExceeded, reason: reason)
      case .request: .impossible(reason)
      case .system: .sound(.inputOutput, reason: reason)
      }
    self.init(.reading, nil, cause, advice: advice.map(Remedy.words))
  }

  package init(_ step: Step, _ file: SoundPath?, _ cause: Cause, advice: Remedy? = nil) {
    (self.step, self.file, self.cause, remedy) = (step, file, cause, advice)
  }

  package init(
    _ step: Step, _ file: SoundPath?, _ error: SoundFileError, advice: Remedy? = nil
  ) {
    self.init(
      step, file, .sound(error.code, reason: error.description),
      advice: advice ?? Self.remedy(for: error, step))
  }

  /// Returns the remedy for bytes that can't be read or are missing.
  private static func remedy(for error: SoundFileError, _ step: Step) -> Remedy? {
    switch error.code {
    case .inputOutput: "try again, or with another copy of the file"
    case .truncated where step == .reading:
      // If the file shrank while it was read, don't advise to accept truncated files: that advice wouldn't help.
      error.reason == SoundFileError.becameShorter.reason
        ? "copy or export it again" : .acceptTruncation
    case .malformed where step == .reading: "copy or export it again"
    default: nil
    }
  }

  /// What is at fault.
  public var fault: Fault {
    switch cause {
    // Callers don't see this fault: they get `CancellationError`.
    case .cancelled: .system
    case .system(let error) where !error.isAboutPath: .system
    case .sound(.inputOutput, _), .sound(.libraryMissing, _): .system
    case .sound(.limitExceeded, _): .limit
    case .sound(.tooLong, _) where step == .checkingLength: .limit
    case .system, .impossible: .request
    case .sound: step == .creatingOutput ? .request : .sound
    }
  }

  /// Returns the error with another file.
  package func placed(at file: SoundPath?) -> SoundError {
    var error = self
    error.file = file
    return error
  }

  /// What is wrong, in words without the file's name and the advice. An app may show these words to the person who
  /// uploaded the sound.
  public var reason: String {
    switch cause {
    case .system(let error): error.reason
    case .sound(_, let reason), .impossible(let reason): reason
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

/// A failed system call. Errors are equal if their numbers are equal.
package struct SystemError: Equatable, Sendable {
  /// `errno`.
  package let number: CInt
  /// What is wrong, in words.
  package let reason: String
  /// Whether the path is at fault: the path leads to nothing, or to something that isn't a file.
  package let isAboutPath: Bool

  package init(number: CInt, reason: String, isAboutPath: Bool) {
    self.number = number
    self.reason = reason
    self.isAboutPath = isAboutPath
  }

  package static func == (one: SystemError, other: SystemError) -> Bool {
    one.number == other.number
  }
}
