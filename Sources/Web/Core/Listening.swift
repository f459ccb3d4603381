import AlertCore
import SoundFormat

extension Request {
  /// Decodes a sound, as the options prepare it, to floats for playing, at the request's `rate` if it is given. Browsers
  /// could resample, too, but some interpolate linearly, which makes lower rates sound worse than they are.
  func decoded(_ source: SoundSource) throws(SoundError) -> Answer {
    let sound = try floats(of: prepared(source), at: number("rate"))
    return Answer(sound.description, bytes: sound.bytes)
  }

  /// Compares a sound with its copy, which follows it in the same buffer.
  func compared(
    _ bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> Answer {
    let (original, copy) = try unsafe pair(in: bytes, frames)
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

  /// Returns the original minus the copy, as floats at the request's `rate` or, without it, at the original's rate.
  func difference(
    in bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> Answer {
    let (original, copy) = try unsafe pair(in: bytes, frames)
    let rate = try number("rate") ?? original.format.sampleRate
    let (prepared, reason) = try comparable(original, to: copy)
    if let reason { throw Self.error("the difference isn't known: \(reason)") }
    let wanted = try floats(of: prepared, at: rate)
    let copied = try floats(of: copy, at: rate, channelCount: prepared.format.channelCount)
    return Answer(wanted.description, bytes: wanted.subtracting(copied))
  }

  /// Opens the original and its copy, which follows it in the same buffer.
  private func pair(
    in bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> (original: SoundSource, copy: SoundSource) {
    guard let count = try integer("copy-count", in: 0...bytes.byteCount) else {
      throw Self.error("copy-count is missing")
    }
    let (original, copy) = bytes.split(at: bytes.byteCount - count)
    return (try unsafe opened(original, frames), try opened(AnyByteSource(copy)))
  }

  /// Decodes a sound to floats; only its first `seconds` if the request states them.
  private func floats(
    of source: SoundSource, at rate: Double? = nil, channelCount: Int? = nil
  ) throws(SoundError) -> Floats {
    var target = ConversionTarget(
      container: .caf, dataFormat: .linearPCM(PCMEncoding(.float32, .little)))
    target.sampleRate = rate == source.format.sampleRate ? nil : rate
    if let channelCount { target.channels = .count(channelCount) }
    if let seconds = try number("seconds") {
      let count = seconds * (rate ?? source.format.sampleRate)
      target.frameLimit = Int(exactly: min(0x1p30, count).rounded(.up))
    }
    let result = try Conversion(of: source, to: target).inMemory(monitor: .ofPage)
    return Floats(format: result.header.format, bytes: Array(result.packets))
  }
}

/// Interleaved floats in little-endian order.
private struct Floats {
  let format: StreamFormat
  let bytes: [UInt8]

  var description: JSON {
    [
      "rate": format.sampleRate.rounded,
      "channels": format.channelCount.json,
      "frames": (bytes.count / 4 / format.channelCount).json,
    ]
  }

  /// Subtracts other floats, and returns the bytes of the differences. If `other` is shorter, silence extends it.
  func subtracting(_ other: Floats) -> [UInt8] {
    var difference = bytes
    unsafe difference.withUnsafeMutableBytes { target in
      unsafe other.bytes.withUnsafeBytes { source in
        for offset in stride(from: 0, to: min(target.count, source.count) / 4 * 4, by: 4) {
          let value =
            unsafe target.loadUnaligned(fromByteOffset: offset, as: Float.self)
            - source.loadUnaligned(fromByteOffset: offset, as: Float.self)
          unsafe target.storeBytes(of: value, toByteOffset: offset, as: Float.self)
        }
      }
    }
    return difference
  }
}

@_extern(wasm, module: "env", name: "progress")
@_extern(c)
func reportProgress(_ fraction: Double)

extension Monitor {
  /// Reports to the worker. The page cancels by ending the worker.
  static let ofPage = Monitor(progress: { reportProgress($0) })
}
