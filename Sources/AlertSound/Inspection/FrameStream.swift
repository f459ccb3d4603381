internal import SoundFormat

/// Reads a sound's frames in portions of any size, each channel on its own, 1 being full scale.
struct FrameStream {
  private let source: SoundSource
  private var reader: FrameReader
  private var planes: ChannelPlanes
  /// How many frames of the planes have been given out.
  private var position = 0

  init(_ source: SoundSource) throws(ConversionError) {
    self.source = source
    planes = ChannelPlanes(channelCount: source.format.channelCount)
    do throws(SoundFileError) {
      reader = try FrameReader(
        source, from: 0, widestChannelCount: source.format.channelCount)
    } catch {
      throw ConversionError(.choosingCodec, source.path, error)
    }
  }

  /// The next frames; fewer only at the end.
  mutating func read(_ frameCount: Int) throws(ConversionError) -> [[Double]] {
    var channels = planes.channels.map { _ in [Double]() }
    while channels[0].count < frameCount {
      if position == planes.channels[0].count {
        guard try refill() else { break }
      }
      let end = min(planes.channels[0].count, position + frameCount - channels[0].count)
      for channel in channels.indices {
        channels[channel] += planes.channels[channel][position..<end]
      }
      position = end
    }
    return channels
  }

  /// Leaves frames out.
  mutating func skip(_ frameCount: Int) throws(ConversionError) {
    var rest = frameCount
    while rest > 0 {
      let count = try read(min(rest, 8192))[0].count
      guard count > 0 else { return }
      rest -= count
    }
  }

  private mutating func refill() throws(ConversionError) -> Bool {
    do throws(SoundFileError) {
      guard let block = try reader.next() else { return false }
      planes.fill(from: block)
      position = 0
      return true
    } catch {
      throw ConversionError(wrapping: error, .reading, source.path)
    }
  }
}
