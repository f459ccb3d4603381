import Foundation

/// What a run cost.
struct Cost {
  /// In seconds, from the start to the end of the process.
  let wall: Double
  /// In seconds, including the child processes it waited for.
  let processor: Double
}

extension Cost {
  /// - Parameter usage: What the system reports for a process that has ended.
  init(wall: Double, _ usage: rusage) {
    self.init(wall: wall, processor: usage.processorSeconds)
  }
}

extension rusage {
  /// The most memory a process held at once, in bytes; of several, that of the largest.
  var peakMemory: Int {
    #if canImport(Darwin)
      Int(ru_maxrss)
    #else
      Int(ru_maxrss) * 1024
    #endif
  }

  fileprivate var processorSeconds: Double {
    [ru_utime, ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}

/// The processor time of this program so far, in seconds.
func processorSeconds() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  #else
    unsafe getrusage(RUSAGE_SELF, &usage)
  #endif
  return usage.processorSeconds
}
