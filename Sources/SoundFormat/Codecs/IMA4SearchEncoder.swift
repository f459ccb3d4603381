/// Encodes IMA4 closer to the original than Apple's `afconvert` does, in the same number of bytes.
///
/// Apple's encoder takes each nibble as the first that fits its sample. This one looks ahead: it
/// finds the nibbles that together leave the least squared error (`IMA4Trellis`), as a step that is
/// too long now may be just right for what follows. The file is a plain IMA4 file. Every header states
/// what a decoder has by then, so that Apple's decoder, FFmpeg's, and one that ignores all headers
/// but the first give the same samples.
///
/// Packets come out some 600 frames late; `finish()` returns the last ones. The bytes don't depend on
/// how the frames are cut into calls, and they are the same on every machine.
public struct IMA4SearchEncoder: Sendable {
  /// A quality that needs about a second for half a minute of stereo.
  public static let defaultQuality = 63

  private var channels: [IMA4ChannelEncoder]
  /// Half a frame of stereo that waits for its other half.
  private var half: Int16?

  /// Creates an encoder at the start of a stream.
  ///
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - quality: As for `IMA4ChannelEncoder`.
  public init(channelCount: Int, quality: Int = defaultQuality) {
    precondition(1...IMA4.maximumChannelCount ~= channelCount, "IMA4 codes mono and stereo")
    channels = Array(repeating: IMA4ChannelEncoder(quality: quality), count: channelCount)
  }

  /// Encodes interleaved frames, and returns the packets that are settled by now.
  public mutating func encode(_ frames: [Int16]) -> [UInt8] {
    guard channels.count == 2 else { return channels[0].encode(frames) }
    var samples = [[Int16](), []]
    for channel in 0..<2 { samples[channel].reserveCapacity(frames.count / 2 + 1) }
    for sample in frames {
      if let earlier = half.take() {
        samples[0].append(earlier)
        samples[1].append(sample)
      } else {
        half = sample
      }
    }
    return Self.interleaving((0..<2).map { channels[$0].encode(samples[$0]) })
  }

  /// Ends the stream: zeros fill the last packet, and one of zeros follows frames that filled theirs.
  public mutating func finish() -> [UInt8] {
    let packets = half == nil ? [] : encode([0])
    return packets + Self.interleaving(channels.indices.map { channels[$0].finish() })
  }

  /// Puts the channels' packets in turn, as a file has them.
  ///
  /// - Parameter channels: Equally many packets of each channel.
  public static func interleaving(_ channels: [[UInt8]]) -> [UInt8] {
    guard channels.count > 1 else { return channels.first ?? [] }
    let byteCount = channels[0].count
    precondition(channels.allSatisfy { $0.count == byteCount }, "the channels differ in length")
    var packets: [UInt8] = []
    packets.reserveCapacity(byteCount * channels.count)
    for start in stride(from: 0, to: byteCount, by: IMA4.bytesPerPacket) {
      for channel in channels { packets += channel[start..<start + IMA4.bytesPerPacket] }
    }
    return packets
  }
}
