internal import Platform
internal import SystemPackage

/// The lock on a folder's records, held by one process at a time.
///
/// The system releases it however the process ends. On a file system without locks, every process gets
/// it: the last one's records are kept, and sounds without a record are converted again.
struct FolderLock: ~Copyable {
  private let folder: FilePath
  private let descriptor: FileDescriptor

  /// Opens a folder without taking its lock.
  ///
  /// - Throws: `SoundError` of the step `creatingOutput`.
  init(_ folder: FilePath) throws(SoundError) {
    self.folder = folder
    do {
      descriptor = try FileDescriptor.open(
        folder, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, folder)
    }
  }

  deinit { try? descriptor.close() }

  /// Takes the lock unless another process holds it.
  ///
  /// - Returns: Whether this process has it.
  func take() -> Bool {
    do {
      try descriptor.lockAtOnce()
    } catch {
      return error != .wouldBlock
    }
    return true
  }

  /// Waits until this process has taken the lock.
  ///
  /// Signals wouldn't interrupt a blocking call, so the lock is polled.
  ///
  /// - Parameters:
  ///   - monitor: Can cancel waiting.
  ///   - onWait: Called once after a second.
  /// - Throws: `SoundError` if cancelled.
  func wait(_ monitor: Monitor, onWait: () -> Void) throws(SoundError) {
    let noticeTime = ContinuousClock.now + Self.noticeDelay
    var hasNotified = false
    while !take() {
      if monitor.isCancelled { throw SoundError(.creatingOutput, folder, .cancelled) }
      if !hasNotified, ContinuousClock.now >= noticeTime {
        hasNotified = true
        onWait()
      }
      SystemClock.sleep(microseconds: Self.pollingInterval)
    }
  }

  private static let noticeDelay = Duration.seconds(1)
  /// In microseconds.
  private static let pollingInterval: UInt32 = 10_000
}
