/// A file type: which container a sound is in.
public enum Container: Hashable, Sendable, CaseIterable {
  /// AIFF-C, which also holds compressed data.
  case aifc
  /// The Audio Interchange File Format: big-endian integers only.
  case aiff
  /// A WAVE with 64-bit sizes, as the ITU names it.
  case bw64
  /// Apple's Core Audio Format.
  case caf
  /// A WAVE with 64-bit sizes, as the EBU names it.
  case rf64
  /// Microsoft's WAVE.
  case wave

  /// The four-character code that Core Audio and `afconvert -f` use.
  public var fileType: FourCharCode {
    switch self {
    case .aifc: "AIFC"
    case .aiff: "AIFF"
    case .bw64: "BW64"
    case .caf: "caff"
    case .rf64: "RF64"
    case .wave: "WAVE"
    }
  }

  /// The name that `afconvert -hf` prints for the container.
  public var name: String {
    switch self {
    case .aifc: "AIFC"
    case .aiff: "AIFF"
    case .caf: "CAF"
    case .bw64, .rf64, .wave: "WAVE"
    }
  }

  /// The extensions that a file of this type may have; new files get the first.
  public var pathExtensions: [String] {
    switch self {
    case .aifc: ["aifc", "aiff", "aif"]
    case .aiff: ["aiff", "aif"]
    case .caf: ["caf"]
    case .bw64, .rf64, .wave: ["wav"]
    }
  }

  /// The data formats the container holds, in the order `afconvert -hf` lists them.
  ///
  /// Source: the table that Apple's `afconvert -hf` prints, without the codecs this library lacks.
  public var dataFormats: [DataFormat] {
    switch self {
    case .aiff: [.i8] + Self.integers(.big)
    case .aifc: [.i8] + Self.integers(.big) + Self.floats(.big) + [.ui8, .muLaw, .aLaw, .ima4]
    case .caf:
      [.aLaw, .ima4, .i8] + Self.integers(.big) + Self.floats(.big) + Self.integers(.little)
        + Self.floats(.little) + [.muLaw]
    case .wave, .rf64, .bw64:
      [.ui8] + Self.integers(.little) + Self.floats(.little) + [.muLaw, .aLaw]
    }
  }

  /// Whether the container holds a data format.
  public func holds(_ dataFormat: DataFormat) -> Bool {
    dataFormats.contains(dataFormat)
  }

  private static func integers(_ order: ByteOrder) -> [DataFormat] {
    [.int16, .int24, .int32].map { .linearPCM(PCMEncoding($0, order)) }
  }

  private static func floats(_ order: ByteOrder) -> [DataFormat] {
    [.float32, .float64].map { .linearPCM(PCMEncoding($0, order)) }
  }
}

extension DataFormat {
  fileprivate static let i8 = DataFormat.linearPCM(PCMEncoding(.int8))
  fileprivate static let ui8 = DataFormat.linearPCM(PCMEncoding(.uint8))
}
