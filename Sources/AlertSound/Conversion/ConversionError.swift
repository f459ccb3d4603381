public import SoundFormat
public import SystemPackage

/// Why a conversion failed. No file has been changed.
public struct ConversionError: Error, Sendable {
  /// What the conversion was doing.
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
    case system(Errno)
    /// The sound, or what is asked of it, is at fault.
    case sound(SoundFileError.Code, reason: String)
    /// The conversion was cancelled.
    case cancelled
  }

  /// What the conversion was doing.
  public let step: Step
  /// The file it concerns.
  public let path: FilePath?
  /// What went wrong.
  public let cause: Cause
  /// What the user can do about it, without a full stop.
  public let advice: String?

  /// Creates an error.
  public init(_ step: Step, _ path: FilePath?, _ cause: Cause, advice: String? = nil) {
    self.step = step
    self.path = path
    self.cause = cause
    self.advice = advice
  }

  init(_ step: Step, _ path: FilePath?, _ error: SoundFileError, advice: String? = nil) {
    self.init(
      step, path, .sound(error.code, reason: error.description),
      advice: advice ?? Self.advice(on: error, step))
  }

  /// The advice on bytes that can't be read or are missing.
  private static func advice(on error: SoundFileError, _ step: Step) -> String? {
    switch error.code {
    case .inputOutput: adviceOnReading
    case .truncated where step == .reading:
      // Allowing truncated files doesn't help if a file shrinks while it is read.
      error.reason == SoundFileError.becameShorter.reason
        ? "copy or export it again" : SoundSource.adviceOnTruncation
    default: nil
    }
  }

  /// The advice on bytes that can't be read.
  static let adviceOnReading = "try again, or with another copy of the file"

  /// Wraps an error with a step and a path. A `ConversionError` keeps its own.
  package init(wrapping error: any Error, _ step: Step, _ path: FilePath?) {
    switch error {
    case let error as ConversionError: self = error
    case let error as SoundFileError: self.init(step, path, error)
    case let error as Errno: self.init(step, path, .system(error), advice: error.advice(on: path))
    default: self.init(step, path, .sound(.inputOutput, reason: "\(error)"))
    }
  }

  /// Whether the input exceeds a limit of its ``InputPolicy``.
  public var isLimitExceeded: Bool {
    if case .sound(.limitExceeded, _) = cause { true } else { false }
  }

  /// What is wrong, in words, without the file's name and the advice.
  public var reason: String {
    switch cause {
    case .system(.noSuchFileOrDirectory) where path?.isURL == true: "this is a URL, not a file"
    case .system(let errno): errno.sentence
    case .sound(_, let reason): reason
    case .cancelled: "cancelled"
    }
  }
}

extension ConversionError {
  /// Whether the system is at fault, not the input or the request: no permission, no space, too many open
  /// files, a disk error, a library that isn't installed. The same conversion may succeed later.
  public var isSystemFailure: Bool {
    switch cause {
    case .system(let errno): !errno.isAboutPath
    case .sound(let code, _): code == .inputOutput || code == .libraryMissing
    case .cancelled: false
    }
  }
}

extension ConversionError {
  /// What is wrong and what to do about it, without the file's name: `the disk is full; free some space`.
  public var sentence: String { Self.sentence(reason, advice) }

  /// Joins a fact with advice, if there is any.
  static func sentence(_ fact: String, _ advice: String?) -> String {
    fact + (advice.map { "; \($0)" } ?? "")
  }
}

extension ConversionError: CustomStringConvertible {
  /// `ring.caf: error: what is wrong; what to do`
  public var description: String {
    let place = path.map { "\($0.typedText): " } ?? ""
    return place + "error: " + sentence
  }
}

extension Errno {
  /// Whether a path leads to nothing, or to something that isn't a file.
  fileprivate var isAboutPath: Bool {
    switch self {
    case .noSuchFileOrDirectory, .isDirectory, .notDirectory, .fileNameTooLong,
      .tooManySymbolicLinkLevels, .invalidArgument, .fileExists:
      true
    default: false
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .noSuchFileOrDirectory: "there is no such file or folder"
    case .isDirectory: "this is a folder"
    case .permissionDenied, .notPermitted: "permission denied"
    case .invalidArgument: "this is not a regular file"
    case .noSpace, .diskQuotaExceeded: "the disk is full"
    case .readOnlyFileSystem: "the file system is read-only"
    case .fileExists: "the file already exists"
    case .notDirectory: "part of the path is a file, not a folder"
    case .fileNameTooLong: "the name is too long"
    case .tooManySymbolicLinkLevels: "the link points to itself"
    case .fileTooLarge: "the file would exceed the size limit"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "too many files are open"
    case .brokenPipe: "the reader closed the pipe"
    case .badFileDescriptor: "it is closed"
    default: description
    }
  }

  fileprivate func advice(on path: FilePath?) -> String? {
    switch self {
    case .noSuchFileOrDirectory where path?.isURL == true: "download it first, or pipe it in"
    case .noSuchFileOrDirectory where path?.isLink == true:
      "the link is broken: recreate it, or delete it"
    case .tooManySymbolicLinkLevels: "recreate it, or delete it"
    case .noSuchFileOrDirectory: "check the spelling"
    case .permissionDenied, .notPermitted: "check the permissions of the file and its folder"
    case .noSpace, .diskQuotaExceeded: "free some space and try again"
    case .readOnlyFileSystem: "write to another folder"
    case .notDirectory: "name another folder"
    case .fileNameTooLong: "shorten it"
    case .fileTooLarge: "raise the limit: ulimit -f"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "raise the limit: ulimit -n"
    case .ioError: "try again, or with another disk"
    default: nil
    }
  }
}

extension FilePath {
  fileprivate var isLink: Bool { (try? linkTarget()) != nil }
}
