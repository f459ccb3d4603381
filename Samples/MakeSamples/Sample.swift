import SoundFormat
import Synthesis

/// A sound file to make.
struct Sample {
  var fileName: String
  var container: Container
  var dataFormat: DataFormat
  var layout: ChannelLayout? = nil
  var channels: [Signal]

  /// The whole file, as Apple's tools would have written it.
  func fileBytes() throws -> [UInt8] {
    let format = StreamFormat(
      sampleRate: channels[0].sampleRate, channelCount: channels.count, dataFormat: dataFormat)
    let frameCount = channels[0].frames.count
    let header = SoundHeader(
      container: container, format: format, frameCount: frameCount, layout: layout,
      information: container == .caf
        ? InformationEntry.appleEntries(for: format, frameCount: frameCount, source: source) : [])
    var encoder = try FrameEncoder(for: format)
    let headerBytes = try header.headerBytes()
    return headerBytes + encoder.encode(block) + encoder.finish() + header.trailerBytes
  }

  /// What the sound would have been before it was encoded: 16-bit PCM for the compressed formats.
  private var source: PCMEncoding {
    dataFormat.pcmEncoding ?? PCMEncoding(.int16)
  }

  /// The frames in the type that the data format calls for, rounded here and nowhere else.
  private var block: SampleBlock {
    let channels = channels.normalized
    return switch source.sampleType {
    case .int24: .int32(channels.interleaved.map { Int32(($0 * 0x7F_FFFF).nearestInteger) << 8 })
    case .float32: .float32(channels.interleaved.map(Float.init))
    case .float64: .float64(channels.interleaved)
    case .uint8, .int8, .int16, .int32: .int16(channels.int16Samples)
    }
  }
}
