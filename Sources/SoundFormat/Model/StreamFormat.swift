/// A stream's rate, channels and coding: what a decoder must know.
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// How many channels a frame has.
  public var channelCount: Int
  /// How the frames are coded.
  public var dataFormat: DataFormat

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - sampleRate: Frames per second, in Hz.
  ///   - channelCount: How many channels a frame has.
  ///   - dataFormat: How the frames are coded.
  public init(sampleRate: Double, channelCount: Int, dataFormat: DataFormat) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.dataFormat = dataFormat
  }

  /// How many frames a packet holds; 0 if packets vary in length.
  public var framesPerPacket: Int {
    switch dataFormat {
    case .linearPCM: 1
    case .compressed(let codec): codec.framesPerPacket
    case .other(let codec): codec.framesPerPacket
    }
  }

  /// How many bytes a packet takes, all channels together; 0 if packets vary in size.
  public var bytesPerPacket: Int {
    switch dataFormat {
    case .linearPCM(let encoding): encoding.bytesPerSample * channelCount
    case .compressed(let codec): codec.bytesPerPacket * channelCount
    case .other(let codec): codec.bytesPerPacket
    }
  }

  /// Returns how many packets code `frameCount` frames.
  ///
  /// If packets hold several frames, a stream always ends in one that is not full: if the frames
  /// fill their packets exactly, one packet of padding follows. Every ima4 file from Apple's tool is
  /// like this.
  public func packetCount(forFrames frameCount: Int) -> Int {
    switch dataFormat {
    case .linearPCM: frameCount
    case .compressed(let codec):
      codec.isPadded ? frameCount / codec.framesPerPacket + 1 : frameCount
    case .other(let codec):
      codec.framesPerPacket == 0 ? 0 : (frameCount - 1) / codec.framesPerPacket + 1
    }
  }

  /// The sample rates accepted from a file; only damaged headers state others.
  static let sampleRates: ClosedRange<Double> = 1...10_000_000
}
