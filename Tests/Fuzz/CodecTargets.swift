import TestSupport

@testable import Promises
@testable import SoundFormat

/// Encodes any samples with both IMA4 encoders. The packets must not depend on how the samples are split
/// into calls, and must have as many frames as needed. They must decode to the same samples even if a
/// decoder ignores all headers but the first.
enum IMA4Target {
  /// At most this many bytes are encoded: enough for the slow search, which settles after about 600 frames.
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

/// Decodes any bytes as packets of Apple Lossless, with any magic cookie. Each packet must be rejected, or decode
/// to at most as many frames as the cookie says. The outcome must not depend on earlier packets.
enum AppleLosslessTarget {
  static func run(_ bytes: [UInt8]) throws {
    let cookie = Array(bytes.prefix(24))
    guard let configuration = AppleLosslessConfiguration(cookie) else { return }
    var input = FuzzInput(Array(bytes.dropFirst(24)))
    let cut = input.short()
    let packets = [input.rest.prefix(cut), input.rest.dropFirst(cut)].map { Array($0) }
    var decoder = AppleLosslessDecoder(configuration)
    var reused = SampleBlock.int16([])
    for packet in packets {
      var (fresh, block) = (AppleLosslessDecoder(configuration), SampleBlock.int16([]))
      let isWhole = try decodes(packet, with: &decoder, into: &reused)
      try expect(
        try decodes(packet, with: &fresh, into: &block) == isWhole, "an earlier packet matters")
      guard isWhole else { continue }
      let encoding = PCMEncoding(configuration.sampleType)
      try expect(
        LinearPCM.encode(block, as: encoding) == LinearPCM.encode(reused, as: encoding),
        "other samples after an earlier packet")
      let frameCount = block.sampleCount / configuration.channelCount
      try expect(
        frameCount <= configuration.framesPerPacket
          && block.sampleCount == frameCount * configuration.channelCount,
        "\(block.sampleCount) samples in a packet")
    }
  }

  private static func decodes(
    _ packet: [UInt8], with decoder: inout AppleLosslessDecoder, into block: inout SampleBlock
  ) throws -> Bool {
    do throws(SoundFileError) {
      try decoder.decode(packet, into: &block)
      return true
    } catch {
      try expect(error.code == .malformed, "\(error)")
      return false
    }
  }
}

/// Decodes any bytes as packets of AAC, with any configuration. Each packet must be rejected, or decode to as many frames
/// as the configuration says.
enum AACTarget {
  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let count = Int(input.byte() % 32)
    guard let configuration = AudioSpecificConfig(Array(input.rest.prefix(count))) else { return }
    guard var decoder = try? AACDecoder(configuration) else {
      return try expect(configuration.refusal?.code == .unsupported, "refused without a reason")
    }
    input = FuzzInput(Array(input.rest.dropFirst(count)))
    let cut = input.short()
    var block = SampleBlock.int16([])
    for packet in [input.rest.prefix(cut), input.rest.dropFirst(cut)].map({ Array($0) }) {
      do throws(SoundFileError) {
        try decoder.decode(packet, into: &block)
      } catch {
        try expect([.malformed, .unsupported].contains(error.code), "\(error)")
        continue
      }
      try expect(
        block.sampleCount == configuration.framesPerPacket * configuration.channelCount,
        "\(block.sampleCount) samples in a packet")
    }
  }
}

/// Decodes any bytes as packets of FLAC. Samples are decoded, or an error is thrown.
enum FLACTarget {
  static func run(_ bytes: [UInt8]) {
    let count = min(FLACTarget.cookieByteCount, bytes.count)
    guard let configuration = FLACConfiguration(Array(bytes.prefix(count))) else { return }
    var decoder = FLACDecoder(configuration)
    var block = SampleBlock.int16([])
    var offset = count
    while offset < bytes.count {
      guard let byteCount = try? decoder.decode(bytes, from: offset, into: &block) else { return }
      offset += byteCount
    }
  }

  /// How many bytes the parameters have with their header.
  static let cookieByteCount = 38
}

/// Decodes packets of MP3. Each is decoded to finite samples, or refused because it has no header.
enum MP3Target {
  static func run(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let channelCount = 1 + Int(first & 1)
    var (decoder, copy) = (
      MP3Decoder(channelCount: channelCount), MP3Decoder(channelCount: channelCount)
    )
    var (block, reused) = (SampleBlock.int16([]), SampleBlock.int16([]))
    var input = FuzzInput(Array(bytes.dropFirst()))
    while !input.rest.isEmpty {
      let count = input.short()
      let packet = (0..<min(count, input.rest.count)).map { _ in input.byte() }
      do throws(SoundFileError) {
        try decoder.decode(packet, into: &reused)
      } catch {
        continue
      }
      try copy.decode(packet, into: &block)
      guard case .float32(let samples) = block, case .float32(let others) = reused else { return }
      try expect(samples == others, "other samples in other memory")
      try expect(
        [576, 1152].contains(samples.count / channelCount) && samples.allSatisfy { $0.isFinite },
        "\(samples.count) samples in a packet")
      block = .int16([])
    }
  }
}
