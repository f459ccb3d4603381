import SoundFormat
import Synthesis

struct Sample {
  var fileName: String
  var container: Container
  var dataFormat: DataFormat
  var layout: ChannelLayout? = nil
  var channels: [Signal]

  /// The complete file, as Apple's tools would have written it.
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

  /// The sound's encoding before it was compressed. Compressed formats take 16-bit PCM.
  private var source: PCMEncoding {
    dataFormat.pcmEncoding ?? PCMEncoding(.int16)
  }

  /// The frames in the sample type of the data format. They are rounded only here.
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
