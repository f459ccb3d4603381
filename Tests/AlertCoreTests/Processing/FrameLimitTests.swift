import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

struct FrameLimitTests {
  private static let formats: [DataFormat] = [
    .pcm(.int16), .pcm(.int32), .pcm(.float32), .pcm(.float64), .ima4,
  ]

  private func samples(
    _ file: [UInt8], limit: Int?, fade: Int, as dataFormat: DataFormat = .pcm(.float64)
  ) throws -> [Double] {
    let bytes = try output(of: file, .caf, dataFormat) {
      $0.frameLimit = limit
      $0.fadeOutFrameCount = fade
    }
    return try interleaved(PlainSound(decoding: bytes).channels)
  }

  /// With these limits, blocks of the source end in the fade, at its edges, and at the limit.
  @Test(arguments: formats)
  func fadeAcrossBlocks(format: DataFormat) throws {
    let file = try soundFile(.caf, format, channels: [.square, .sine], frameCount: 20_000)
    let whole = try samples(file, limit: nil, fade: 0)
    for limit in [1, 64, 4095, 8192, 8193, 16_384, 19_999] {
      for fade in [0, 1, 5000, limit] {
        let cut = try samples(file, limit: limit, fade: fade)
        #expect(cut.count == 2 * limit)
        let steady = 2 * max(0, limit - fade)
        #expect(cut.prefix(steady) == whole.prefix(steady))
        for frame in max(0, limit - fade)..<limit {
          let gain = fadeGain(Double(limit - 1 - frame) / Double(min(fade, limit)))
          let expected = whole[2 * frame] * gain
          #expect(abs(cut[2 * frame] - expected) < 0x1p-15)
        }
      }
    }
  }

  /// Ending before the last frame must not be reported as truncation.
  @Test(arguments: [Libsndfile.flac, Libsndfile.au, Libsndfile.vorbis, Libsndfile.imaADPCM])
  func foreignSound(format: Int) throws {
    let file = try PlainSound(.sine, frameCount: 30_000).file(libsndfile: format)
    let whole = try samples(file, limit: nil, fade: 0)
    let cut = try samples(file, limit: 10_000, fade: 100)
    #expect(cut.count == 10_000)
    #expect(cut.prefix(9900) == whole.prefix(9900))
    #expect(cut.last == 0)
  }
}
