@testable import Promises
@testable import SoundFormat

/// Decodes any bytes as IMA4 packets. The number of frames must be right, and the samples must not depend
/// on how the packets are split into calls.
enum IMA4DecoderTarget {
  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let channelCount = Int(input.byte() % 8) + 1
    let packets = Array(input.rest)
    let groupByteCount = IMA4.bytesPerPacket * channelCount
    let groupCount = packets.count / groupByteCount
    var decoder = IMA4Decoder(channelCount: channelCount)
    let frames = packets.withBytes { decoder.decode($0) }
    try expect(
      frames.count == groupCount * IMA4.framesPerPacket * channelCount,
      "\(frames.count) samples of \(groupCount) groups")
    var oneByOne = IMA4Decoder(channelCount: channelCount)
    var pieces: [Int16] = []
    for group in 0..<groupCount {
      let packet = Array(packets[group * groupByteCount..<(group + 1) * groupByteCount])
      pieces += packet.withBytes { oneByOne.decode($0) }
    }
    try expect(pieces == frames, "different samples packet by packet")
  }
}

/// Encodes any samples with both IMA4 encoders. The packets must not depend on how the samples are split
/// into calls, and must have as many frames as needed. They must decode to the same samples even if a
/// decoder ignores all headers but the first.
enum IMA4EncodersTarget {
  /// The search is slow, and settles after some 600 frames.
  private static let longestByteCount = 2600

  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let channelCount = Int(input.byte() & 1) + 1
    let quality = Int(input.byte() % 128)
    let cut = input.short()
    let words = Array(input.rest.prefix(longestByteCount)).withBytes {
      LinearPCM.decode($0, as: PCMEncoding(.int16))
    }
    let samples = Array(words.int16Samples.prefix(words.sampleCount / channelCount * channelCount))
    let format = StreamFormat(sampleRate: 8000, channelCount: channelCount, dataFormat: .ima4)
    let parts = [samples[..<(cut % (samples.count + 1))], samples[(cut % (samples.count + 1))...]]
    let packets = encoded([samples[...]], format, quality)
    try expect(encoded(parts, format, quality) == packets, "different bytes in two calls")
    let groupCount = samples.count / channelCount / IMA4.framesPerPacket + 1
    try expect(
      packets.count == groupCount * IMA4.bytesPerPacket * channelCount,
      "\(packets.count) bytes of \(samples.count) samples")
    var decoder = IMA4Decoder(channelCount: channelCount)
    let decoded = packets.withBytes { decoder.decode($0) }
    try expect(decoded == followed(packets, channelCount), "the headers contradict the packets")
  }

  private static func encoded(
    _ parts: [ArraySlice<Int16>], _ format: StreamFormat, _ quality: Int
  ) -> [UInt8] {
    do throws(SoundFileError) {
      var encoder = try FrameEncoder(for: format, ima4Quality: quality)
      var packets: [UInt8] = []
      for part in parts { packets += encoder.encode(.int16(Array(part))) }
      return packets + encoder.finish()
    } catch {
      fatalError("\(error)")
    }
  }

  /// Decodes with only the first header of each channel.
  private static func followed(_ packets: [UInt8], _ channelCount: Int) -> [Int16] {
    let count = packets.count / IMA4.bytesPerPacket
    var frames = [Int16](repeating: 0, count: count * IMA4.framesPerPacket)
    var states = (0..<channelCount).map { channel in
      let start = channel * IMA4.bytesPerPacket
      return IMA4.State(packetHeader: UInt16(packets[start]) << 8 | UInt16(packets[start + 1]))
    }
    for packet in 0..<count {
      let channel = packet % channelCount
      var index = packet / channelCount * IMA4.framesPerPacket * channelCount + channel
      for offset in IMA4.headerByteCount..<IMA4.bytesPerPacket {
        let nibbles = packets[packet * IMA4.bytesPerPacket + offset]
        for nibble in [nibbles & 0x0F, nibbles >> 4] {
          frames[index] = states[channel].decode(
            Int32(nibble), IMA4.steps, IMA4.indexChanges)
          index += channelCount
        }
      }
    }
    return frames
  }
}
