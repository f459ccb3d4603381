import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

struct TrimmingTests {
  /// Every container with every data format that it holds.
  static let formats = Container.writable.flatMap { container in
    container.dataFormats.map { (container, $0) }
  }

  private func trimmed(
    _ file: [UInt8], to target: ConversionTarget, seconds: Double = 30
  ) throws -> (bytes: [UInt8], outcome: AlertOutcome) {
    let result = try Conversion(
      of: SoundSource(bytes: file), to: target, limit: LengthLimit(.trim, seconds: seconds)
    ).inMemory()
    return (result.bytes, result.facts.outcome)
  }

  /// Except for the fade, the output equals the beginning of the whole conversion.
  @Test(arguments: formats)
  func isTheBeginningAndAFade(container: Container, dataFormat: DataFormat) throws {
    let rate = 1000.0
    let channels = [Signal.noise, .square]
    let file = try soundFile(
      .caf, .pcm(.int24), channels: channels, frameCount: 31_234, sampleRate: rate)
    let target = ConversionTarget(container: container, dataFormat: dataFormat)
    let (bytes, outcome) = try trimmed(file, to: target)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.duration < 30)
    #expect(AlertRules.iOS.verdict(on: sound).reasons.allSatisfy { $0.rule != .length })
    guard case .trimmed(_, to: sound.duration) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let samples = try interleaved(PlainSound(decoding: bytes).channels)
    let whole = try interleaved(
      PlainSound(decoding: output(of: file, container, dataFormat)).channels)
    // Compare the whole packets before the fade, which is the last 50 ms of 29.9 s.
    let steady = (29_900 - 50) / 64 * 64 * channels.count
    #expect(samples.prefix(steady) == whole.prefix(steady))
    #expect(samples != Array(whole.prefix(samples.count)))
    let end = samples[(29_899 * channels.count)...]
    #expect(end.allSatisfy { abs($0) < 0.06 }, "\(end.prefix(4))")
    #expect(samples.count >= 29_900 * channels.count)
  }

  @Test func fadeOfSixteenBits() throws {
    let samples = [Int16](repeating: 20_000, count: 4000)
    let file = try soundFile(.wave, .pcm(.int16), .int16(samples), sampleRate: 1000)
    let target = ConversionTarget(container: .wave, dataFormat: .pcm(.int16))
    let trimmed = try frames(of: trimmed(file, to: target, seconds: 3).bytes).int16Samples
    #expect(trimmed.count == 2900)
    #expect(trimmed[..<2850].allSatisfy { $0 == 20_000 })
    for index in 0..<50 {
      let gain = fadeGain(Double(49 - index) / 50)
      #expect(trimmed[2850 + index] == Int16((20_000 * gain).rounded()))
    }
    #expect(trimmed.last == 0)
  }

  @Test(arguments: [8000, 11_025, 22_050.5, 44_100, 192_000])
  func atTheUsualRatesItIsATenthUnderTheLimit(rate: Double) throws {
    let file = try soundFile(
      .caf, .pcm(.int16), channels: [.silence], frameCount: Int(rate), sampleRate: rate)
    for container in [Container.caf, .aifc] {
      let target = ConversionTarget(container: container, dataFormat: .ima4)
      let bytes = try trimmed(file, to: target, seconds: 0.999).bytes
      let sound = try SoundFile(parsing: bytes)
      #expect(sound.duration < 0.999)
      #expect(sound.duration > 0.999 - 0.1 - 64 / rate - 1 / rate)
    }
  }

  /// At such low rates, a packet of IMA4 lasts up to 64 s.
  @Test(arguments: [1.0, 2, 3, 7.5, 64, 100, 333])
  func atOddRates(rate: Double) throws {
    let frameCount = Int((40 * rate).rounded(.up))
    let file = try soundFile(.caf, .pcm(.int16), frameCount: frameCount, sampleRate: rate)
    for container in [Container.caf, .aifc, .wave] {
      for format in container.dataFormats {
        let target = ConversionTarget(container: container, dataFormat: format)
        let played = container == .aifc && format == .ima4 ? 64 / rate : 1 / rate
        guard played < 30 else {
          let error = #expect(throws: SoundError.self) { try trimmed(file, to: target) }
          #expect(error?.step == .checkingLength)
          continue
        }
        let sound = try SoundFile(parsing: trimmed(file, to: target).bytes)
        #expect(sound.duration < 30, "\(container) \(format)")
        #expect(sound.frameCount > 0)
      }
    }
  }

  @Test func copiedPacketsCannotBeTrimmed() throws {
    let file = try soundFile(.caf, .ima4, frameCount: 31_000, sampleRate: 1000)
    let target = ConversionTarget(container: .caf, dataFormat: nil)
    let error = #expect(throws: SoundError.self) { try trimmed(file, to: target) }
    #expect(error?.step == .checkingLength)
    #expect(error?.reason == "31 s long; copied packets can't be trimmed")
    #expect(throws: SoundError.self) { try output(of: file, .caf, nil) { $0.frameLimit = 100 } }
    let whole = try output(of: file, .caf, nil)
    #expect(try output(of: file, .caf, nil) { $0.frameLimit = 31_000 } == whole)
  }

  /// An IMA4 sound that is short enough isn't encoded again. One that is too long is.
  @Test(arguments: [(1.5, true), (1.0, false)])
  func aShortSoundKeepsItsPackets(limit: Double, isExact: Bool) throws {
    let file = try soundFile(.caf, .ima4, channels: [.noise], frameCount: 6400, sampleRate: 5000)
    let converter = try AlertConverter(limit: LengthLimit(.trim, seconds: limit))
    let (original, copy) = try (
      SoundSource(bytes: file), SoundSource(bytes: converter.convert(file).bytes)
    )
    #expect(try SoundComparison(original: original, copy: copy).isExact == isExact)
  }
}
