package import SoundFormat
public import SystemPackage

extension SoundError {
  /// The file that the error concerns.
  public var path: FilePath? { file.map(FilePath.init) }

  /// The system's error; nil if the cause isn't a system call.
  package var errno: Errno? {
    if case .system(let error) = cause { Errno(rawValue: error.number) } else { nil }
  }

  package init(_ step: Step, _ path: FilePath, _ cause: Cause, advice: Remedy? = nil) {
    self.init(step, SoundPath(path), cause, advice: advice)
  }

  package init(_ step: Step, _ path: FilePath, _ error: SoundFileError, advice: Remedy? = nil) {
    self.init(step, SoundPath(path), error, advice: advice)
  }

  /// Wraps an error with a step and a path. A `SoundError` keeps its own step and path.
  package init(wrapping error: any Error, _ step: Step, _ path: FilePath) {
    switch error {
    case let errno as Errno:
      self.init(step, path, .system(SystemError(errno, at: path)), advice: errno.remedy(on: path))
    case let error as SoundError: self = error
    case let error as SoundFileError: self.init(step, path, error)
    default: self.init(step, path, .sound(.inputOutput, reason: "\(error)"))
    }
  }

  /// Wraps the errors of a closure with a step and a path.
  static func wrap<Result>(
    _ step: Step, _ path: FilePath, _ body: () throws -> Result
  ) throws(SoundError) -> Result {
    do {
      return try body()
    } catch {
      throw SoundError(wrapping: error, step, path)
    }
  }
}

extension SoundError.Cause {
  /// A failed system call, in words that don't depend on a path.
  package static func system(_ errno: Errno) -> SoundError.Cause {
    .system(SystemError(errno, at: nil))
  }
}

extension SystemError {
  /// Returns whether an error has the number of `errno`. Used in patterns such as `case .system(Errno.noSpace)`.
  package static func ~= (errno: Errno, error: SystemError) -> Bool {
    error.number == errno.rawValue
  }

  /// Describes a failed system call on a path.
  init(_ errno: Errno, at path: FilePath?) {
    let isURL = errno == .noSuchFileOrDirectory && path?.isURL == true
    self.init(
      number: errno.rawValue, reason: isURL ? "this is a URL, not a file" : errno.reason,
      isAboutPath: errno.isAboutPath)
  }
}

extension Errno {
  /// Whether the error means that a path leads to nothing, or to something that isn't a file.
  fileprivate var isAboutPath: Bool {
    switch self {
    case .noSuchFileOrDirectory, .isDirectory, .notDirectory, .fileNameTooLong,
      .tooManySymbolicLinkLevels, .invalidArgument, .fileExists:
      true
    default: false
    }
  }

  fileprivate var reason: String {
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

  fileprivate func remedy(on path: FilePath) -> Remedy? {
    switch self {
    case .fileTooLarge: .raiseFileSizeLimit
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: .raiseOpenFileLimit
    case .noSuchFileOrDirectory where path.isURL: "download it first, or pipe it in"
    case .noSuchFileOrDirectory where path.isLink:
      "the link is broken: recreate it, or delete it"
    case .tooManySymbolicLinkLevels: "recreate it, or delete it"
    case .noSuchFileOrDirectory: "check the spelling"
    case .permissionDenied, .notPermitted: "check the permissions of the file and its folder"
    case .noSpace, .diskQuotaExceeded: "free some space and try again"
    case .readOnlyFileSystem: "write to another folder"
    case .notDirectory: "name another folder"
    case .fileNameTooLong: "shorten it"
    case .ioError: "try again, or with another disk"
    default: nil
    }
  }
}

extension FilePath {
  fileprivate var isLink: Bool { (try? linkTarget()) != nil }
}
