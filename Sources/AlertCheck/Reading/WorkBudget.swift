internal import SoundFormat

/// A limit on the work that a folder's untrusted projects may cause.
///
/// The limit on a file's size doesn't bound the work, because a few bytes can put a folder of sounds into each of
/// thousands of targets. Every loop whose length isn't proportional to the size of a file spends from the budget.
struct WorkBudget: Sendable {
  private(set) var rest: Int

  init(_ limit: Int) {
    rest = limit
  }

  /// The limit for the projects of one check: more than fifty times the work for a large project. A unit takes about a
  /// microsecond.
  static var forProjects: WorkBudget { WorkBudget(1 << 22) }

  /// The work of putting a sound into a bundle, and of looking it up there.
  static let placing = 16

  /// - Throws: `SoundFileError` with the code `limitExceeded` if the budget is exceeded. After that, every call throws.
  mutating func spend(_ count: Int) throws(SoundFileError) {
    rest -= count
    guard rest >= 0 else {
      throw SoundFileError(.limitExceeded, "checking it takes too much work")
    }
  }
}
