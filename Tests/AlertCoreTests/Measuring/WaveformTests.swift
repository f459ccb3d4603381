import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Waveforms of a few samples, compared with values computed by hand.
struct WaveformTests {
  private func waveform(
    _ samples: [Double], channelCount: Int = 1, sampleRate: Double = 1000
  ) throws -> Waveform {
    let file = try soundFile(
      .caf, .pcm(.float64), .float64(samples), channelCount: channelCount, sampleRate: sampleRate)
    return try SoundMeasurement(of: SoundSource(bytes: file)).waveform
  }

  private func extremes(_ columns: [Waveform.Column]) -> [[Double]] {
    columns.map { [$0.minimum, $0.maximum] }
  }

  @Test func columnsAreEqualParts() throws {
    let waveform = try waveform([0, 0.5, -0.25, 0.75, -1, 0])
    #expect(waveform.frameCount == 6)
    #expect(extremes(waveform.columns(3)) == [[0, 0.5], [-0.25, 0.75], [-1, 0]])
    #expect(extremes(waveform.columns(1)) == [[-1, 0.75]])
    #expect(waveform.columns(3).map(\.meanSquare) == [0.125, 0.3125, 0.5])
  }

  /// Each column is one and a half frames, so frame 1 is in both.
  @Test func aFrameOnAnEdgeIsOnBothSides() throws {
    #expect(extremes(try waveform([0, 0.5, 1]).columns(2)) == [[0, 0.5], [0.5, 1]])
  }

  @Test func channelsAreCombined() throws {
    #expect(
      extremes(try waveform([0.1, -0.2, 0.3, 0], channelCount: 2).columns(2))
        == [[-0.2, 0.1], [0, 0.3]])
  }

  /// A waveform stores fewer points than 100,000 frames. Each column still has its peak.
  @Test func longSoundsKeepTheirPeaks() throws {
    var samples = [Double](repeating: 0, count: 100_000)
    for column in 0..<10 { samples[column * 10_000 + 5000] = Double(column + 1) / 16 }
    let columns = try waveform(samples).columns(10)
    #expect(columns.map(\.maximum) == (1...10).map { Double($0) / 16 })
    #expect(columns.allSatisfy { $0.minimum == 0 })
  }
}
