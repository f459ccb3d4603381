internal import SoundFormat

/// A limit on the work that untrusted project files may cause.
///
/// A few bytes can put a folder of sounds into each of thousands of targets, so the work isn't bounded by a
/// file's size.
struct WorkBudget {
  private var rest: Int

  init(_ limit: Int) {
    rest = limit
  }

  /// A hundred times what large projects need.
  static var forProjects: WorkBudget { WorkBudget(1 << 19) }

  /// - Throws: `SoundFileError` with the code `limitExceeded` if too much was spent.
  mutating func spend(_ count: Int) throws(SoundFileError) {
    rest -= count
    guard rest >= 0 else {
      throw SoundFileError(.limitExceeded, "it puts too many files into too many targets")
    }
  }
}
