internal import CSampleRate
internal import SoundFormat

/// libsamplerate's converter for some of a stream's channels.
///
/// It may move between threads, but only one may use it at a time.
@safe
final class RateConverter: @unchecked Sendable {
  /// The first of the stream's channels it converts.
  let firstChannel: Int
  /// How many it converts.
  let channelCount: Int
  /// The output of the last call of `process`, interleaved.
  private(set) var output: [Float] = []
  /// Its own channels of the last frames, if the stream has others, too.
  private var input: [Float] = []
  private let library: SampleRateLibrary
  private let ratio: Double
  private let state: OpaquePointer

  init(
    library: SampleRateLibrary, ratio: Double, kind: LibsamplerateConverter, firstChannel: Int,
    channelCount: Int
  ) throws(SoundFileError) {
    var error: CInt = 0
    guard
      let state = unsafe library.new(kind.number, CInt(channelCount), &error)
    else {
      throw SoundFileError(.unsupported, "libsamplerate failed with error \(error)")
    }
    unsafe self.state = state
    self.library = library
    self.ratio = ratio
    self.firstChannel = firstChannel
    self.channelCount = channelCount
  }

  deinit {
    _ = unsafe library.delete(state)
  }

  /// Converts this converter's channels of a stream's frames.
  func process(channelsOf frames: [Float], channelCount streamChannelCount: Int) {
    input.removeAll(keepingCapacity: true)
    input.reserveCapacity(frames.count / streamChannelCount * channelCount)
    for start in stride(from: firstChannel, to: frames.count, by: streamChannelCount) {
      for channel in 0..<channelCount { input.append(frames[start + channel]) }
    }
    process(input)
  }

  /// Converts frames of this converter's channels to `output`. Some are held back until others follow.
  func process(_ frames: [Float]) {
    let frameCount = frames.count / channelCount
    let capacity = frames.isEmpty ? 0 : Int(Double(frameCount) * ratio) + 64
    unsafe output.refill(capacity: capacity * channelCount) { buffer in
      unsafe frames.withUnsafeBufferPointer { frames in
        var consumedCount = 0
        var givenCount = 0
        var data = unsafe SRC_DATA()
        unsafe data.src_ratio = ratio
        repeat {
          unsafe data.data_in = frames.baseAddress! + consumedCount * channelCount
          unsafe data.input_frames = frameCount - consumedCount
          unsafe data.data_out = buffer.baseAddress! + givenCount * channelCount
          unsafe data.output_frames = capacity - givenCount
          let error = unsafe library.process(state, &data)
          precondition(error == 0, "libsamplerate refuses arguments it was created for")
          consumedCount += unsafe data.input_frames_used
          givenCount += unsafe data.output_frames_gen
        } while unsafe data.output_frames_gen > 0 || data.input_frames_used > 0
        return givenCount * channelCount
      }
    }
  }
}

extension LibsamplerateConverter {
  /// libsamplerate's number of the converter.
  fileprivate var number: CInt {
    switch self {
    case .best: CInt(SRC_SINC_BEST_QUALITY)
    case .medium: CInt(SRC_SINC_MEDIUM_QUALITY)
    case .fast: CInt(SRC_SINC_FASTEST)
    case .linear: CInt(SRC_LINEAR)
    }
  }
}
