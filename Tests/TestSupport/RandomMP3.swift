/// Streams of MP3 whose packets hold random but valid numbers: every kind of window, code book, scale factor and stereo. They
/// sound like noise.
public struct RandomMP3 {
  /// The first 12 bits of the header after the sync bits decide about these.
  public enum Version: UInt32, CaseIterable, Sendable {
    case version2point5 = 0
    case version2 = 2
    case version1 = 3
  }

  public var version = Version.version1
  /// 0 to 2, from the version's middle rate.
  public var rateIndex: UInt32 = 0
  /// 0 is stereo, 1 is stereo with common parts, 3 is mono.
  public var mode: UInt32 = 1
  /// Which parts are common: 1 is intensity, 2 is middle and side.
  public var extensionBits: UInt32 = 0
  public var bitRateIndex: UInt32 = 9
  public var hasChecksum = false
  /// Whether all lines are coded in pairs, by books of codes so short that they never reach into the next granule. Decoders
  /// treat lines that do differently.
  public var isExact = false
  /// The lowest and the highest global gain.
  public var gains: ClosedRange<UInt32> = 130...170
  private var random: RandomNumbers

  public init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  private mutating func number(below bound: UInt32) -> UInt32 { random.next(below: bound) }

  private var channelCount: Int { mode == 3 ? 1 : 2 }

  public var header: UInt32 {
    0xFFE0_0002 | version.rawValue << 19 | 1 << 17 | (hasChecksum ? 0 : 1) << 16
      | bitRateIndex << 12 | rateIndex << 10 | mode << 6 | extensionBits << 4
  }

  /// Returns packets, the first of which borrows nothing.
  public mutating func packets(_ count: Int) -> [[UInt8]] {
    var reservoir = 0
    return (0..<count).map { _ in
      let borrowed = min(reservoir, version == .version1 ? 511 : 255) / 2
      let packet = packet(borrowing: borrowed)
      reservoir = packet.count - 40
      return packet
    }
  }

  /// Returns a packet whose audio begins in earlier packets.
  public mutating func packet(borrowing borrowed: Int = 0) -> [UInt8] {
    var bits = Bits()
    bits.append(header, 32)
    if hasChecksum { bits.append(number(below: 1 << 16), 16) }
    let isVersion1 = version == .version1
    bits.append(UInt32(borrowed), isVersion1 ? 9 : 8)
    bits.append(0, isVersion1 ? (channelCount == 1 ? 5 : 3) : channelCount)
    if isVersion1 { for _ in 0..<channelCount { bits.append(number(below: 16), 4) } }
    let granuleCount = (isVersion1 ? 2 : 1) * channelCount
    let sideByteCount = isVersion1 ? (channelCount == 1 ? 17 : 32) : (channelCount == 1 ? 9 : 17)
    let audioByteCount = byteCount - 4 - (hasChecksum ? 2 : 0) - sideByteCount
    let share = UInt32(max(1, min(4095, (borrowed + audioByteCount) * 8 / granuleCount)))
    // Both channels have the same windows, as encoders choose them.
    var windows: UInt32 = 0
    for index in 0..<granuleCount {
      if index % channelCount == 0 { windows = number(below: 6) }
      let bitCount = isExact ? share : share - number(below: share / 8 + 1)
      appendGranule(to: &bits, bitCount: bitCount, windows)
    }
    while bits.bytes.count < byteCount { bits.append(number(below: 256), 8) }
    return bits.bytes
  }

  /// - Parameter windows: 0 to 2 are long windows, 3 to 5 are the other kinds.
  private mutating func appendGranule(
    to bits: inout Bits, bitCount: UInt32, _ windows: UInt32
  ) {
    bits.append(bitCount, 12)
    bits.append(isExact ? 288 : number(below: min(289, bitCount / 4 + 1)), 9)
    bits.append(gains.lowerBound + number(below: UInt32(gains.count)), 8)
    bits.append(number(below: version == .version1 ? 16 : 512), version == .version1 ? 4 : 9)
    bits.append(windows < 3 ? 0 : 1, 1)
    if windows < 3 {
      for _ in 0..<3 { bits.append(book(), 5) }
      bits.append(number(below: 128), 7)
    } else {
      bits.append(windows - 2, 2)
      bits.append(windows == 4 ? number(below: 2) : 0, 1)
      for _ in 0..<2 { bits.append(book(), 5) }
      bits.append(number(below: 512), 9)
    }
    bits.append(number(below: 8), version == .version1 ? 3 : 2)
  }

  private mutating func book() -> UInt32 {
    isExact ? [1, 2, 3, 5, 6][Int(number(below: 5))] : number(below: 32)
  }

  /// A packet's size by its header.
  public var byteCount: Int {
    let isVersion1 = version == .version1
    let rates = isVersion1 ? [44_100, 48_000, 32_000] : [22_050, 24_000, 16_000]
    let rate = rates[Int(rateIndex)] / (version == .version2point5 ? 2 : 1)
    let bitRates =
      isVersion1
      ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    return (isVersion1 ? 144_000 : 72_000) * bitRates[Int(bitRateIndex)] / rate
  }
}
