public import SoundFormat

/// Why a sound can't be read, converted or checked, or a request can't be carried out. No file has been
/// changed.
public struct SoundError: Error, Sendable {
  /// What failed.
  public enum Step: Hashable, Sendable {
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
  public enum Cause: Hashable, Sendable {
    /// A system call failed.
    case system(SystemError)
    /// The sound or the request is at fault.
    case sound(SoundFileError.Code, reason: String)
    /// The conversion was cancelled.
    case cancelled
  }

  /// What failed.
  public let step: Step
  /// The file it concerns.
  public let file: SoundPath?
  /// What went wrong.
  public let cause: Cause
  /// What the user can do about it, without a full stop.
  public let advice: String?

  /// Creates an error.
  public init(_ step: Step, _ file: SoundPath?, _ cause: Cause, advice: String? = nil) {
    self.step = step
    self.file = file
    self.cause = cause
    self.advice = advice
  }

  package init(
    _ step: Step, _ file: SoundPath?, _ error: SoundFileError, advice: String? = nil
  ) {
    self.init(
      step, file, .sound(error.code, reason: error.description),
      advice: advice ?? Self.advice(on: error, step))
  }

  /// The advice on bytes that can't be read or are missing.
  private static func advice(on error: SoundFileError, _ step: Step) -> String? {
    switch error.code {
    case .inputOutput: adviceOnReading
    case .truncated where step == .reading:
      // Allowing truncated files doesn't help if a file shrinks while it is read.
      error.reason == SoundFileError.becameShorter.reason
        ? "copy or export it again" : Self.adviceOnTruncation
    default: nil
    }
  }

  /// The advice on a truncated file.
  package static let adviceOnTruncation = "copy or export it again, or give --allow-truncated"

  /// The advice on bytes that can't be read.
  static let adviceOnReading = "try again, or with another copy of the file"

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
}

extension SoundError {
  /// Whether the system is at fault, not the input or the request: no permission, no space, too many open
  /// files, a disk error, a library that isn't installed. The same conversion may succeed later.
  public var isSystemFailure: Bool {
    switch cause {
    case .system(let error): !error.isAboutPath
    case .sound(let code, _): code == .inputOutput || code == .libraryMissing
    case .cancelled: false
    }
  }
}

extension SoundError {
  /// What is wrong and what to do about it, without the file's name: `the disk is full; free some space`.
  public var sentence: String { Self.sentence(reason, advice) }

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

/// A failed system call. The module that makes the calls puts it into words.
public struct SystemError: Hashable, Sendable {
  /// The system's number, `errno`.
  public let number: CInt
  /// What is wrong, in words.
  package let reason: String
  /// Whether the path leads to nothing, or to something that isn't a file.
  package let isAboutPath: Bool

  package init(number: CInt, reason: String, isAboutPath: Bool) {
    self.number = number
    self.reason = reason
    self.isAboutPath = isAboutPath
  }

  public static func == (one: SystemError, other: SystemError) -> Bool {
    one.number == other.number
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
