import AlertCore
import SoundFormat

extension Request {
  /// Decodes a sound, as the options prepare it, to floats for playing: interleaved, in little-endian order, and at the
  /// request's `rate` if it is given. Browsers could resample, too, but some interpolate linearly, which makes lower rates
  /// sound worse than they are. If a copy follows the sound, the sound is prepared like the copy, to hear their difference.
  func decoded(
    _ bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> Answer {
    let (original, copy) = try unsafe pair(in: bytes, frames)
    let (sound, reason) = try comparable(original, to: copy)
    if let reason { throw Self.error("the difference isn't known: \(reason)") }
    var target = ConversionTarget(
      container: .caf, dataFormat: .linearPCM(PCMEncoding(.float32, .little)))
    let rate = try number("rate") ?? sound.format.sampleRate
    if rate != sound.format.sampleRate { target.sampleRate = rate }
    if let seconds = try number("seconds") {
      target.frameLimit = Int(exactly: min(0x1p30, seconds * rate).rounded(.up))
    }
    let result = try Conversion(of: sound, to: target).inMemory(monitor: .ofPage)
    let format = result.header.format
    return Answer(
      ["rate": format.sampleRate.rounded, "channels": format.channelCount.json],
      bytes: Array(result.packets))
  }

  /// Compares a sound with its copy, which follows it in the same buffer.
  func compared(
    _ bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> Answer {
    let (original, copy) = try unsafe pair(in: bytes, frames)
    guard let copy else { throw Self.error("copy-count is missing") }
    let (prepared, unlikeness) = try comparable(original, to: copy)
    let differs = prepared.format.channelCount != copy.format.channelCount
    if let reason = differs ? "the number of channels differs" : unlikeness {
      return Answer(["comparable": false.json, "reason": reason.json])
    }
    let comparison = try SoundComparison(original: prepared, copy: copy, monitor: .ofPage)
    let worst: JSON? = comparison.worstWindow.map {
      ["start": $0.start.rounded, "signalToNoise": $0.signalToNoise.rounded]
    }
    return Answer([
      "comparable": true.json,
      "exact": comparison.isExact.json,
      "noiseToMask": comparison.noiseRatio.rounded,
      "noiseIsMasked": comparison.noiseIsMasked.json,
      "signalToNoise": comparison.signalRatio.rounded,
      "worst": worst,
    ])
  }

  /// Opens a sound and its copy, which follows it in the same buffer if the request has a `copy-count`.
  private func pair(
    in bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> (original: SoundSource, copy: SoundSource?) {
    guard let count = try integer("copy-count", in: 0...bytes.byteCount) else {
      return (try unsafe opened(bytes, frames), nil)
    }
    let (original, copy) = bytes.split(at: bytes.byteCount - count)
    return (try unsafe opened(original, frames), try opened(AnyByteSource(copy)))
  }
}

@_extern(wasm, module: "env", name: "progress")
@_extern(c)
func reportProgress(_ fraction: Double)

extension Monitor {
  /// Reports to the worker. The page cancels by ending the worker.
  static let ofPage = Monitor(progress: { reportProgress($0) })
}
