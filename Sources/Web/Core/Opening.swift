import AlertCore
import SoundFormat

extension Request {
  /// Opens the sound. Uses the frames that the browser decoded if there are any; otherwise this library reads the file.
  ///
  /// - Throws: `SoundError` if the bytes aren't a sound that the page reads.
  func opened() throws(SoundError) -> SoundSource {
    let source = AnyByteSource(bytes)
    if frames.byteCount == 0 { return try opened(source) }
    let format = try opening(BrowserFormat(of: source))
    return SoundSource(
      try decodedSound(format), warnings: format.warnings, in: source, of: file,
      policy: .ofPage, on: try host())
  }

  /// Opens a sound that this library reads.
  func opened(_ source: AnyByteSource) throws(SoundError) -> SoundSource {
    let sound = try opening(SoundFile(in: source))
    guard sound.isDecodable else { throw Self.error("only the browser may decode this sound") }
    return SoundSource(sound, in: source, of: file, policy: .ofPage, on: try host())
  }

  /// Evaluates `part`. If `part` throws an error, adds the file to the error.
  func opening<Value>(
    _ part: @autoclosure () throws(SoundFileError) -> Value
  ) throws(SoundError) -> Value {
    do throws(SoundFileError) {
      return try part()
    } catch {
      throw SoundError(.openingInput, file, error)
    }
  }

  /// Returns the host in a worker of the page: one thread, no libraries. If the request names a channel, the IMA4
  /// search encodes only that channel, so that two workers can share the search of a stereo sound.
  private func host() throws(SoundError) -> Host {
    guard let channel = try integer("only-channel", in: 0...1) else { return Host() }
    return Host(workers: Workers { $1(min(channel, $0 - 1)) })
  }

  /// Returns the frames that the browser decoded, without the delay and the padding that the file states.
  private func decodedSound(_ format: BrowserFormat) throws(SoundError) -> DecodedSound {
    guard let rate = try positiveNumber("frames-rate"),
      let channelCount = try integer("frames-channels", in: 1...64)
    else { throw Self.error("the frames have no rate or no channels") }
    let all: SampleBlock
    switch self["frames-type"] {
    case "int16": all = .int16(frames.samples())
    case "int32": all = .int32(frames.samples())
    case "float32": all = .float32(frames.samples())
    default: throw Self.error("the frames have no type")
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
      sampleRate: rate, channelCount: channelCount, formatID: format.formatID,
      losslessSampleType: format.bitDepth.map { $0 <= 16 ? .int16 : $0 <= 24 ? .int24 : .int32 },
      typeName: "another format")
  }
}

extension InputPolicy {
  /// Accepts truncated files: the page says what is missing.
  static let ofPage = InputPolicy(acceptsTruncatedFiles: true)
}
