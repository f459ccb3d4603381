/// What must hold for any bytes, whatever reads them: no trap, no endless loop, and an error if
/// something isn't as promised.
///
/// The hostile suite tries inputs that somebody has thought of; the fuzzer tries the others.
enum Promise: String, CaseIterable {
  /// A sound file: what is accepted is described, measured, judged and converted, and every reader
  /// takes the result for the same sound.
  case sound
  /// An `.ipa` archive: its apps are checked, and searched for sounds.
  case archive
  /// A batch's file of records.
  case records
  /// A notification.
  case payload
  /// A file of command line options.
  case options
  /// Two numbers, then an MP3's tags and index, or the beginning of another foreign file.
  case mpeg
  /// A byte that chooses a file of a project, then the file's contents.
  case projectFile
  /// The same file in a project's folder that is checked.
  case project

  /// Keeps the promise, or throws `BrokenPromise`.
  func keep(for bytes: [UInt8]) throws {
    switch self {
    case .sound: try SoundPromise.keep(for: bytes)
    case .archive: try ArchivePromise.keep(for: bytes)
    case .records: try RecordsPromise.keep(for: bytes)
    case .payload: try PayloadPromise.keep(for: bytes)
    case .options: try OptionsPromise.keep(for: bytes)
    case .mpeg: try MPEGPromise.keep(for: bytes)
    case .projectFile: try ProjectFilePromise.keep(for: bytes)
    case .project: try ProjectPromise.keep(for: bytes)
    }
  }

  /// The most memory that some input may take, in bytes: a multiple of its size, plus what the work
  /// takes whatever the input.
  func memoryLimit(byteCount: Int) -> Int {
    switch self {
    // Deflate packs at most 1032 bytes into one. The first 8 MiB are kept; data is read in pieces.
    case .archive: 4 << 20 + 2 * 1032 * byteCount
    // Channels that take a byte each are mixed with tables of a few numbers per channel.
    case .sound: 4 << 20 + 64 * byteCount
    default: 4 << 20 + 32 * byteCount
    }
  }
}

/// Says which promise is broken.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws if a promise is broken.
func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !isKept { throw BrokenPromise(promise()) }
}
