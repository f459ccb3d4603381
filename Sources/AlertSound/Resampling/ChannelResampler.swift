internal import CSampleRate
internal import SoundFormat

/// One channel's converter.
///
/// It may move between threads but is used by one at a time.
@safe
final class ChannelResampler: @unchecked Sendable {
  /// What the last call of `process` gave.
  private(set) var output: [Float] = []
  private let library: SampleRateLibrary
  private let ratio: Double
  private let state: OpaquePointer

  init(
    library: SampleRateLibrary, ratio: Double, quality: ResamplingQuality
  ) throws(SoundFileError) {
    var error: CInt = 0
    guard let state = unsafe library.new(quality.converterType, 1, &error) else {
      throw SoundFileError(.unsupported, "libsamplerate fails with its error \(error)")
    }
    unsafe self.state = state
    self.library = library
    self.ratio = ratio
  }

  deinit {
    _ = unsafe library.delete(state)
  }

  /// Converts samples to `output`; some stay inside until others follow.
  func process(_ samples: [Float]) {
    output = []
    guard !samples.isEmpty else { return }
    let capacity = Int(Double(samples.count) * ratio) + 64
    output = unsafe [Float](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe samples.withUnsafeBufferPointer { samples in
        var consumedCount = 0
        var data = unsafe SRC_DATA()
        unsafe data.src_ratio = ratio
        repeat {
          unsafe data.data_in = samples.baseAddress! + consumedCount
          unsafe data.input_frames = samples.count - consumedCount
          unsafe data.data_out = buffer.baseAddress! + count
          unsafe data.output_frames = capacity - count
          let error = unsafe library.process(state, &data)
          precondition(error == 0, "libsamplerate refuses arguments it was created for")
          consumedCount += unsafe data.input_frames_used
          count += unsafe data.output_frames_gen
        } while unsafe data.output_frames_gen > 0 || data.input_frames_used > 0
      }
    }
  }
}
