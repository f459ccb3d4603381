internal import CSoxr

/// The functions of soxr, which also resamples in FFmpeg and in many players.
@safe struct SoxrLibrary {
  enum Recipe {
    case high
    case veryHigh
  }

  private let qualitySpec: soxr_quality_spec_function
  private let create: soxr_create_function
  private let process: soxr_process_function
  private let delete: soxr_delete_function

  /// Loads the library; nil if it isn't installed.
  init?() {
    guard let library = SharedLibrary(["libsoxr.so.0", "libsoxr.0.dylib"]),
      let qualitySpec = unsafe library.function(
        "soxr_quality_spec", as: soxr_quality_spec_function.self),
      let create = unsafe library.function("soxr_create", as: soxr_create_function.self),
      let process = unsafe library.function("soxr_process", as: soxr_process_function.self),
      let delete = unsafe library.function("soxr_delete", as: soxr_delete_function.self)
    else { return nil }
    unsafe self.qualitySpec = qualitySpec
    unsafe self.create = create
    unsafe self.process = process
    unsafe self.delete = delete
  }

  /// Converts a sound block by block, on this thread, in 32-bit floats.
  ///
  /// - Returns: The number of frames.
  func convert(_ sound: MemorySound, _ change: RateChange, _ recipe: Recipe) throws -> Int {
    var quality = unsafe qualitySpec(UInt(recipe == .high ? SOXR_HQ : SOXR_VHQ), 0)
    var error: soxr_error_t?
    guard
      let resampler = unsafe create(
        Double(change.sourceRate), Double(change.rate), CUnsignedInt(sound.channelCount), &error,
        nil, &quality, nil)
    else { throw Failure(description: "soxr can't be used for \(change.title)") }
    defer { unsafe delete(resampler) }
    let capacity = MemorySound.blockFrameCount * max(1, change.rate / change.sourceRate + 1)
    var output = [Float](repeating: 0, count: capacity * sound.channelCount)
    var total = 0
    try unsafe output.withUnsafeMutableBytes { output in
      try unsafe sound.samples.withUnsafeBufferPointer { samples in
        var position = 0
        while true {
          let count = min(MemorySound.blockFrameCount, sound.frameCount - position)
          let input = unsafe samples.baseAddress! + position * sound.channelCount
          var (used, given) = (0, 0)
          let failure = unsafe process(
            resampler, count > 0 ? input : nil, count, &used, output.baseAddress, capacity, &given)
          guard unsafe failure == nil else {
            throw Failure(description: "soxr fails at \(change.title)")
          }
          position += used
          total += given
          if count == 0, given == 0 { break }
        }
      }
    }
    return total
  }
}
