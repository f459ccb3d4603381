/// A property that must hold for any bytes: the code doesn't trap or loop endlessly, and keeps the
/// promise that each case describes.
///
/// The hostile suite tries inputs that a person has thought of. The fuzzer tries others.
enum Promise: String, CaseIterable {
  /// A sound file. If it is accepted, it is described, measured, judged and converted, and every
  /// reader decodes the result to the same sound.
  case sound
  /// An `.ipa` archive. Its apps are checked and searched for sounds.
  case archive
  /// A batch's records file.
  case records
  /// A notification's payload.
  case payload
  /// A file of command line options.
  case options
  /// Two numbers, then the beginning of a file in a foreign format, perhaps with tags.
  case foreign
  /// A byte that chooses a project file's name, then the file's contents.
  case projectFile
  /// The input of `projectFile`, in a project folder that is checked.
  case project

  /// Keeps the promise, or throws `BrokenPromise`.
  func keep(for bytes: [UInt8]) throws {
    switch self {
    case .sound: try SoundPromise.keep(for: bytes)
    case .archive: try ArchivePromise.keep(for: bytes)
    case .records: try RecordsPromise.keep(for: bytes)
    case .payload: try PayloadPromise.keep(for: bytes)
    case .options: try OptionsPromise.keep(for: bytes)
    case .foreign: try ForeignPromise.keep(for: bytes)
    case .projectFile: try ProjectFilePromise.keep(for: bytes)
    case .project: try ProjectPromise.keep(for: bytes)
    }
  }

  /// The limit on the memory for an input of the given size, in bytes: a multiple of that size, plus
  /// a constant for the work itself.
  func memoryLimit(byteCount: Int) -> Int {
    switch self {
    // Allow twice the inflated size. Deflate packs at most 1032 bytes into a byte. The check keeps
    // the first 8 MiB of an entry, and reads the rest in pieces.
    case .archive: 4 << 20 + 2 * 1032 * byteCount
    // Allow for the tables of mixing: a few numbers per channel, even if a channel has only one byte.
    case .sound: 4 << 20 + 64 * byteCount
    default: 4 << 20 + 32 * byteCount
    }
  }
}

struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !isKept { throw BrokenPromise(promise()) }
}
