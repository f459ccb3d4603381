internal import Platform
internal import SoundFormat

extension Host {
  /// This machine: its threads, its tasks, and its libraries.
  static let system = Host(
    resamplers: SystemResamplers(),
    workers: Workers { Threads.perform($0, $1) },
    runBoth: { first, second throws(SoundError) in try Threads.runBoth(first, second) },
    isCancelled: { Task.isCancelled })
}

extension Host {
  /// Whether a signal has asked the process to stop, or the current task is cancelled. Work that has no
  /// ``Monitor`` looks here.
  static var isInterrupted: Bool { Signals.caught != 0 || Task.isCancelled }
}

extension DefaultSound {
  /// The sound, to be converted like any other.
  public static let source = source(on: .system)
}
