/// Packets of FLAC whose numbers are random but valid: every kind of channel, predictor and code. They sound like noise.
public struct RandomFLAC {
  public var bitDepth = 16
  public var channelCount = 2
  private var frameCount = 0
  private var random: RandomNumbers
  private var bits = Bits()

  public init(seed: UInt64) { random = RandomNumbers(seed: seed) }

  /// Returns a file at 44.1 kHz.
  public mutating func file(packetCount: Int) -> [UInt8] {
    frameCount = 0
    let packets = (0..<packetCount).flatMap { packet(number: UInt32($0)) }
    var beginning = Bits()
    beginning.append(44_100, 20)
    beginning.append(UInt32(channelCount - 1), 3)
    beginning.append(UInt32(bitDepth - 1), 5)
    beginning.append(UInt32(frameCount), 36)
    return hex("'fLaC' 80000022 0010FFFF 000000000000") + beginning.bytes
      + [UInt8](repeating: 0, count: 16) + packets
  }

  private mutating func number(below bound: Int) -> Int { Int(random.next(below: UInt32(bound))) }

  private mutating func appendRandom(_ bitCount: Int) {
    for _ in 0..<bitCount { bits.append(random.next(below: 2), 1) }
  }

  /// - Parameter number: The packet's number, below 128.
  private mutating func packet(number: UInt32) -> [UInt8] {
    let frameCount = 32 + 16 * self.number(below: 6)
    self.frameCount += frameCount
    let coupling = channelCount == 2 ? 7 + self.number(below: 4) : 7
    var header = Bits("111111111111100 0 0110 0000")
    header.append(UInt32(coupling == 7 ? channelCount - 1 : coupling), 4)
    header.append(0, 4)
    header.append(number, 8)
    header.append(UInt32(frameCount - 1), 8)
    bits = Bits()
    for channel in 0..<channelCount {
      // A difference of channels has one bit more.
      let isWide = coupling > 7 && channel == (coupling == 9 ? 0 : 1)
      appendChannel(bitDepth: bitDepth + (isWide ? 1 : 0), frameCount)
    }
    return Self.packet(header: header.bytes, audio: bits.bytes)
  }

  private mutating func appendChannel(bitDepth: Int, _ frameCount: Int) {
    // Equal samples, unrelated samples, a predictor, or a stored predictor.
    let kind = [0, 1, 8 + number(below: 5), 32 + number(below: 32)][number(below: 4)]
    bits.append(UInt32(kind), 7)
    let zeroBitCount = number(below: 4)
    bits.append(["0", "11", "101", "1001"][zeroBitCount])
    let bitDepth = bitDepth - zeroBitCount
    guard kind > 1 else { return appendRandom(kind == 0 ? bitDepth : bitDepth * frameCount) }
    let order = kind < 32 ? kind - 8 : kind - 31
    appendRandom(bitDepth * order)
    if kind > 31 {
      let precision = 1 + number(below: 15)
      bits.append(UInt32(precision - 1), 4)
      bits.append(UInt32(number(below: 16)), 5)
      appendRandom(precision * order)
    }
    appendDifferences(frameCount, order: order)
  }

  private mutating func appendDifferences(_ frameCount: Int, order: Int) {
    let method = number(below: 2)
    let partOrder = order > 8 ? 0 : number(below: 3)
    bits.append(UInt32(method << 4 | partOrder), 6)
    for part in 0..<1 << partOrder {
      let count = frameCount >> partOrder - (part == 0 ? order : 0)
      let parameter = number(below: 16 << method)
      bits.append(UInt32(parameter), 4 + method)
      guard parameter < 16 << method - 1 else {
        let bitCount = number(below: 32)
        bits.append(UInt32(bitCount), 5)
        appendRandom(bitCount * count)
        continue
      }
      for _ in 0..<count {
        // A few numbers are so large that their zeros fill words.
        bits.append(1, 1 + number(below: number(below: 16) == 0 ? 150 : 4))
        appendRandom(parameter)
      }
    }
  }

  /// Adds the checksums to a packet.
  public static func packet(header: [UInt8], audio: [UInt8]) -> [UInt8] {
    let packet = header + [UInt8(checksum(header, 0x07, 8))] + audio
    let sum = checksum(packet, 0x8005, 16)
    return packet + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  /// The remainder of a division of polynomials, one bit after the other.
  private static func checksum(_ bytes: [UInt8], _ polynomial: Int, _ bitCount: Int) -> Int {
    bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0) & 1) } }.reduce(0) { rest, bit in
      let isOdd = rest >> (bitCount - 1) ^ bit == 1
      return (rest << 1 & (1 << bitCount - 1)) ^ (isOdd ? polynomial : 0)
    }
  }
}
