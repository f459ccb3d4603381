internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The lock on a folder's records. One process at a time holds it.
///
/// The system releases the lock however the process ends. On a file system without locks, every process gets it.
/// Then the records that are saved last are kept, and sounds without a record are converted again.
struct FolderLock: ~Copyable {
  private let folder: FilePath
  private let descriptor: FileDescriptor

  /// Opens a folder's lock without taking it.
  init(_ folder: AnchoredFolder) throws(SoundError) {
    self.folder = folder.path
    descriptor = try SoundError.wrap(.creatingOutput, folder.path) {
      try folder.descriptor.reopened()
    }
  }

  deinit { try? descriptor.close() }

  /// Takes the lock unless another process holds it. Returns whether this process has it.
  func take() -> Bool {
    do {
      try descriptor.lockAtOnce()
    } catch {
      return error != .wouldBlock
    }
    return true
  }

  /// Waits until this process has taken the lock. Calls `onWait` once after a second.
  ///
  /// Signals wouldn't interrupt a blocking call, so the lock is polled.
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
  /// The time between two attempts, in microseconds.
  private static let pollingInterval: UInt32 = 10_000
}
