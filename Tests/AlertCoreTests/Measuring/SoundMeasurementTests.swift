import AlertSound
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// The levels of a few samples, compared with values computed by hand.
struct SoundMeasurementTests {
  private func measure(
    _ samples: SampleBlock, channelCount: Int = 1, sampleRate: Double = 1000,
    as dataFormat: DataFormat = .pcm(.int16)
  ) throws -> SoundLevels {
    let file = try soundFile(
      .caf, dataFormat, samples, channelCount: channelCount, sampleRate: sampleRate)
    return try SoundMeasurement(of: SoundSource(bytes: file)).levels
  }

  @Test func peakAndEnds() throws {
    let levels = try measure(.int16([-4096, 16_384, -32_768, 8192]))
    #expect(levels.frameCount == 4)
    #expect(levels.peak == 1)
    #expect(levels.peakInDecibels == 0)
    #expect(levels.firstLevel == 0.125)
    #expect(levels.lastLevel == 0.25)
  }

  @Test func theLoudestChannelCounts() throws {
    let levels = try measure(.int16([0, -8192, 100, 200, 4096, 0]), channelCount: 2)
    #expect(levels.frameCount == 3)
    #expect(levels.peak == 0.25)
    #expect(levels.firstLevel == 0.25)
    #expect(levels.lastLevel == 0.125)
    #expect(abs(levels.peakInDecibels - -12.0412) < 1e-4)
  }

  @Test(arguments: [
    DataFormat.pcm(.int8), .pcm(.int16, .big), .pcm(.int24), .pcm(.int32), .pcm(.float32),
    .pcm(.float64, .big),
  ])
  func everyDepthHasOneFullScale(dataFormat: DataFormat) throws {
    let levels = try measure(.float64([0.5, -0.75, 0.25]), as: dataFormat)
    #expect(levels.peak == 0.75)
    #expect(levels.firstLevel == 0.5)
    #expect(levels.lastLevel == 0.25)
  }

  /// Floats that aren't finite give levels that JSON and a plot can represent.
  @Test func nanIsSilence() throws {
    let levels = try measure(
      .float32([.nan, 0.5, .infinity, -.infinity, .nan]), as: .pcm(.float32))
    #expect(levels.firstLevel == 0)
    #expect(levels.lastLevel == 0)
    #expect(levels.peak == 1)
    let long = (0..<8000).map { $0 % 7 == 0 ? Float.greatestFiniteMagnitude : .nan }
    let loudness = try measure(.float32(long), sampleRate: 8000, as: .pcm(.float32)).loudness
    #expect(loudness?.isFinite == true)
  }

  /// 33 of 32,768 is just above −60 dBFS, and 32 is just below.
  @Test func silenceEndsAtSixtyDecibelsBelowFullScale() throws {
    let levels = try measure(.int16([0, 32, -32, 0, -33, 0]))
    #expect(levels.leadingSilence == 0.004)
    let inOneChannel = try measure(.int16([0, 0, 0, 5000, 0, 0]), channelCount: 2)
    #expect(inOneChannel.leadingSilence == 0.001)
  }

  @Test func noFramesHaveNoLevels() throws {
    let levels = try measure(.int16([]))
    #expect(levels == SoundLevels())
  }

  /// The padding of IMA4's last packet isn't measured.
  @Test func onlyValidFramesAreMeasured() throws {
    let file = try soundFile(.caf, .ima4, channels: [.square], frameCount: 1000)
    let measurement = try SoundMeasurement(of: SoundSource(bytes: file))
    #expect(measurement.levels.frameCount == 1000)
    #expect(measurement.waveform.frameCount == 1000)
    let highest = try frames(of: file).int16Samples.map(\.magnitude).max() ?? 0
    #expect(measurement.levels.peak == Double(highest) / 32_768)
  }
}
