/// Decodes packets of FLAC, independently of each other. FLAC calls its packets frames.
///
/// Source: RFC 9639, 9, "Frame Structure".
package struct FLACDecoder: Sendable {
  private let configuration: FLACConfiguration
  /// For each channel of a pair: ``margin`` zeros, then the samples. A sample has 64 bits, because the difference of
  /// two 32-bit channels needs 33 bits.
  private var pair: [[Int64]] = [[], []]

  /// How many zeros precede the samples: as many as the longest predictor has coefficients.
  private static let margin = 32

  /// More bytes than any packet has: 65,535 frames of 8 channels of up to 33 bits, and headers.
  package static let packetByteLimit = 65_536 * 8 * 33 / 8

  package init(_ configuration: FLACConfiguration) { self.configuration = configuration }

  private static let damage = SoundFileError(.malformed, "a packet of FLAC is damaged")

  /// Decodes a packet to interleaved samples, and returns the packet's size in bytes. The packet begins at `start`.
  ///
  /// - Parameters:
  ///   - bytes: The packet. Other bytes may follow.
  ///   - block: Receives the samples, left-justified, in the configuration's ``FLACConfiguration/decodedType``.
  /// - Throws: `SoundFileError` with the code `truncated` if `bytes` ends before the packet. The code is `malformed`
  ///   for other damage, and if `bytes` has more than about twice the bytes that the samples take without compression.
  package mutating func decode(
    _ bytes: [UInt8], from start: Int = 0, into block: inout SampleBlock
  ) throws(SoundFileError) -> Int {
    var bits = BitReader(bytes, from: start)
    var byteLimit = Int.max
    do throws(SoundFileError) {
      guard let header = FLACPacketHeader(&bits, configuration) else { throw Self.damage }
      byteLimit = header.byteLimit
      let range = Self.margin..<Self.margin + header.frameCount
      if pair[0].count < range.upperBound {
        pair = Array(repeating: Array(repeating: 0, count: range.upperBound), count: 2)
      }
      for channel in 0..<header.channelCount {
        let depth = header.bitDepth(ofChannel: channel)
        try Self.readChannel(&bits, range, bitDepth: depth, into: &pair[channel % 2])
        guard channel % 2 == 1 || channel + 1 == header.channelCount else { continue }
        switch configuration.decodedType {
        case .int16: block.refillInt16 { place(channel & ~1, header, among: &$0) }
        default: block.refillInt32 { place(channel & ~1, header, among: &$0) }
        }
      }
      bits.align()
      let end = bits.position / 8
      let checksum = bits.take(16)
      guard !bits.isPastEnd, checksum == FLACChecksum.of16Bits(bytes, start..<end) else {
        throw Self.damage
      }
      return end + 2 - start
    } catch {
      guard bits.isPastEnd, bytes.count - start < byteLimit else { throw error }
      throw SoundFileError(.truncated, "a packet of FLAC is incomplete")
    }
  }

  /// Writes a pair of channels, or the last channel, to their places among the interleaved samples.
  private func place<Sample: FixedWidthInteger & BitwiseCopyable>(
    _ channel: Int, _ header: FLACPacketHeader, among samples: inout [Sample]
  ) {
    let (count, channelCount) = (header.frameCount, header.channelCount)
    let (addition, half, subtraction) = header.coupling
    let (first, second) = (pair[0], pair[1])
    let shift = Int64(Sample.bitWidth - header.bitDepth)
    if channel == 0 { samples.refill(count: count * channelCount) { _ in 0 } }
    samples.withMutableSpan { samples in
      var place = channel
      for index in Self.margin..<Self.margin + count {
        // The mean was rounded down, so round half of the difference up.
        let left = first[index] &+ (second[index] &+ half) &>> half & addition
        samples[place] = Sample(truncatingIfNeeded: left &<< shift)
        if channel &+ 1 < channelCount {
          let right = left & subtraction &+ (second[index] ^ subtraction) &- subtraction
          samples[place &+ 1] = Sample(truncatingIfNeeded: right &<< shift)
        }
        place &+= channelCount
      }
    }
  }
}

/// Source: RFC 9639, 9.2, "Subframes".
extension FLACDecoder {
  /// Decodes the samples of a stored channel.
  private static func readChannel(
    _ bits: inout BitReader, _ range: Range<Int>, bitDepth: Int, into samples: inout [Int64]
  ) throws(SoundFileError) {
    guard bits.take(1) == 0 else { throw damage }
    let kind = Int(bits.take(6))
    // The lowest bits aren't stored if they are zeros in all samples.
    let zeroBitCount = bits.take(1) == 0 ? 0 : bits.takeZeros() + 1
    guard zeroBitCount < bitDepth else { throw damage }
    let bitDepth = bitDepth - zeroBitCount
    switch kind {
    case 0:
      let sample = bits.takeSigned(bitDepth)
      for index in range { samples[index] = sample }
    case 1: for index in range { samples[index] = bits.takeSigned(bitDepth) }
    case 8...12, 32...63:
      let order = kind < 32 ? kind - 8 : kind - 31
      guard order <= range.count else { throw damage }
      for index in range.prefix(order) { samples[index] = bits.takeSigned(bitDepth) }
      var coefficients = kind < 32 ? fixedCoefficients[order] : []
      var shift: Int64 = 0
      if kind >= 32 {
        let precision = Int(bits.take(4)) + 1
        shift = bits.takeSigned(5)
        guard precision < 16, shift >= 0 else { throw damage }
        for _ in 0..<order { coefficients.append(bits.takeSigned(precision)) }
      }
      try readDifferences(&bits, range, order: order, into: &samples)
      predict(&samples, range.dropFirst(order), coefficients, shift)
    default: throw damage
    }
    guard zeroBitCount > 0 else { return }
    for index in range { samples[index] <<= Int64(zeroBitCount) }
  }

  /// For each order from 0 to 4: the coefficients of the fixed predictor, a polynomial through the last samples.
  private static let fixedCoefficients: [[Int64]] = [
    [], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1],
  ]

  /// Adds the prediction of each sample to its residual.
  private static func predict(
    _ samples: inout [Int64], _ range: Range<Int>, _ coefficients: [Int64], _ shift: Int64
  ) {
    @inline(__always) func predict(count: Int) {
      let zeros = [Int64](repeating: 0, count: count - coefficients.count)
      let coefficients = zeros + coefficients.reversed()
      samples.withMutableSpan { samples in
        for index in range {
          var sum: Int64 = 0
          for place in 0..<count {
            sum &+= coefficients[place] &* samples[index &- count &+ place]
          }
          samples[index] &+= sum &>> shift
        }
      }
    }
    // Constant numbers of coefficients let the compiler unroll the loop.
    switch coefficients.count {
    case 0: break
    case 1...4: predict(count: 4)
    case 5...8: predict(count: 8)
    case 9...12: predict(count: 12)
    default: predict(count: margin)
    }
  }

  /// Reads the residual: the samples minus their prediction. It has partitions of equal size, each with a Rice
  /// parameter.
  private static func readDifferences(
    _ bits: inout BitReader, _ range: Range<Int>, order: Int, into samples: inout [Int64]
  ) throws(SoundFileError) {
    let method = Int(bits.take(2))
    let partOrder = Int(bits.take(4))
    let partCount = range.count >> partOrder
    guard method < 2, partCount << partOrder == range.count, partCount >= order else {
      throw damage
    }
    for start in stride(from: range.lowerBound, to: range.upperBound, by: partCount) {
      let part = max(start, range.lowerBound + order)..<start + partCount
      let parameter = Int(bits.take(4 + method))
      if parameter == 15 << method | method {
        let bitCount = Int(bits.take(5))
        for index in part { samples[index] = bits.takeSigned(bitCount) }
      } else {
        bits.takeRice(parameter, into: &samples, part)
      }
      guard !bits.isPastEnd else { throw damage }
    }
  }
}

/// These functions read zeros after the end of the bits. The caller checks ``isPastEnd`` now and then.
extension BitReader {
  /// Reads a number of up to 56 bits in two's complement.
  fileprivate mutating func takeSigned(_ count: Int) -> Int64 {
    Int64(bitPattern: take(count) << UInt64(64 - count)) >> Int64(64 - count)
  }

  /// Counts the zeros before the next 1. Skips the zeros and the 1.
  fileprivate mutating func takeZeros() -> Int {
    let start = position
    while window >> 8 == 0, !isPastEnd { advance(by: 56) }
    advance(by: min(window.leadingZeroBitCount, 56) + 1)
    return position - start - 1
  }

  /// Reads numbers in Rice codes. A code begins with the number's high bits, as a count of zeros before a 1. Then come
  /// the lowest `parameter` bits. The number's lowest bit is the sign.
  fileprivate mutating func takeRice(
    _ parameter: Int, into samples: inout [Int64], _ range: Range<Int>
  ) {
    // Work on a copy, which stays in the processor's registers.
    var bits = self
    samples.withMutableSpan { samples in
      var index = range.lowerBound
      while index < range.upperBound {
        var window = bits.window
        var zeros = window.leadingZeroBitCount
        var left = Self.windowBitCount
        // Read all numbers that are complete in the window.
        while index < range.upperBound, zeros &+ parameter < left {
          // `low` is the 1 and the low bits. This 1 adds as much as one of the zeros, so count one zero less.
          let low = (window &<< UInt64(zeros)) &>> UInt64(63 &- parameter)
          samples[index] = Self.signed((UInt64(zeros) &- 1) &<< UInt64(parameter) &+ low)
          index &+= 1
          left &-= zeros &+ 1 &+ parameter
          window &<<= UInt64(zeros &+ 1 &+ parameter)
          zeros = window.leadingZeroBitCount
        }
        bits.advance(by: Self.windowBitCount &- left)
        guard left == Self.windowBitCount else { continue }
        let high = UInt64(bits.takeZeros())
        samples[index] = Self.signed(high << UInt64(parameter) | bits.take(parameter))
        index &+= 1
      }
    }
    self = bits
  }

  private static func signed(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ (0 &- Int64(bitPattern: number & 1))
  }
}
