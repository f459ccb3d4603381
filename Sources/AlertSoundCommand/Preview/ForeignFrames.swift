import AlertCore
import AlertSound
import SoundFormat

/// The frames of a sound that only libsndfile reads, for a page whose browser can't decode the file.
struct ForeignFrames: Sendable {
  let format: StreamFormat
  /// Lossless integers stay integers of 16 or 32 bits. Everything else is `float32`, which also states the samples of
  /// lossy codecs exactly.
  let sampleType: PCMEncoding.SampleType
  /// The interleaved samples, which are little-endian.
  let bytes: [UInt8]

  /// Decodes a file; nil if this library or browsers read it, or if it isn't a sound.
  ///
  /// - Parameter byteLimit: Hardly more samples than these are decoded.
  init?(
    of file: InputFile, policy: InputPolicy, byteLimit: Int, monitor: Monitor
  ) throws(SoundError) {
    do throws(SoundFileError) {
      if try SoundFile(in: file).isDecodable { return nil }
    } catch {
      if error.foreignFormat == .ogg { return nil }
    }
    do throws(SoundError) {
      let sound = try SoundSource(bytes: file, of: file.path, policy: policy)
      format = sound.format
      sampleType =
        switch sound.losslessSampleType {
        case .uint8, .int8, .int16: .int16
        case .int24, .int32: .int32
        case .float32, .float64, nil: .float32
        }
      var target = ConversionTarget(
        container: .caf, dataFormat: .linearPCM(PCMEncoding(sampleType)))
      target.frameLimit = byteLimit / (format.channelCount * sampleType.bitDepth / 8) + 1
      let result = try Conversion(of: sound, to: target).inMemory(monitor: monitor)
      bytes = Array(result.packets)
    } catch {
      if error.fault == .sound { return nil }
      throw error
    }
  }
}
