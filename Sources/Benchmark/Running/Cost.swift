import Foundation

/// What a run cost.
struct Cost {
  /// In seconds, from the start to the end of the process.
  let wall: Double
  /// In seconds: a process's, and that of those it waited for.
  let processor: Double
  /// The most memory a process held at once, in bytes; of several, that of the largest.
  let peakMemory: Int
}

extension Cost {
  /// - Parameter usage: As the system gives it for a process that has ended.
  init(wall: Double, _ usage: rusage) {
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    self.init(
      wall: wall, processor: usage.processorSeconds, peakMemory: Int(usage.ru_maxrss) * unit)
  }
}

extension rusage {
  fileprivate var processorSeconds: Double {
    [ru_utime, ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}

/// The processor time of this program so far, in seconds.
func processorSeconds() -> Double {
  var usage = rusage()
  #if canImport(Darwin)
    unsafe getrusage(RUSAGE_SELF, &usage)
  #else
    unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
  #endif
  return usage.processorSeconds
}
