/// What any bytes must survive, whatever reads them: it traps for none, comes to an end, and throws where
/// something about it is not as promised.
///
/// The hostile suite tries bytes that somebody has thought of, the fuzzer those that nobody has.
enum Promise: String, CaseIterable {
  /// A sound file: what is accepted is described, heard, judged and converted to what every reader takes
  /// for the same sound.
  case sound
  /// An `.ipa` archive: its apps are checked, and searched for sounds.
  case archive
  /// What a batch remembers.
  case state
  /// A notification.
  case payload
  /// A file of command line options.
  case options
  /// An MP3's tags and index, or another foreign file's beginning, behind two numbers.
  case mpeg

  /// Keeps the promise, or throws `BrokenPromise`.
  func keep(for bytes: [UInt8]) throws {
    switch self {
    case .sound: try SoundPromise.keep(for: bytes)
    case .archive: try ArchivePromise.keep(for: bytes)
    case .state: try StatePromise.keep(for: bytes)
    case .payload: try PayloadPromise.keep(for: bytes)
    case .options: try OptionsPromise.keep(for: bytes)
    case .mpeg: try MPEGPromise.keep(for: bytes)
    }
  }

  /// How much memory some input may take at most, in bytes: a multiple of it, and what the work takes
  /// whatever the input.
  func memoryLimit(byteCount: Int) -> Int {
    switch self {
    // Deflate's best is 1032 bytes of one; the beginning of 8 MiB is kept, and read in pieces.
    case .archive: 4 << 20 + 2 * 1032 * byteCount
    // Channels that take a byte each are mixed by tables of a few numbers for each.
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

/// Throws where a promise is broken.
func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
  if !isKept { throw BrokenPromise(promise()) }
}
