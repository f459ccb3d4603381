internal import Platform
internal import SoundFormat
internal import SystemPackage

/// What a run of another program may take before it is stopped.
struct ExternalLimits: Sendable {
  /// In seconds, without the time that the machine sleeps.
  var duration: Double
  /// The size of what it reads and of what it writes, in bytes.
  var byteCount: Int

  /// Ten minutes, and the floats of an hour and a half of stereo.
  static let standard = ExternalLimits(duration: 600, byteCount: 1 << 31)

  /// Refuses to give a program more bytes than it may read.
  func check(_ byteCount: Int, for name: String) throws(SoundFileError) {
    guard byteCount > self.byteCount else { return }
    throw SoundFileError(.limitExceeded, "\(name) is not given more than \(self.byteCount) bytes")
  }

  /// Why a running program must be stopped; nil if it may go on.
  func interruption(of name: String, since start: SuspendingClock.Instant) -> SoundFileError? {
    if Host.isInterrupted { return SoundFileError(.inputOutput, "\(name) was stopped") }
    guard start.duration(to: .now) > .seconds(duration) else { return nil }
    return SoundFileError(.inputOutput, "\(name) took longer than \(secondsText(duration))")
  }
}

extension SoundFileError {
  /// The error of a sound that a program should have decoded.
  ///
  /// - Parameters:
  ///   - error: What running the program has thrown.
  ///   - name: The program's name.
  ///   - path: Where the program should be.
  init(_ error: any Error, decodingWith name: String, at path: FilePath) {
    switch error {
    case let error as SoundFileError: self = error
    case Errno.noSuchFileOrDirectory: self.init(.libraryMissing, "there is no \(path)")
    case let error as Errno: self.init(.inputOutput, "\(name) can't be run: \(error)")
    case let error as SoundError: self.init(.inputOutput, error.sentence)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}

extension FileDescriptor {
  /// Writes parts of a source.
  ///
  /// - Throws: `Errno`, or `SoundFileError` if the source can't be read.
  func write(_ ranges: [Range<Int>], of source: some ByteSource) throws {
    var block: [UInt8] = []
    for range in ranges {
      var rest = range
      while !rest.isEmpty {
        try source.read(at: rest.lowerBound, count: min(rest.count, 1 << 18), into: &block)
        guard !block.isEmpty, block.count <= rest.count else { throw SoundFileError.becameShorter }
        try write(block)
        rest.removeFirst(block.count)
      }
    }
  }

  /// Writes all bytes.
  ///
  /// - Throws: `Errno`.
  func write(_ bytes: [UInt8]) throws {
    _ = try unsafe bytes.withUnsafeBytes { try unsafe writeAll($0) }
  }
}
