package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Locks on open files and folders, of one process at a time. The system releases them however the process
/// ends.
extension FileDescriptor {
  /// Waits for the lock and takes it. Does nothing on a file system without locks.
  package func lock() {
    while flock(rawValue, LOCK_EX) != 0, Errno.last == .interrupted {}
  }

  /// Takes the lock unless another process has it.
  ///
  /// - Throws: `Errno`; `wouldBlock` if another process has it.
  package func lockAtOnce() throws(Errno) {
    while flock(rawValue, LOCK_EX | LOCK_NB) != 0 {
      guard Errno.last == .interrupted else { throw .last }
    }
  }
}
