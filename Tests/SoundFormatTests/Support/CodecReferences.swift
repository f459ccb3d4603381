import TestSupport

@testable import SoundFormat

extension PCMEncoding {
  static let all = DataFormat.allWritable.compactMap(\.pcmEncoding)
}

/// Converts bytes from one encoding to another.
func converted(_ bytes: [UInt8], from source: PCMEncoding, to target: PCMEncoding) -> [UInt8] {
  LinearPCM.encode(bytes.withBytes { LinearPCM.decode($0, as: source) }, as: target)
}

/// Encodes integers of up to 32 bits. It shifts the bytes out one by one.
func stored(_ values: [Int], as encoding: PCMEncoding) -> [UInt8] {
  values.flatMap { value in
    let bias = encoding.sampleType == .uint8 ? 128 : 0
    let bytes = (0..<encoding.bytesPerSample).map {
      UInt8(truncatingIfNeeded: (value + bias) >> (8 * $0))
    }
    return encoding.byteOrder == .little ? bytes : bytes.reversed()
  }
}

/// The integers in encoded bytes. They are signed, even if the encoding isn't.
func loaded(_ bytes: [UInt8], as encoding: PCMEncoding) -> [Int] {
  let size = encoding.bytesPerSample
  return stride(from: 0, to: bytes.count, by: size).map { start in
    let sample = bytes[start..<start + size]
    let ordered = encoding.byteOrder == .little ? sample.reversed() : Array(sample)
    let value = ordered.reduce(0) { $0 << 8 | Int($1) }
    if encoding.sampleType == .uint8 { return value - 128 }
    return value >= 1 << (8 * size - 1) ? value - 1 << (8 * size) : value
  }
}

/// How existing decoders treat a packet's header.
enum HeaderRule: CaseIterable {
  /// Apple's and FFmpeg's rule: a header that is close enough to the state changes nothing.
  case checked
  /// Only the first header counts.
  case ignored
  /// libsndfile's and audiofile's rule: every header replaces the state, so the predictor's low
  /// bits are lost.
  case believed
}

/// Decodes the packets of one channel with its own arithmetic. It shares only the tables with the
/// library's decoder.
func decodedIMA4(_ packets: [UInt8], _ rule: HeaderRule) -> [Int16] {
  var predictor = 0
  var index = 0
  var samples: [Int16] = []
  for start in stride(from: 0, to: packets.count, by: 34) {
    let header = Int(packets[start]) << 8 | Int(packets[start + 1])
    let stated = Int(Int16(truncatingIfNeeded: header & 0xFF80))
    let isNear = header & 0x7F == index && abs(stated - predictor) <= 127
    if rule == .believed || rule == .checked && !isNear || rule == .ignored && start == 0 {
      (predictor, index) = (stated, header & 0x7F)
    }
    for byte in packets[start + 2..<start + 34] {
      for nibble in [Int(byte & 0x0F), Int(byte >> 4)] {
        let step = Int(IMA4.steps[index])
        var difference = step / 8
        if nibble & 4 != 0 { difference += step }
        if nibble & 2 != 0 { difference += step / 2 }
        if nibble & 1 != 0 { difference += step / 4 }
        predictor += nibble & 8 != 0 ? -difference : difference
        predictor = min(max(predictor, -32_768), 32_767)
        index = min(max(index + [-1, -1, -1, -1, 2, 4, 6, 8][nibble & 7], 0), 88)
        samples.append(Int16(predictor))
      }
    }
  }
  return samples
}
