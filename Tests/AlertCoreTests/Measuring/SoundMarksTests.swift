import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

struct SoundMarksTests {
  private func marks(
    _ samples: SampleBlock, channelCount: Int = 1, sampleRate: Double = 1000
  ) throws -> SoundMarks {
    let format: DataFormat = if case .float64 = samples { .pcm(.float64) } else { .pcm(.int16) }
    let file = try soundFile(
      .caf, format, samples, channelCount: channelCount, sampleRate: sampleRate)
    return try SoundMeasurement(of: SoundSource(bytes: file)).marks
  }

  /// Samples just below −60 dBFS.
  private func silence(_ count: Int) -> [Int16] { Array(repeating: 32, count: count) }
  /// A tone that begins and ends just above −60 dBFS, so that its ends don't click.
  private func tone(_ count: Int) -> [Int16] {
    (0..<count).map { $0 == 0 || $0 == count - 1 ? 33 : $0 % 2 == 0 ? 3000 : -3000 }
  }

  @Test func silences() throws {
    let samples = silence(50) + tone(100) + silence(100) + tone(60) + silence(99) + tone(70)
    #expect(try marks(.int16(samples)).silences == [0..<0.05, 0.15..<0.25])
    #expect(
      try marks(.int16(samples + silence(11))).silences == [0..<0.05, 0.15..<0.25, 0.479..<0.49])
    // At an edge, a silence of 10 ms or more counts. Inside, it must last 100 ms.
    #expect(try marks(.int16(silence(9) + tone(50) + silence(9))).silences == [])
    #expect(try marks(.int16(silence(10) + tone(5) + silence(10))).silences.count == 2)
    #expect(try marks(.int16(silence(500))).silences == [0..<0.5])
    #expect(try marks(.int16([])).isEmpty)
  }

  @Test func everyChannelMustBeSilent() throws {
    let (left, right) = (silence(300) + tone(100), tone(100) + silence(300))
    #expect(try marks(.int16(interleaved([left, right])), channelCount: 2).silences == [0.1..<0.3])
  }

  @Test func trailingSilence() throws {
    func levels(_ samples: [Int16]) throws -> SoundLevels {
      try SoundMeasurement(
        of: SoundSource(bytes: soundFile(.wave, .pcm(.int16), .int16(samples), sampleRate: 1000))
      ).levels
    }
    #expect(try levels(tone(5) + silence(7)).trailingSilence == 0.007)
    #expect(try levels(tone(5)).trailingSilence == 0)
    #expect(try levels(silence(7)).trailingSilence == 0.007)
  }

  private func sine(_ range: Range<Int>, amplitude: Double = 0.3) -> [Double] {
    range.map { amplitude * sin(2 * .pi * 300 * Double($0) / 44_100) }
  }

  @Test(arguments: [2000, 8192, 16_384, 20_000])
  func anIsolatedStepClicks(frame: Int) throws {
    // Invert the tone from one of its peaks on.
    let peak = frame / 147 * 147 + 37
    let samples = sine(0..<peak) + sine(peak..<44_100).map { -$0 }
    let marks = try marks(.float64(samples), sampleRate: 44_100)
    #expect(marks.clicks == [Double(peak) / 44_100])
  }

  @Test func anAbruptStopInsideClicks() throws {
    let samples = sine(0..<147 * 100 + 37) + [Double](repeating: 0, count: 20_000)
    let marks = try marks(.float64(samples), sampleRate: 44_100)
    #expect(marks.clicks == [Double(147 * 100 + 37) / 44_100])
    #expect(marks.silences.count == 1)
  }

  /// Clicks in two channels at the same time count as one.
  @Test func channelsAgree() throws {
    let samples = sine(0..<147 * 100 + 37) + [Double](repeating: 0, count: 20_000)
    let stereo = interleaved([samples, samples])
    #expect(try marks(.float64(stereo), channelCount: 2, sampleRate: 44_100).clicks.count == 1)
  }

  @Test func edgesClickAsTheRulesHaveIt() throws {
    let ringing = (0..<4000).map { 0.3 * cos(2 * .pi * 3000 * Double($0) / 44_100) }
    let marks = try marks(.float64(ringing), sampleRate: 44_100)
    #expect(marks.clicks == [0, 4000 / 44_100])
    #expect(try self.marks(.float64(sine(0..<4410)), sampleRate: 44_100).clicks == [])
  }

  /// Noise, square waves, chirps and bells don't click.
  @Test(arguments: Signal.allCases)
  func signalsHaveNoClicks(signal: Signal) throws {
    let rest = [Double](repeating: 0, count: 4000)
    for rate in [8000, 22_050, 44_100.0] {
      let sound = PlainSound(
        [rest + signal.doubles(frameCount: 30_000, sampleRate: rate)], sampleRate: rate)
      let clicks = try SoundMeasurement(of: SoundSource(bytes: sound.file(.wave))).marks.clicks
      let inside = clicks.filter { $0 > 0.1 && $0 < Double(sound.frameCount) / rate }
      // A single sample in silence clicks.
      #expect(inside.count == (signal == .impulse ? 1 : 0), "\(rate) Hz: \(clicks)")
    }
  }

  @Test func sharpAttacksRing() throws {
    let rest = [Double](repeating: 0, count: 10_000)
    let strike = (0..<20_000).map { frame in
      let time = Double(frame)
      return 0.8 * exp(-time / 3000) * cos(2 * Double.pi * 1200 / 44_100 * time)
    }
    #expect(try marks(.float64(rest + strike), sampleRate: 44_100).clicks == [])
    let small = sine(0..<10_000, amplitude: 0.02)
    #expect(
      try marks(.float64(small + small.map { $0 + 0.02 } + rest), sampleRate: 44_100).clicks == [])
  }

  @Test func memoryIsBounded() throws {
    let pulses = (0..<200_000).map { Int16($0 % 200 == 0 ? 5000 : 0) }
    let marks = try marks(.int16(pulses))
    #expect(marks.silences.count == 251)
    #expect(marks.clicks.count <= 252)
  }

  /// Real sounds don't click except at their ends.
  @Test(.enabled(if: Corpus.installed != nil, "the corpus isn't present"))
  func realSounds() throws {
    let rows = try #require(Corpus.installed).rows
    for row in rows {
      guard let source = try? SoundSource(bytes: row.bytes()),
        let measurement = try? SoundMeasurement(of: source)
      else { continue }
      let end = Double(measurement.levels.frameCount) / source.format.sampleRate
      let inside = measurement.marks.clicks.filter { $0 > 0 && $0 < end }
      #expect(inside == [], "\(row)")
    }
  }
}
