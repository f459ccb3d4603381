internal import CSampleRate

/// The functions of libsamplerate, called without this package's own code around them.
@safe struct SampleRateLibrary {
  /// The converters that limit the band.
  enum Converter: CaseIterable {
    case best
    case medium
    case fast

    fileprivate var number: CInt {
      switch self {
      case .best: CInt(SRC_SINC_BEST_QUALITY)
      case .medium: CInt(SRC_SINC_MEDIUM_QUALITY)
      case .fast: CInt(SRC_SINC_FASTEST)
      }
    }
  }

  private typealias New =
    @convention(c) (CInt, CInt, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
  private typealias Process =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> CInt
  private typealias Delete = @convention(c) (OpaquePointer?) -> OpaquePointer?

  private let new: New
  private let process: Process
  private let delete: Delete

  /// Loads the library; nil if it isn't installed.
  init?() {
    guard let library = SharedLibrary(["libsamplerate.so.0", "libsamplerate.0.dylib"]),
      let new = unsafe library.function("src_new", as: New.self),
      let process = unsafe library.function("src_process", as: Process.self),
      let delete = unsafe library.function("src_delete", as: Delete.self)
    else { return nil }
    unsafe (self.new, self.process, self.delete) = (new, process, delete)
  }

  /// Converts a sound block by block.
  ///
  /// - Returns: The number of frames.
  func convert(_ sound: MemorySound, _ change: RateChange, _ converter: Converter) throws -> Int {
    var error: CInt = 0
    guard let state = unsafe new(converter.number, CInt(sound.channelCount), &error) else {
      throw Failure(description: "libsamplerate fails with error \(error)")
    }
    defer { _ = unsafe delete(state) }
    let capacity = MemorySound.blockFrameCount * max(1, change.rate / change.sourceRate + 1)
    var output = [Float](repeating: 0, count: capacity * sound.channelCount)
    var total = 0
    try unsafe output.withUnsafeMutableBufferPointer { output in
      try unsafe sound.samples.withUnsafeBufferPointer { samples in
        var position = 0
        while true {
          let count = min(MemorySound.blockFrameCount, sound.frameCount - position)
          var data = unsafe SRC_DATA()
          unsafe data.src_ratio = Double(change.rate) / Double(change.sourceRate)
          unsafe data.data_in = samples.baseAddress! + position * sound.channelCount
          unsafe data.input_frames = count
          unsafe data.data_out = output.baseAddress!
          unsafe data.output_frames = capacity
          unsafe data.end_of_input = position + count == sound.frameCount ? 1 : 0
          guard unsafe process(state, &data) == 0 else {
            throw Failure(description: "libsamplerate fails at \(change.title)")
          }
          unsafe position += data.input_frames_used
          unsafe total += data.output_frames_gen
          if unsafe count == 0 && data.output_frames_gen == 0 { break }
        }
      }
    }
    return total
  }
}
