import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// Resampling doesn't narrow samples of more than 24 bits.
struct ResamplingPrecisionTests {
  /// Noise in all 32 bits.
  private static let integers: [Int32] = {
    var state: UInt32 = 1
    return (0..<3000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int32(bitPattern: state)
    }
  }()

  /// Samples from `integers` that a data format holds exactly.
  private static func samples(in dataFormat: DataFormat) -> [Double] {
    switch dataFormat {
    case .littleInt24: integers.map { Double($0 >> 8) * 0x1p-23 }
    case .littleFloat64: integers.map { Double($0) / 3 * 0x1p-31 }
    default: integers.map { Double($0) * 0x1p-31 }
    }
  }

  /// Between the source's frames, results have the precision of doubles.
  @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (22_050.5, 96_000), (96_000, 8000)])
  func linesArePrecise(sourceRate: Double, rate: Double) throws {
    let samples = Self.samples(in: .littleFloat64)
    let resampled = try PlainSound([samples], sampleRate: sourceRate)
      .resampled(to: rate, .linear, .littleFloat64, in: .caf).channels[0]
    for (index, sample) in resampled.enumerated() {
      let position = Double(index) * sourceRate / rate
      let frame = Int(position)
      let next = frame + 1 < samples.count ? samples[frame + 1] : 0
      let wanted = samples[frame] + (next - samples[frame]) * (position - Double(frame))
      #expect(abs(sample - wanted) < 1e-12, "frame \(index)")
    }
  }

  /// The source is a ramp, so each result shows its position. Errors must not add up over many frames.
  @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (44_100, 11_025.25), (8000, 44_101)])
  func positionsDoNotDrift(sourceRate: Double, rate: Double) throws {
    let slope = 0x1p-20
    let sound = PlainSound([(0..<500_000).map { Double($0) * slope }], sampleRate: sourceRate)
    let resampled = try sound.resampled(to: rate, .linear, .littleFloat64, in: .caf).channels[0]
    // Skip the last frames, which are interpolated towards the silence after the sound.
    let last = resampled.count - 1 - Int((rate / sourceRate).rounded(.up))
    for index in [1, 1000, last / 2, last] {
      #expect(abs(resampled[index] / slope * rate / sourceRate - Double(index)) < 1e-8)
    }
  }

  /// Samples that can't be used are replaced. The largest others don't overflow.
  @Test func linesStayFinite() throws {
    let large = 0x1p31
    let sound = PlainSound(
      [[0.5, .nan, 0.5, .infinity, -0x1p512, 0.25, large, -large]], sampleRate: 24_000)
    let resampled = try sound.resampled(to: 48_000, .linear, .littleFloat64)
    #expect(
      resampled.channels[0] == [
        0.5, 0.25, 0, 0.25, 0.5, 0.75, 1, 0, -1, -0.375, 0.25, large / 2 + 0.125, large, 0, -large,
        -large / 2,
      ])
  }

  /// A band-limited result's doubles are rounded to integers once, without becoming 32-bit floats in between.
  @Test(arguments: [DataFormat.littleInt24, .linearPCM(PCMEncoding(.int32, .little))])
  func integersAreRoundedDoubles(dataFormat: DataFormat) throws {
    let samples = Self.samples(in: dataFormat).map { $0 / 2 }
    let file = try PlainSound([samples], sampleRate: 48_000).file(.wave, dataFormat)
    func converted(to dataFormat: DataFormat) throws -> [Double] {
      try PlainSound(decoding: output(of: file, .wave, dataFormat) { $0.sampleRate = 44_100 })
        .channels[0]
    }
    let scale = dataFormat == .littleInt24 ? 0x1p23 : 0x1p31
    let doubles = try converted(to: .littleFloat64).map { $0 * scale }
    let integers = try converted(to: dataFormat).map { $0 * scale }
    #expect(integers.count == (3000 * 441 + 479) / 480)
    #expect(integers == doubles.map { $0.rounded(.toNearestOrEven) })
    let floats = doubles.map { Double(Float($0)).rounded(.toNearestOrEven) }
    #expect(floats != integers || dataFormat == .littleInt24)
  }
}
