import Foundation
import TestSupport
import Testing

@testable import SoundFormat

@Suite struct IMA4SearchEncoderTests {
  private func searched(
    _ frames: [Int16], channels: Int = 1, sampleRate: Double = 44_100
  ) -> [UInt8] {
    var encoder = IMA4SearchEncoder(channelCount: channels, sampleRate: sampleRate)
    return encoder.encode(frames) + encoder.finish()
  }

  private func exact(_ frames: [Int16]) -> [UInt8] {
    var encoder = IMA4Encoder(channelCount: 1)
    return encoder.encode(frames) + encoder.finish()
  }

  private func ratio(
    of packets: [UInt8], to frames: [Int16], _ rule: HeaderRule = .checked
  ) -> Double {
    signalToNoise(of: Array(decodedIMA4(packets, rule).prefix(frames.count)), to: frames)
  }

  private func noise(
    of packets: [UInt8], to frames: [Int16], _ rule: HeaderRule = .checked
  ) -> Double {
    noiseToMask(of: Array(decodedIMA4(packets, rule).prefix(frames.count)), to: frames)
  }

  /// Noise-to-mask ceilings in dB.
  private static let ceilings: [(signal: Signal, ceiling: Double)] = [
    (.sine, 32.3), (.quietSine, -1.7), (.sweep, 12.4), (.bell, 17.5), (.noise, -16.2),
    (.square, -18.3),
    // After the one full-scale sample, the step must shrink again.
    (.impulse, -19.5),
  ]

  /// Each ceiling is so close that a loss of 0.1 dB fails.
  @Test(arguments: ceilings)
  func masksItsNoise(signal: Signal, ceiling: Double) {
    let frames = signal.int16(frameCount: 2000)
    let packets = searched(frames)
    let noise = noise(of: packets, to: frames)
    #expect(noise <= ceiling)
    #expect(noise > ceiling - 0.5, "lower the ceiling")
    #expect(noise < self.noise(of: exact(frames), to: frames))
    #expect(
      self.noise(of: packets, to: frames, .believed)
        < self.noise(of: exact(frames), to: frames, .believed))
  }

  /// Decoders that reload the state from each packet header get at least the quality of Apple's
  /// packets. This holds even for sounds so quiet that most noise comes from the bits missing in
  /// headers.
  @Test(arguments: [Signal.noise, .square, .quietSine])
  func decodersThatReloadHeadersLoseNothing(signal: Signal) {
    let frames = signal.int16(frameCount: 4000).map { $0 / 64 }
    let packets = searched(frames)
    #expect(
      ratio(of: packets, to: frames, .believed) >= ratio(of: exact(frames), to: frames, .believed))
  }

  /// Signals that Apple's encoder codes without error are coded without error by the search.
  @Test func exactlyCodableSoundsAreExact() {
    let slow = (0..<1000).map { Int16((100 * sin(Double($0) * 2 * .pi * 50 / 44_100)).rounded()) }
    for frames in [slow, [Int16](repeating: -1, count: 200), [Int16](repeating: 127, count: 200)] {
      let rate = ratio(of: exact(frames), to: frames)
      #expect(ratio(of: searched(frames), to: frames) >= min(rate, 90))
    }
  }

  /// A sound that was IMA4 before is coded without error, whatever it was.
  @Test(arguments: [Signal.bell, .noise, .square, .sweep])
  func recodedSoundsAreExact(signal: Signal) {
    let frames = decodedIMA4(exact(signal.int16(frameCount: 3000)), .checked)
    #expect(Array(decodedIMA4(searched(frames), .checked).prefix(frames.count)) == frames)
  }

  /// Every header is the decoder's state at that point, with a truncated predictor. So the samples
  /// are equal whether a decoder checks the headers or ignores them.
  @Test(arguments: Signal.allCases)
  func headersMatchTheState(signal: Signal) {
    let frames = signal.int16(frameCount: 800)
    let packets = searched(frames)
    var state = IMA4.State(packetHeader: UInt16(packets[0]) << 8 | UInt16(packets[1]))
    for start in stride(from: 0, to: packets.count, by: 34) {
      #expect(UInt16(packets[start]) << 8 | UInt16(packets[start + 1]) == state.packetHeader)
      for byte in packets[start + 2..<start + 34] {
        _ = state.decode(Int32(byte & 0x0F), IMA4.steps, IMA4.indexChanges)
        _ = state.decode(Int32(byte >> 4), IMA4.steps, IMA4.indexChanges)
      }
    }
    var decoder = IMA4Decoder(channelCount: 1)
    let samples = packets.withBytes { decoder.decode($0) }
    #expect(decodedIMA4(packets, .checked) == samples)
    #expect(decodedIMA4(packets, .ignored) == samples)
  }

  /// If the first header has index 0 and a predictor within 127 of 0, a decoder ignores it and starts from 0. The
  /// search starts from a multiple of 128. Within 127 of 0, only 0 itself is such a multiple, so nothing is lost.
  @Test(arguments: [0, 63, 64, 100, 127, 128, -1, -64, -65, -128, -129, 20_000, -32_768, 32_767])
  func beginsAnywhere(sample: Int16) {
    let frames = [Int16](repeating: sample, count: 70)
    let packets = searched(frames)
    let samples = decodedIMA4(packets, .checked).prefix(70)
    #expect(samples.allSatisfy { abs(Int($0) - Int(sample)) <= 127 })
    #expect(decodedIMA4(packets, .ignored).prefix(70) == samples)
    #expect(decodedIMA4(packets, .believed).prefix(64) == samples.prefix(64))
  }

  /// The padding after the last frame fades to silence, as Apple's does, because some players play
  /// it.
  @Test func paddingIsSilent() {
    let frames = [Int16](repeating: 3000, count: 70)
    let padding = decodedIMA4(searched(frames), .checked).dropFirst(70)
    #expect(padding.allSatisfy { -1000...3100 ~= $0 })
    #expect(padding.suffix(20).allSatisfy { abs($0) < 100 })
  }

  /// The encoder reports the error that its decoded packets have.
  @Test(arguments: [(1, 0), (1, 1), (2, 0), (2, 1)], [0, 1, 63, 64, 900])
  func reportsItsSignalToNoise(
    coding: (channels: Int, quality: Int), frameCount: Int
  ) throws {
    let (channels, quality) = coding
    let frames = interleaved(
      [Signal.bell, .noise].prefix(channels).map {
        $0.int16(frameCount: frameCount)
      })
    let format = StreamFormat(sampleRate: 8000, channelCount: channels, dataFormat: .ima4)
    var encoder = try FrameEncoder(for: format, ima4Quality: quality)
    let packets = encoder.encode(.int16(frames)) + encoder.finish()
    // Apple's encoder writes this many packets.
    #expect(packets.count == (frameCount / 64 + 1) * 34 * channels)
    var decoder = IMA4Decoder(channelCount: channels)
    let copy = packets.withBytes { decoder.decode($0) }
    var expected = SignalAndNoise()
    for (sample, copied) in zip(frames, copy) {
      expected.signalEnergy += pow(Double(sample), 2)
      expected.noiseEnergy += pow(Double(copied) - Double(sample), 2)
    }
    #expect(encoder.signalAndNoise == expected)
  }

  /// The hardest input: samples that jump between the ends of the scale, where both the index and
  /// the sample are clamped.
  @Test(arguments: [1, 2, 7])
  func fullScaleIsReached(period: Int) {
    let frames = (0..<150).map { $0 / period % 2 == 0 ? Int16.max : Int16.min }
    let packets = searched(frames)
    #expect(ratio(of: packets, to: frames) > ratio(of: exact(frames), to: frames))
    #expect(decodedIMA4(packets, .ignored) == decodedIMA4(packets, .checked))
  }

  @Test(arguments: [Double.nan, 0, -5, 1e-300, 1e308, .infinity])
  func anyRateIsAccepted(sampleRate: Double) {
    let frames = Signal.bell.int16(frameCount: 1500)
    let packets = searched(frames, sampleRate: sampleRate)
    #expect(packets.count == exact(frames).count)
    // Shaping adds at most 1 dB to the noise.
    #expect(ratio(of: packets, to: frames) > ratio(of: exact(frames), to: frames) - 1)
  }

  /// Silence stays silent, also after a sound: errors leave no echoes.
  @Test func silenceIsSilent() {
    let silence = [Int16](repeating: 0, count: 2000)
    #expect(decodedIMA4(searched(silence), .checked).allSatisfy { $0 == 0 })
    let frames = Signal.noise.int16(frameCount: 500) + silence
    let copy = decodedIMA4(searched(frames), .checked)
    #expect(copy.dropFirst(700).allSatisfy { $0 == 0 })
  }

  /// From quiet frames to the loudest, the index rises before they come: Apple's encoder needs several frames for that.
  @Test func preparesForARise() {
    let quiet = (0..<560).map { Int16($0 % 3) }
    let loud = (0..<40).map { $0 / 5 % 2 == 0 ? Int16.max : Int16.min }
    let frames = [[Int16]](repeating: quiet + loud, count: 5).flatMap { $0 }
    #expect(ratio(of: searched(frames), to: frames) > ratio(of: exact(frames), to: frames) + 6)
  }

  /// The search finds a path for noise, silence and constants of any level, cut anywhere, and its
  /// headers match the state.
  @Test(arguments: UInt64(1)...8)
  func acceptsAnyInput(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var frames: [Int16] = []
    while frames.count < 2000 {
      let level = Int16.max >> Int16.random(in: 0...15, using: &generator)
      let constant = Int16.random(in: -level...level, using: &generator)
      let isNoise = Bool.random(using: &generator)
      for _ in 0..<Int.random(in: 1...150, using: &generator) {
        frames.append(isNoise ? Int16.random(in: -level...level, using: &generator) : constant)
      }
    }
    let packets = searched(frames)
    #expect(decodedIMA4(packets, .ignored) == decodedIMA4(packets, .checked))
    #expect(ratio(of: packets, to: frames) >= ratio(of: exact(frames), to: frames))
  }

  /// FFmpeg and the tests' own decoder get the same samples from an AIFC file's packets.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [Signal.bell, .quietSine, .square])
  func ffmpegDecodesTheSame(signal: Signal) throws {
    let frames = signal.int16(frameCount: 600)
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4)
    let packets = searched(frames)
    let header = SoundHeader(container: .aifc, format: format, frameCount: frames.count)
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      try header.headerBytes() + packets + header.trailerBytes, to: "searched.aifc")
    let output = try Tool.ffmpeg.run(
      ["-v", "error", "-i", path, "-f", "s16le", "-c:a", "pcm_s16le", "-"])
    #expect(
      output
        == LinearPCM.encode(
          .int16(decodedIMA4(packets, .checked)), as: PCMEncoding(.int16, .little)))
  }
}
