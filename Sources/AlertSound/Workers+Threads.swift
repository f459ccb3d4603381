internal import Platform
internal import SoundFormat

extension Workers {
  /// Threads, as many as there are processors.
  static let threads = Workers { Threads.sideBySide($0, $1) }
}
