/// Encodes IMA4 with less audible noise than Apple's `afconvert`, in the same number of bytes.
///
/// Apple's encoder chooses each nibble greedily. This encoder looks ahead, because a step that is too large now may
/// suit the next frames. The search finds the nibbles that together leave the least noise (`IMA4Trellis`). The noise is
/// shaped so that the sound masks more of the noise (`IMA4NoiseShaper`). The stream is plain IMA4. Every header holds
/// the state that a decoder has reached by then. So three decoders give the same samples: Apple's, FFmpeg's, and a
/// decoder that ignores all headers but the first.
///
/// Packets are delayed by 640 to 900 frames; `finish()` returns the last packets. The bytes are the same on every
/// machine, and don't depend on how the frames are divided among calls. The channels are independent, so workers can
/// search both in parallel.
package struct IMA4SearchEncoder: Sendable {
  /// The quality with which commands and the web page select this search. Encoding half a minute of stereo takes about
  /// 0.5 s of processor time, which two cores can share.
  package static let defaultQuality = 63

  private var channels: [IMA4ChannelSearch]
  private let workers: Workers
  /// The left sample of a stereo frame whose right sample comes with the next call.
  private var half: Int16?
  private var isFinished = false

  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - sampleRate: In Hz. The noise that the sound masks depends on this rate.
  ///   - workers: Workers that run a search in each channel of a stereo sound, in parallel or one by one. If the
  ///     workers leave out a channel, the packets of that channel are zeros.
  package init(
    channelCount: Int, sampleRate: Double, workers: Workers = .sequential
  ) {
    precondition(1...IMA4.maximumChannelCount ~= channelCount, "IMA4 codes mono and stereo")
    let encoder = IMA4ChannelSearch(IMA4NoiseShaper(sampleRate: sampleRate))
    channels = Array(repeating: encoder, count: channelCount)
    self.workers = workers
  }

  /// Encodes interleaved frames, and returns the packets that are settled by now. Returns none after `finish()`.
  package mutating func encode(_ frames: [Int16]) -> [UInt8] {
    guard !isFinished else { return [] }
    guard channels.count == 2 else { return channels[0].encode(frames) }
    let samples = separate(frames)
    return eachChannel { $0.encode(samples[$1]) }
  }

  /// Ends the stream. Completes the last packet with silent frames. If the frames fill their packets exactly, adds a
  /// packet of silent frames.
  package mutating func finish() -> [UInt8] {
    guard !isFinished else { return [] }
    let packets = half == nil ? [] : encode([0])
    isFinished = true
    return packets + eachChannel { encoder, _ in encoder.finish() }
  }

  /// The energies of the signal and of the coding error so far, all channels together.
  package var signalAndNoise: SignalAndNoise {
    channels.reduce(into: SignalAndNoise()) { $0 += $1.signalAndNoise }
  }
}

extension IMA4SearchEncoder {
  /// Splits stereo frames into the samples of each channel.
  private mutating func separate(_ frames: [Int16]) -> [[Int16]] {
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
    return samples
  }

  /// A channel's encoder, and the packets from the current call.
  ///
  /// Sendable because no two threads use the same lane.
  private final class Lane: @unchecked Sendable {
    var encoder: IMA4ChannelSearch
    var packets: [UInt8] = []

    init(_ encoder: IMA4ChannelSearch) { self.encoder = encoder }
  }

  /// Calls `body` with each channel's encoder, and interleaves the packets as a file stores them.
  private mutating func eachChannel(
    _ body: @Sendable (inout IMA4ChannelSearch, _ channel: Int) -> [UInt8]
  ) -> [UInt8] {
    let lanes = channels.map(Lane.init)
    // First drop the references that `self` holds, to avoid copy-on-write.
    channels = []
    workers.perform(lanes.count) { lanes[$0].packets = body(&lanes[$0].encoder, $0) }
    channels = lanes.map { $0.encoder }
    return Self.interleaving(lanes.map { $0.packets })
  }

  private static func interleaving(_ channels: [[UInt8]]) -> [UInt8] {
    guard channels.count > 1 else { return channels.first ?? [] }
    var packets: [UInt8] = []
    let byteCount = channels.reduce(0) { max($0, $1.count) }
    packets.reserveCapacity(byteCount * channels.count)
    for start in stride(from: 0, to: byteCount, by: IMA4.bytesPerPacket) {
      for channel in channels {
        if channel.isEmpty {
          packets.append(repeating: 0, count: IMA4.bytesPerPacket)
        } else {
          packets += channel[start..<start + IMA4.bytesPerPacket]
        }
      }
    }
    return packets
  }
}
