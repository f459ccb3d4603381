import SoundFormat
import TestSupport

/// A valid file of every kind, as short as its kind allows, to be damaged.
struct SmallFile: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  /// Where the audio begins.
  let audioOffset: Int

  static let all: [SmallFile] = [
    SmallFile("CAF LEI16", .caf, .linearPCM(PCMEncoding(.int16))),
    SmallFile("CAF BEF64 stereo", .caf, .linearPCM(PCMEncoding(.float64, .big)), channels: 2),
    SmallFile("CAF ima4", .caf, .ima4, frames: 100, layout: .mono, isDescribed: true),
    SmallFile("CAF ima4 stereo", .caf, .ima4, channels: 2, frames: 3),
    SmallFile("AIFF I8", .aiff, .linearPCM(PCMEncoding(.int8)), frames: 41),
    SmallFile(
      "AIFF BEI24 stereo", .aiff, .linearPCM(PCMEncoding(.int24, .big)), channels: 2,
      layout: .stereo),
    SmallFile("AIFC ima4", .aifc, .ima4, frames: 65),
    SmallFile("AIFC fl32", .aifc, .linearPCM(PCMEncoding(.float32, .big))),
    SmallFile("WAVE LEI16", .wave, .linearPCM(PCMEncoding(.int16))),
    SmallFile("WAVE µ-law", .wave, .muLaw, frames: 33),
    SmallFile(
      "WAVE extensible", .wave, .linearPCM(PCMEncoding(.float32)), channels: 2,
      layout: .stereo),
    SmallFile("RF64 A-law", .rf64, .aLaw),
  ]

  private init(
    _ name: String, _ container: Container, _ format: DataFormat, channels: Int = 1,
    frames: Int = 40, layout: ChannelLayout? = nil, isDescribed: Bool = false
  ) {
    description = name
    let stream = StreamFormat(sampleRate: 8000, channelCount: channels, dataFormat: format)
    let entries = InformationEntry.appleEntries(
      for: stream, frameCount: frames, source: PCMEncoding(.int16))
    let header = SoundHeader(
      container: container, format: stream, frameCount: frames, layout: layout,
      information: isDescribed ? entries : [], usesFiller: false)
    let samples = Signal.noise.int16(frameCount: frames * channels)
    do {
      bytes = try file(header, of: .int16(samples))
      audioOffset = try header.headerBytes().count
    } catch {
      preconditionFailure("\(name): \(error)")
    }
  }
}
