import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

struct DitheringTests {
  private static let frameCount = 60_000
  private static let step = 1.0 / 128

  /// A soft tone of a few 8-bit steps. Without dither, rounding distorts it.
  private static let tone = (0..<frameCount).map {
    3.3 * step * sin(2 * .pi * 441.7 * Double($0) / 44_100)
  }

  /// The errors of a conversion to 8 bits, in steps.
  private func errors(_ dither: Dither?, of samples: [Double] = tone) throws -> [Double] {
    let source = try PlainSound([samples]).file(.wave, .littleFloat64)
    let file = try output(of: source, .caf, .linearPCM(PCMEncoding(.int8))) { $0.dither = dither }
    let coded = try PlainSound(decoding: file).channels[0]
    return zip(coded, samples).map { ($0 - $1) / Self.step }
  }

  private func power(_ samples: [Double]) -> Double {
    samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
  }

  /// The power in a frequency band, by correlation with 40 sines.
  private func power(_ samples: [Double], from low: Double, to high: Double) -> Double {
    let frequencies = stride(from: low, to: high, by: (high - low) / 40)
    return frequencies.reduce(0) { sum, frequency in
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in samples.prefix(8192).enumerated() {
        let angle = 2 * .pi * frequency * Double(frame) / 44_100
        real += sample * cos(angle)
        imaginary += sample * sin(angle)
      }
      return sum + (real * real + imaginary * imaginary) / 8192
    } / 40
  }

  /// Rounding has a power of 1/12 step², and triangular noise of ±1 step has 1/6. The sum is 1/4.
  @Test func triangularNoiseHasThePowerOfTheory() throws {
    let errors = try errors(.triangular)
    let mean = errors.reduce(0, +) / Double(errors.count)
    #expect(abs(mean) < 0.01)
    #expect(abs(power(errors) / 0.25 - 1) < 0.1)
    #expect((errors.map { abs($0) }.max() ?? 0) <= 1.5)
  }

  /// Without dither, a level below half a step becomes 0. With dither, the mean is the level.
  @Test(arguments: [Dither.triangular, .noiseShaped], [0.3, -0.4, 0.05])
  func meanKeepsWhatIsBelowAStep(dither: Dither, level: Double) throws {
    let samples = [Double](repeating: level * Self.step, count: Self.frameCount)
    let errors = try errors(dither, of: samples)
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.01)
  }

  /// First-order shaping differentiates the noise. That doubles its power, but lowers it at low frequencies.
  @Test func shapedNoiseIsLessBelow4kHz() throws {
    let plain = try errors(.triangular)
    let shaped = try errors(.noiseShaped)
    #expect(abs(power(shaped) / 0.5 - 1) < 0.1)
    #expect(power(shaped, from: 100, to: 4000) < power(plain, from: 100, to: 4000) / 4)
    #expect(power(shaped, from: 16_000, to: 22_000) > power(plain, from: 16_000, to: 22_000) * 2)
    let mean = shaped.reduce(0, +) / Double(shaped.count)
    #expect(abs(mean) < 0.01)
  }

  @Test(arguments: [Dither.triangular, .noiseShaped])
  func channelsHaveTheirOwnNoise(dither: Dither) throws {
    let silence = [Double](repeating: 0, count: 5000)
    let source = try PlainSound([silence, silence]).file(.wave, .littleFloat32)
    let file = try output(of: source, .caf, .littleInt16) { $0.dither = dither }
    let channels = try PlainSound(decoding: file).channels
    #expect(channels[0] != channels[1])
    let product = zip(channels[0], channels[1]).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(product) < 0.1 * channels[0].reduce(0) { $0 + $1 * $1 })
  }

  @Test func floatsStayAsTheyAre() throws {
    let source = try PlainSound([Self.tone]).file(.wave, .littleFloat64)
    #expect(
      try output(of: source) { $0.dither = .triangular } == output(of: source))
  }

  private static let integerFormats: [(Container, DataFormat)] =
    Container.writable.flatMap { container in
      container.dataFormats.filter { $0.pcmEncoding?.sampleType.isFloat != true }.map {
        (container, $0)
      }
    }

  /// NaN becomes silence and doesn't affect later samples. Infinity becomes full scale.
  @Test(arguments: integerFormats, [Dither.triangular, .noiseShaped])
  func nanIsSilence(format: (Container, DataFormat), dither: Dither) throws {
    for type in [DataFormat.littleFloat32, .littleFloat64] {
      let wild = [.nan, -.nan, .signalingNaN] + [Double](repeating: 0, count: 61)
      let loud =
        [Double](repeating: .infinity, count: 64) + [Double](repeating: -.infinity, count: 64)
      let source = try PlainSound([wild + loud, wild + loud]).file(.wave, type)
      let file = try output(of: source, format.0, format.1) { $0.dither = dither }
      // The tolerance covers the codec's rounding and the dither.
      let tolerance =
        switch format.1 {
        case .ima4: 0.01
        case .muLaw, .aLaw: 0.002
        default: 3 / Double(1 << (format.1.pcmEncoding!.bitDepth - 1))
        }
      for channel in try PlainSound(decoding: file).channels {
        #expect(channel[..<64].allSatisfy { abs($0) <= tolerance }, "\(channel[..<64])")
        // Skip 48 samples after each change, because IMA4 needs up to that many to reach full scale.
        #expect(channel[112..<128].allSatisfy { $0 > 0.95 }, "\(channel[112..<128])")
        #expect(channel[176..<192].allSatisfy { $0 < -0.95 }, "\(channel[176..<192])")
      }
    }
  }
}
