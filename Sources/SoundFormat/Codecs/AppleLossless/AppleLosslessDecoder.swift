/// Decodes packets of Apple Lossless, independently of each other.
///
/// Source: Apple's reference decoder, ALACDecoder.cpp, ag_dec.c and dp_dec.c.
struct AppleLosslessDecoder: Sendable {
  private let configuration: AppleLosslessConfiguration
  /// The residual of a channel: its samples minus their prediction.
  private var residuals: [Int32]
  /// The samples of up to two channels.
  private var channels: [[Int32]]
  /// The samples' low bits, which are stored without prediction.
  private var lowBits: [UInt32] = []

  init(_ configuration: AppleLosslessConfiguration) {
    self.configuration = configuration
    residuals = Array(repeating: 0, count: configuration.framesPerPacket)
    channels = Array(repeating: residuals, count: 2)
  }

  /// The kind of a packet's element.
  private enum Tag: UInt64 {
    case mono, pair, coupling, lowFrequency, data, program, fill, end
  }

  /// Decodes a packet to interleaved samples.
  ///
  /// - Parameter block: Receives the samples: 16-bit integers, or left-justified 32-bit integers.
  mutating func decode(
    _ packet: [UInt8], into block: inout SampleBlock
  ) throws(SoundFileError) {
    var samples: [Int32] = []
    let frameCount = try decode(packet, into: &samples)
    let count = frameCount * configuration.channelCount
    switch configuration.bitDepth {
    case 16:
      block.refillInt16 { $0.refill(count: count) { Int16(truncatingIfNeeded: samples[$0]) } }
    default:
      let shift = Int32(32 - configuration.bitDepth)
      block.refillInt32 { $0.refill(count: count) { samples[$0] << shift } }
    }
  }

  /// Decodes a packet, and returns how many frames it has.
  private mutating func decode(
    _ packet: [UInt8], into samples: inout [Int32]
  ) throws(SoundFileError) -> Int {
    guard packet.count <= configuration.packetByteLimit else { throw Self.damage }
    var bits = BitReader(packet)
    let channelCount = configuration.channelCount
    var channel = 0
    var frameCount: Int?
    while channel < channelCount {
      switch Tag(rawValue: bits.take(3)) {
      case .mono, .lowFrequency:
        let count = try decodeElement(&bits, width: 1)
        try place(1, at: channel, frameCount: &frameCount, count, into: &samples)
        channel += 1
      case .pair:
        guard channel + 2 <= channelCount else { throw Self.damage }
        let count = try decodeElement(&bits, width: 2)
        try place(2, at: channel, frameCount: &frameCount, count, into: &samples)
        channel += 2
      case .fill:
        guard let count = bits.readByteCount(4), bits.skip(8 * (count < 15 ? count : count - 1))
        else { throw Self.damage }
      case .data: guard bits.skipData() else { throw Self.damage }
      case .end, .coupling, .program, nil: throw Self.damage
      }
    }
    guard !bits.isPastEnd else { throw Self.damage }
    return frameCount ?? 0
  }

  /// Returns how many frames a packet has; nil if it doesn't begin with audio.
  static func frameCount(
    inPacket beginning: [UInt8], _ configuration: AppleLosslessConfiguration
  ) -> Int? {
    var bits = BitReader(beginning)
    let tag = Tag(rawValue: bits.take(3))
    bits.advance(by: 16)
    let hasCount = bits.take(1) == 1
    bits.advance(by: 3)
    let count = hasCount ? bits.take(32) : UInt64(configuration.framesPerPacket)
    guard !bits.isPastEnd, [.mono, .pair, .lowFrequency].contains(tag),
      count <= configuration.framesPerPacket
    else { return nil }
    return Int(count)
  }

  static let damage = SoundFileError(.malformed, "a packet of Apple Lossless is damaged")

  /// Writes an element's channels to their places among the interleaved samples.
  private func place(
    _ width: Int, at channel: Int, frameCount: inout Int?, _ count: Int, into samples: inout [Int32]
  ) throws(SoundFileError) {
    guard frameCount == nil || frameCount == count else { throw Self.damage }
    let channelCount = configuration.channelCount
    if frameCount == nil {
      frameCount = count
      samples = Array(repeating: 0, count: count * channelCount)
    }
    for part in 0..<width {
      var index = channel + part
      for sample in channels[part].prefix(count) {
        samples[index] = sample
        index += channelCount
      }
    }
  }
}

extension AppleLosslessDecoder {
  /// How a channel's samples are predicted from earlier samples.
  private struct Predictor {
    let mode: UInt64
    let shift: Int32
    let historyFactor: UInt32
    let coefficients: [Int16]

    init(_ bits: inout BitReader) {
      mode = bits.take(4)
      shift = Int32(bits.take(4))
      historyFactor = UInt32(bits.take(3))
      coefficients = (0..<bits.take(5)).map { _ in Int16(truncatingIfNeeded: bits.take(16)) }
    }
  }

  /// Decodes an element of one or two channels into `channels`, and returns the number of frames.
  private mutating func decodeElement(
    _ bits: inout BitReader, width: Int
  ) throws(SoundFileError) -> Int {
    // Skip the element's number, and check twelve bits that must be zero.
    bits.advance(by: 4)
    guard bits.take(12) == 0 else { throw Self.damage }
    let hasCount = bits.take(1) == 1
    let lowByteCount = Int(bits.take(2))
    let isRaw = bits.take(1) == 1
    let count = hasCount ? bits.take(32) : UInt64(configuration.framesPerPacket)
    guard lowByteCount < 3, count <= configuration.framesPerPacket else { throw Self.damage }
    let frameCount = Int(count)
    if isRaw {
      readRaw(&bits, width: width, frameCount: frameCount)
      return frameCount
    }
    let lowBitCount = lowByteCount * 8
    // Add a bit for a pair of channels: the difference of two channels needs one bit more than a channel.
    let bitCount = configuration.bitDepth - lowBitCount + width - 1
    guard (1...32).contains(bitCount) else { throw Self.damage }
    let (mixShift, mixByte) = (bits.take(8), bits.take(8))
    let predictors = (0..<width).map { _ in Predictor(&bits) }
    lowBits.removeAll(keepingCapacity: true)
    if lowBitCount > 0 {
      for _ in 0..<frameCount * width { lowBits.append(UInt32(bits.take(lowBitCount))) }
    }
    for (channel, predictor) in predictors.enumerated() {
      try readResiduals(
        &bits, count: frameCount, bitCount: bitCount, factor: predictor.historyFactor)
      predict(predictor, count: frameCount, bitCount: bitCount, channel: channel)
    }
    if width == 2 {
      let weight = Int32(Int8(truncatingIfNeeded: mixByte))
      unmix(count: frameCount, weight: weight, shift: Int32(min(31, mixShift)))
    }
    if lowBitCount > 0 { appendLowBits(count: frameCount, width: width, bitCount: lowBitCount) }
    return frameCount
  }

  /// Reads samples that aren't compressed.
  private mutating func readRaw(_ bits: inout BitReader, width: Int, frameCount: Int) {
    let depth = configuration.bitDepth
    for frame in 0..<frameCount {
      for channel in 0..<width {
        let sample = Int32(truncatingIfNeeded: bits.take(depth))
        channels[channel][frame] = Self.extended(sample, from: depth)
      }
    }
  }

  /// Reads the residual: the samples minus their prediction. The residual is stored in Golomb codes, whose parameter
  /// adapts to the mean of earlier values. While the mean is small, one code stands for a run of zeros.
  private mutating func readResiduals(
    _ bits: inout BitReader, count: Int, bitCount: Int, factor: UInt32
  ) throws(SoundFileError) {
    let multiplier = configuration.historyMultiplier * factor / 4
    let mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(configuration.parameterLimit)) - 1)
    var history = configuration.initialHistory
    var isAfterRun: UInt32 = 0
    var index = 0
    while index < count {
      let mean = history >> 9
      let parameter = min(31 - (mean &+ 3).leadingZeroBitCount, configuration.parameterLimit)
      let code = bits.takeGolomb(parameter, escapeBitCount: bitCount)
      let value = code &+ isAfterRun
      let magnitude = Int32(truncatingIfNeeded: (value &+ 1) >> 1)
      residuals[index] = value & 1 == 0 ? magnitude : 0 &- magnitude
      index += 1
      history = multiplier &* value &+ history &- (multiplier &* history) >> 9
      if code > 0xFFFF { history = 0xFFFF }
      isAfterRun = 0
      guard history < 128, index < count else { continue }
      isAfterRun = 1
      let runParameter = history.leadingZeroBitCount - 24 + Int((history + 16) >> 6)
      let run = bits.takeRun(runParameter, mask: mask)
      guard run <= count - index else { throw Self.damage }
      for _ in 0..<run {
        residuals[index] = 0
        index += 1
      }
      if run >= 65_535 { isAfterRun = 0 }
      history = 0
    }
  }

  /// Turns the residual into a channel's samples.
  private mutating func predict(
    _ predictor: Predictor, count: Int, bitCount: Int, channel: Int
  ) {
    guard count > 0 else { return }
    if predictor.mode != 0 { Self.accumulate(&residuals, count: count, bitCount: bitCount) }
    switch predictor.coefficients.count {
    case 0: channels[channel].replaceSubrange(0..<count, with: residuals[0..<count])
    case 31:
      channels[channel].replaceSubrange(0..<count, with: residuals[0..<count])
      Self.accumulate(&channels[channel], count: count, bitCount: bitCount)
    default:
      Self.predict(
        &channels[channel], from: residuals, predictor, count: count, bitCount: bitCount)
    }
  }

  /// Turns the differences between neighbouring samples back into samples.
  private static func accumulate(_ samples: inout [Int32], count: Int, bitCount: Int) {
    var sum = samples[0]
    for index in 1..<max(1, count) {
      sum = extended(sum &+ samples[index], from: bitCount)
      samples[index] = sum
    }
  }

  /// Applies the adaptive filter. After each sample, the sign of the residual decides how the coefficients change.
  private static func predict(
    _ samples: inout [Int32], from residuals: [Int32], _ predictor: Predictor, count: Int,
    bitCount: Int
  ) {
    var coefficients = predictor.coefficients
    let order = coefficients.count
    let shift = predictor.shift
    let half: Int32 = shift > 0 ? 1 << (shift - 1) : 0
    samples[0] = residuals[0]
    for index in 1..<max(1, min(order + 1, count)) {
      samples[index] = extended(residuals[index] &+ samples[index - 1], from: bitCount)
    }
    guard order + 1 < count else { return }
    for index in order + 1..<count {
      let base = samples[index - order - 1]
      var sum: Int32 = 0
      for place in 0..<order {
        sum &+= Int32(coefficients[place]) &* (samples[index - 1 - place] &- base)
      }
      var rest = residuals[index]
      samples[index] = extended(
        rest &+ base &+ (sum &+ half) >> shift, from: bitCount)
      let sign = rest.signum()
      guard sign != 0 else { continue }
      for place in stride(from: order - 1, through: 0, by: -1) {
        let difference = base &- samples[index - 1 - place]
        let direction = difference.signum() &* sign
        coefficients[place] &-= Int16(direction)
        rest &-= Int32(order - place) &* ((direction &* difference) >> shift)
        if rest.signum() != sign { break }
      }
    }
  }

  /// Turns two channels' mix and difference back into left and right.
  private mutating func unmix(count: Int, weight: Int32, shift: Int32) {
    guard weight != 0 else { return }
    for frame in 0..<count {
      let (mix, difference) = (channels[0][frame], channels[1][frame])
      let left = mix &+ difference &- (weight &* difference) >> shift
      channels[0][frame] = left
      channels[1][frame] = left &- difference
    }
  }

  private mutating func appendLowBits(count: Int, width: Int, bitCount: Int) {
    for frame in 0..<count {
      for channel in 0..<width {
        let high = channels[channel][frame] << Int32(bitCount)
        channels[channel][frame] = high | Int32(bitPattern: lowBits[frame * width + channel])
      }
    }
  }

  /// Sign-extends a number of `bitCount` bits.
  private static func extended(_ value: Int32, from bitCount: Int) -> Int32 {
    let shift = Int32(32 - bitCount)
    return (value << shift) >> shift
  }
}

/// These functions read zeros after the end of the bits.
extension BitReader {
  /// How many 1 bits the longest prefix has. A number after this prefix is stored as plain bits, not as a Golomb code.
  private static let prefixLimit = 9

  /// Reads the Golomb code of a number in the residual.
  fileprivate mutating func takeGolomb(_ parameter: Int, escapeBitCount: Int) -> UInt32 {
    let prefix = takePrefix()
    guard prefix < Self.prefixLimit else { return UInt32(take(escapeBitCount)) }
    guard parameter != 1 else { return UInt32(prefix) }
    return UInt32(prefix) &* (1 << UInt32(parameter) - 1) &+ takeSuffix(parameter)
  }

  /// Reads the code for the length of a run of zeros.
  fileprivate mutating func takeRun(_ parameter: Int, mask: UInt32) -> UInt32 {
    let prefix = takePrefix()
    guard prefix < Self.prefixLimit else { return UInt32(take(16)) }
    return UInt32(prefix) &* ((1 << UInt32(parameter) - 1) & mask) &+ takeSuffix(parameter)
  }

  /// Counts 1 bits, at most `prefixLimit`. Skips these bits, and the 0 bit that follows if the count is lower.
  private mutating func takePrefix() -> Int {
    let count = min((~window).leadingZeroBitCount, Self.prefixLimit)
    advance(by: min(count + 1, Self.prefixLimit))
    return count
  }

  /// Reads a suffix. The suffix for 0 is `bitCount - 1` zero bits. Other suffixes have `bitCount` bits. So if the next
  /// `bitCount` bits are the number 0 or 1, the last bit isn't part of the suffix.
  private mutating func takeSuffix(_ bitCount: Int) -> UInt32 {
    let value = UInt32(truncatingIfNeeded: window >> UInt64(64 - bitCount))
    advance(by: value > 1 ? bitCount : bitCount - 1)
    return value > 1 ? value - 1 : 0
  }
}
