import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport

/// A sound file with the given packets.
func file(
  _ container: Container, _ dataFormat: DataFormat, audio: [UInt8], channels: Int = 1
) throws -> [UInt8] {
  let format = StreamFormat(sampleRate: 44_100, channelCount: channels, dataFormat: dataFormat)
  let header = SoundHeader(
    container: container, format: format,
    frameCount: audio.count / format.bytesPerPacket * format.framesPerPacket)
  return try header.headerBytes() + audio + header.trailerBytes
}

extension PlainSound {
  /// Converts the sound by way of files of 32-bit floats.
  func converted(_ configure: (inout ConversionTarget) -> Void) throws -> PlainSound {
    try PlainSound(decoding: output(of: file(.wave, .littleFloat32)) { configure(&$0) })
  }

  /// Changes the sound's rate by way of files. A WAVE file can only state whole rates.
  func resampled(
    to rate: Double, _ method: ResamplingMethod = .bandLimited,
    _ dataFormat: DataFormat = .littleFloat32, in container: Container = .wave
  ) throws -> PlainSound {
    let file = try output(of: file(container, dataFormat), container, dataFormat) {
      $0.sampleRate = rate
      $0.resamplingMethod = method
    }
    return try PlainSound(decoding: file)
  }
}

extension ResamplingMethod {
  static let all =
    [ResamplingMethod.bandLimited, .linear]
    + LibsamplerateConverter.allCases.map { .libsamplerate($0) }
}
