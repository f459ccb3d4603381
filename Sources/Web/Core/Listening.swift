import AlertCore
import SoundFormat

extension Request {
  /// Prepares a sound as the options say, and decodes it to floats for playing: interleaved, little-endian, and at the
  /// request's `rate` if there is one. Browsers could resample, too, but some browsers interpolate linearly, so sounds
  /// with a low rate would lose quality. If there is a copy, prepares the sound like the copy.
  func decoded() throws(SoundError) -> Answer {
    let (sound, reason) = try comparable(to: openedCopy())
    if let reason { throw Self.error("the difference isn't known: \(reason)") }
    var target = ConversionTarget(
      container: .caf, dataFormat: .linearPCM(PCMEncoding(.float32, .little)))
    let rate = try positiveNumber("rate") ?? sound.format.sampleRate
    if rate != sound.format.sampleRate { target.sampleRate = rate }
    if let seconds = try positiveNumber("seconds") {
      target.frameLimit = Int(exactly: min(0x1p30, seconds * rate).rounded(.up))
    }
    let result = try Conversion(of: sound, to: target).inMemory(monitor: .ofPage)
    let format = result.header.format
    return Answer(
      json: ["rate": format.sampleRate.rounded, "channels": format.channelCount.json],
      bytes: Array(result.packets))
  }

  /// Compares a sound with its copy.
  func compared() throws(SoundError) -> Answer {
    guard let copy = try openedCopy() else { throw Self.error("there is no copy") }
    let (prepared, unlikeness) = try comparable(to: copy)
    let differs = prepared.format.channelCount != copy.format.channelCount
    if let reason = differs ? "the number of channels differs" : unlikeness {
      return Answer(json: ["comparable": false.json, "reason": reason.json])
    }
    let comparison = try SoundComparison(original: prepared, copy: copy, monitor: .ofPage)
    let worst: JSON? = comparison.worst.map {
      ["start": $0.start.rounded, "signalToNoise": $0.signalToNoise.rounded]
    }
    return Answer(json: [
      "comparable": true.json,
      "exact": comparison.isExact.json,
      "noiseToMask": comparison.noiseRatio.rounded,
      "noiseIsMasked": comparison.noiseIsMasked.json,
      "signalToNoise": comparison.signalRatio.rounded,
      "worst": worst,
    ])
  }

  private func openedCopy() throws(SoundError) -> SoundSource? {
    copy.byteCount == 0 ? nil : try opened(AnyByteSource(copy))
  }
}

@_extern(wasm, module: "env", name: "progress")
@_extern(c)
func reportProgress(_ fraction: Double)

extension Monitor {
  /// Reports the progress to the worker. To cancel an operation, the page ends the worker.
  static let ofPage = Monitor(progress: { reportProgress($0) })
}
