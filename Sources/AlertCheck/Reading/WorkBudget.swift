internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A limit on the work that a folder's untrusted projects may cause.
///
/// The limit on a file's size doesn't bound the work, because a few bytes can put a folder of sounds into each of
/// thousands of targets. Every loop whose length isn't proportional to the size of a file spends from the budget.
struct WorkBudget: Sendable {
  private(set) var rest: Int

  init(_ limit: Int) {
    rest = limit
  }

  /// The limit for all projects in the checked folder: more than fifty times the work for a large project. A unit of
  /// work takes about a microsecond, or up to 20 bytes of memory.
  static var forProjects: WorkBudget { WorkBudget(1 << 22) }

  /// The most pairs of characters that are compared to find similar names: about a second of work. A list of payloads
  /// may have 500 names to compare with 1,000 sounds.
  static let forSpellings = 1 << 27

  /// The work of putting a sound into a bundle, and of looking up the sound in the bundle.
  static let placing = 16

  /// The work of keeping a copy of a path.
  static func listing(_ path: FilePath) -> Int { 8 + path.length / 8 }

  mutating func spend(listing paths: some Collection<FilePath>) throws(SoundFileError) {
    try spend(paths.reduce(1) { $0 + Self.listing($1) })
  }

  /// - Throws: `SoundFileError` with the code `limitExceeded` if the budget is exceeded. After that, every call throws.
  mutating func spend(_ count: Int) throws(SoundFileError) {
    rest -= count
    guard rest >= 0 else {
      throw SoundFileError(.limitExceeded, "checking it takes too much work")
    }
  }
}

extension Locked<Int> {
  /// Subtracts `count` from the work that is left. Returns whether enough work was left.
  func spend(_ count: Int) -> Bool {
    withLock { rest in
      rest -= count
      return rest >= 0
    }
  }
}
