import AlertCore
import SoundFormat

extension Request {
  /// Opens a sound. Uses the frames that the browser decoded if there are any; otherwise this library reads the file.
  ///
  /// - Throws: `SoundError` if the bytes aren't a sound that the page reads.
  func opened(
    _ bytes: BorrowedBytes, _ frames: UnsafeBufferPointer<UInt8>
  ) throws(SoundError) -> SoundSource {
    let source = AnyByteSource(bytes)
    if frames.isEmpty { return try opened(source) }
    do throws(SoundFileError) {
      let format = try BrowserFormat(of: source)
      let sound = try unsafe decodedSound(format, frames)
      return SoundSource(
        sound, warnings: format.warnings, in: source, of: file, policy: .ofPage, on: host)
    } catch {
      throw SoundError(.openingInput, file, error)
    }
  }

  /// Opens a sound that this library reads.
  func opened(_ source: AnyByteSource) throws(SoundError) -> SoundSource {
    do throws(SoundFileError) {
      let sound = try SoundFile(in: source)
      guard sound.isDecodable else {
        throw SoundFileError(.unsupported, "only the browser may decode this sound")
      }
      return SoundSource(sound, in: source, of: file, policy: .ofPage, on: host)
    } catch {
      throw SoundError(.openingInput, file, error)
    }
  }

  /// A worker of the page, which has one thread and no libraries. If the request names a channel, the search leaves out the
  /// other, so that two workers can search a sound.
  private var host: Host {
    guard let channel = self["only-channel"].flatMap({ Int($0) }) else { return Host() }
    return Host(workers: Workers { $1(min(max(0, channel), $0 - 1)) })
  }

  /// Returns the frames that the browser decoded, without the delay and the padding that the file states.
  private func decodedSound(
    _ format: BrowserFormat, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(SoundFileError) -> DecodedSound {
    guard let rate = self["frames-rate"].flatMap({ Int($0) }), rate > 0,
      let channelCount = self["frames-channels"].flatMap({ Int($0) }), 1...64 ~= channelCount
    else { throw SoundFileError(.unsupported, "the frames have no rate or no channels") }
    let all: SampleBlock
    switch self["frames-type"] {
    case "int16": all = .int16(unsafe samples(bytes))
    case "int32": all = .int32(unsafe samples(bytes))
    case "float32": all = .float32(unsafe samples(bytes))
    default: throw SoundFileError(.unsupported, "the frames have no type")
    }
    let frameCount = all.sampleCount / channelCount
    var range = 0..<frameCount
    if let stated = format.frameCount, stated > 0, stated < frameCount {
      // Remove the delay, too, if there are enough extra frames: a browser that keeps padding may also keep the delay.
      let priming = min(format.primingFrameCount, frameCount - stated)
      let hasPriming = format.primingFrameCount > 0 && priming == format.primingFrameCount
      range = hasPriming ? priming..<priming + stated : 0..<stated
    }
    return DecodedSound(
      all.samples(in: range.lowerBound * channelCount..<range.upperBound * channelCount),
      sampleRate: Double(rate), channelCount: channelCount, formatID: format.formatID,
      losslessSampleType: format.bitDepth.map { $0 <= 16 ? .int16 : $0 <= 24 ? .int24 : .int32 },
      typeName: "another format")
  }

  private func samples<Sample: BitwiseCopyable>(_ bytes: UnsafeBufferPointer<UInt8>) -> [Sample] {
    let count = bytes.count / MemoryLayout<Sample>.size
    return unsafe [Sample](unsafeUninitializedCapacity: count) { samples, initialized in
      unsafe UnsafeMutableRawBufferPointer(samples).copyMemory(
        from: UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(bytes).prefix(
            count * MemoryLayout<Sample>.size)))
      initialized = count
    }
  }
}

extension InputPolicy {
  /// Accepts truncated files: the page says what is missing.
  static let ofPage = InputPolicy(acceptsTruncatedFiles: true)
}
