/// The common chunk, `COMM`, of AIFF and AIFF-C.
///
/// Layout: AIFF 1.3, "The Common Chunk"; AIFF-C draft of 1991-08-26, "Common Chunk".
struct AIFFCommon {
  var channelCount: Int16
  /// The number of sample frames; for ima4, the number of packets.
  var sampleFrameCount: UInt32
  /// Bits in a sample; 0 in Apple's ima4 files.
  var sampleSize: Int16
  var sampleRate: Double
  /// AIFF-C's code and name for the data format; nil in AIFF.
  var compression: AIFFCompression?
}

/// AIFF-C's code and name for a data format.
struct AIFFCompression {
  var type: FourCharCode
  /// The human-readable name, in Mac Roman in Apple's files. This library writes the name, but doesn't read it.
  var name: [UInt8]
}

extension AIFFCommon {
  /// Parses the chunk's body. The compression name is for display only, and isn't read.
  init(parsing reader: inout ByteReader, isAIFC: Bool) throws(SoundFileError) {
    let start = reader.offset
    // For each field: the offset of its end, and its name. The error names the first field that isn't complete.
    let ends = [
      (2, "channel count"), (6, "frame count"), (8, "sample size"), (18, "sample rate"),
      (isAIFC ? 22 : 18, "compression type"),
    ]
    if let missing = ends.first(where: { $0.0 > reader.remainingByteCount }) {
      let present = counted(reader.remainingByteCount, "byte")
      throw .truncated("the COMM chunk has \(present): its \(missing.1) is missing", at: start)
    }
    channelCount = try reader.read()
    sampleFrameCount = try reader.read()
    sampleSize = try reader.read()
    sampleRate = Double(
      extendedSignAndExponent: try reader.read(), significand: try reader.read())
    if isAIFC {
      let type = try reader.readCode()
      compression = AIFFCompression(type: type, name: [])
    }
    try StreamFormat.validate(
      sampleRate: sampleRate, channelCount: Int(channelCount), at: start)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(channelCount)
    writer.write(sampleFrameCount)
    writer.write(sampleSize)
    let rate = sampleRate.extended
    writer.write(rate.signAndExponent)
    writer.write(rate.significand)
    if let compression {
      writer.write(compression.type)
      writer.write(UInt8(compression.name.count))
      writer.write(compression.name)
      // Pad the name: the name and the byte with its length must together take an even number of bytes.
      writer.writeZeros((compression.name.count + 1) % 2)
    }
  }

  func dataFormat(at offset: Int) throws(SoundFileError) -> DataFormat {
    guard let compression else { return try integers(.big, at: offset) }
    switch compression.type {
    case "NONE", "twos": return try integers(.big, at: offset)
    case "sowt": return try integers(.little, at: offset)
    case "raw ":
      guard (1...8).contains(sampleSize) else {
        throw .malformed("unsigned integers of \(sampleSize) bits", at: offset)
      }
      return .linearPCM(PCMEncoding(.uint8))
    case let type:
      if let row = AIFFCompression.encodings.first(where: { $0.type == type }) {
        return .linearPCM(row.encoding)
      }
      if let codec = Codec.allCases.first(where: { $0.aiffTypes.contains(type) }) {
        return .compressed(codec)
      }
      return .other(CodecDescription(formatID: type, bitsPerChannel: Int(sampleSize)))
    }
  }

  /// A reason to doubt that Apple's library decodes µ-law or A-law; nil if there is none, and for other formats.
  ///
  /// AudioToolbox of macOS 14.4 decodes sounds with a sample size of 8 bits. It opens sounds with 16 bits, but doesn't
  /// decode them. It doesn't open sounds with the codes in capitals. Source:
  /// https://github.com/karip/toisto-aiff-test-suite, result-audiotoolbox-tester.md.
  var appleDoubt: SoundFile.AppleDoubt? {
    guard let type = compression?.type,
      let codec = [Codec.muLaw, .aLaw].first(where: { $0.aiffTypes.contains(type) })
    else { return nil }
    if type != codec.formatID {
      return ("the compression type is \(type); Apple's library opens only \(codec.formatID)", true)
    }
    let fact = "the sample size of \(codec.name) is \(counted(sampleSize, "bit"))"
    switch sampleSize {
    case 8: return nil
    case 16: return (fact + "; Apple's library decodes only 8", true)
    default: return SoundFile.untried(fact)
    }
  }

  private func integers(_ order: ByteOrder, at offset: Int) throws(SoundFileError) -> DataFormat {
    let byteCount = (Int(sampleSize) + 7) / 8
    guard let encoding = PCMEncoding(byteCount: byteCount, isFloat: false, order: order) else {
      throw .malformed("integers of \(sampleSize) bits", at: offset)
    }
    return .linearPCM(encoding)
  }
}

extension AIFFCompression {
  /// Creates the compression that Apple's tools state for a data format; nil if AIFF-C has no code for the format.
  ///
  /// The name of 16-bit integers is from Apple's files. The names of other linear PCM formats follow the same pattern.
  init?(_ dataFormat: DataFormat) {
    switch dataFormat {
    case .linearPCM(let encoding):
      guard let type = Self.type(of: encoding) else { return nil }
      let order = encoding.bitDepth == 8 ? "" : "big-endian "
      let kind =
        encoding.sampleType.isFloat
        ? "floating point"
        : encoding.sampleType == .uint8 ? "unsigned integer" : "signed integer"
      self.init(
        type: type, name: Array("Linear PCM, \(encoding.bitDepth) bit \(order)\(kind)".utf8))
    case .compressed(let codec):
      guard let type = codec.aiffTypes.first else { return nil }
      self.init(type: type, name: codec.aiffName)
    case .other: return nil
    }
  }

  /// For each type of linear PCM that implies the sample size: its encoding. Writers use an encoding's first type.
  fileprivate static let encodings: [(type: FourCharCode, encoding: PCMEncoding)] = [
    ("in24", PCMEncoding(.int24, .big)), ("in32", PCMEncoding(.int32, .big)),
    // libsndfile writes '42n1' instead of '42ni'.
    ("42ni", PCMEncoding(.int24, .little)), ("42n1", PCMEncoding(.int24, .little)),
    ("23ni", PCMEncoding(.int32, .little)),
    ("fl32", PCMEncoding(.float32, .big)), ("FL32", PCMEncoding(.float32, .big)),
    ("fl64", PCMEncoding(.float64, .big)), ("FL64", PCMEncoding(.float64, .big)),
  ]

  private static func type(of encoding: PCMEncoding) -> FourCharCode? {
    switch encoding.sampleType {
    case .uint8: "raw "
    case .int8: "NONE"
    case .int16: encoding.byteOrder == .big ? "twos" : "sowt"
    default: encodings.first { $0.encoding == encoding }?.type
    }
  }
}

extension Double {
  /// Converts an 80-bit extended number: a sign, an exponent with the bias 16383, and a significand whose
  /// leading 1 is stored. Source: AIFF 1.3, "extended".
  init(extendedSignAndExponent: UInt16, significand: UInt64) {
    let exponent = Int(extendedSignAndExponent & 0x7FFF) - 16383 - 63
    let isNegative = extendedSignAndExponent & 0x8000 != 0
    // Clamp an exponent far below a Double's range, so that the scaling can't overflow. No sample rate is so small.
    let magnitude =
      exponent == 0x7FFF - 16383 - 63
      ? Double.infinity
      : Double(sign: .plus, exponent: Swift.max(-1200, exponent), significand: Double(significand))
    self = isNegative ? -magnitude : magnitude
  }

  /// The number as an 80-bit extended number. Must be positive and normal, as all sample rates are.
  var extended: (signAndExponent: UInt16, significand: UInt64) {
    (UInt16(16383 + Int(exponent)), (significandBitPattern | 1 << 52) << 11)
  }
}
