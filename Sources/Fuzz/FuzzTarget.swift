import CFuzzer
import Foundation

/// What can be fuzzed: a function of any bytes that traps where a promise is broken.
enum FuzzTarget: String, CaseIterable {
  case caf, aiff, wave
  case pcm, g711
  case ima4 = "ima4-decoder"
  case ima4Encoders = "ima4-encoders"
  case header, conversion
  case afconvert, afinfo, options
  case state, payload, archive, mpeg

  /// Takes bytes from a stranger.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .caf: ReaderTarget.run(bytes, beginning: "caff")
    case .aiff: ReaderTarget.run(bytes, beginning: "FORM")
    case .wave: ReaderTarget.run(bytes, beginning: "R")
    case .pcm: PCMTarget.run(bytes)
    case .g711: G711Target.run(bytes)
    case .ima4: IMA4DecoderTarget.run(bytes)
    case .ima4Encoders: IMA4EncodersTarget.run(bytes)
    case .header: HeaderTarget.run(bytes)
    case .conversion: ConversionRequestTarget.run(bytes)
    case .afconvert: AfconvertTarget.run(bytes)
    case .afinfo: AfinfoTarget.run(bytes)
    case .options: OptionsTarget.run(bytes)
    case .state: StateTarget.run(bytes)
    case .payload: PayloadTarget.run(bytes)
    case .archive: ArchiveTarget.run(bytes)
    case .mpeg: MPEGTarget.run(bytes)
    }
  }

  /// How much memory some input may take at most, in bytes: a multiple of it, and what the work takes
  /// whatever the input.
  func memoryLimit(byteCount: Int) -> Int {
    switch self {
    // Deflate's best is 1032 bytes of one; the beginning of 8 MiB is kept, and read in pieces.
    case .archive: 4 << 20 + 2 * 1032 * byteCount
    case .ima4Encoders: 8 << 20 + 32 * byteCount
    // The default sound may take the place of another.
    case .conversion: 32 << 20 + 32 * byteCount
    default: 4 << 20 + 32 * byteCount
    }
  }
}

extension FuzzTarget {
  private static let chosen = CommandLine.arguments.dropFirst().first.flatMap {
    FuzzTarget(rawValue: $0.hasPrefix("--") ? String($0.dropFirst(2)) : $0)
  }

  /// Gives libFuzzer the command line, and returns its exit status.
  static func runDriver(chosenBy word: String) -> CInt {
    AllocationMeter.install()
    var words = CommandLine.arguments
    words[1] = word
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    return unsafe arguments.withUnsafeMutableBufferPointer { arguments in
      var count = CInt(words.count)
      var start = arguments.baseAddress
      return unsafe LLVMFuzzerRunDriver(&count, &start) { start, count in
        FuzzTarget.test(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      }
    }
  }

  private static func test(_ bytes: [UInt8]) {
    guard let chosen else { return }
    let peak = AllocationMeter.peak { chosen.run(bytes) }
    let limit = chosen.memoryLimit(byteCount: bytes.count)
    expect(peak <= limit, "\(peak) bytes of memory for \(bytes.count) of input, not \(limit)")
  }
}

/// Traps where a promise is broken, in words, so that libFuzzer keeps the input.
func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) {
  if !isKept { fatalError(promise()) }
}
