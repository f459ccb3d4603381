internal import AlertCore
internal import CSampleRate
internal import Platform
internal import SoundFormat

extension Host {
  static let system = makeSystem()

  /// Creates a host with this machine's threads and libraries. The host's built-in resamplers share filters.
  static func makeSystem() -> Host {
    let cache = FilterCache()
    return Host(
      makeFilter: { cache.filter(for: $0) },
      installationAdvice: { SystemLibrary.samplerate.installationAdvice },
      library: { request, converter throws(SoundFileError) in
        try SampleRateLibraryResampler(request, converter)
      }, workers: Workers { Threads.perform($0, $1) })
  }
}

/// Caches resampling filters, so that the sounds of a batch share them.
private final class FilterCache: Sendable {
  /// The largest size of a cached filter, in bytes. Filters for the usual rates take 50 to 600 KB, but untrusted files
  /// can state any rate.
  private static let byteLimit = 1 << 20
  /// The largest number of cached filters. If the cache is full, a new filter replaces all cached filters.
  private static let countLimit = 16
  private let filters = Locked<[BlockFilter]>([])

  func filter(for plan: BlockPlan) -> BlockFilter {
    if let filter = filters.withLock({ $0.first { $0.plan == plan } }) { return filter }
    // Compute without holding the lock, so that other threads can get their filters meanwhile.
    let filter = BlockFilter(plan)
    guard filter.byteCount <= Self.byteLimit else { return filter }
    return filters.withLock { filters in
      if let earlier = filters.first(where: { $0.plan == plan }) { return earlier }
      if filters.count == Self.countLimit { filters = [] }
      filters.append(filter)
      return filter
    }
  }
}

/// Resamples a stream of interleaved frames with libsamplerate. libsamplerate computes with 32-bit floats.
///
/// Onsets aren't delayed: libsamplerate's band-limited converters have no delay, and this class removes the linear
/// converter's delay of one source frame.
@safe
final class SampleRateLibraryResampler: Resampling {
  /// The largest number of channels. Seventh-order ambisonics has 64. libsamplerate takes about 430 KB per channel, and
  /// an untrusted file can state thousands of channels.
  static let maximumChannelCount = 64
  private let library: SampleRateLibrary
  private let state: OpaquePointer
  private let channelCount: Int
  private let ratio: Double
  /// The number of output frames at the start of the stream that are still to be dropped.
  private var surplusFrameCount: Int
  /// Reused buffers: the input as floats, and the output as floats. `widened` is the output as doubles.
  private var (narrowed, converted): ([Float], [Float]) = ([], [])
  private var widened: [Double] = []

  /// Creates a resampler at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if libsamplerate isn't installed, or `unsupported` if
  ///   libsamplerate doesn't support the ratio or the number of channels.
  init(
    _ request: ResamplingRequest, _ kind: LibsamplerateConverter
  ) throws(SoundFileError) {
    library = try Self.library(for: request)
    channelCount = request.channelCount
    ratio = request.rate / request.sourceRate
    surplusFrameCount = kind == .linear ? Int(ratio.rounded()) : 0
    var error: CInt = 0
    guard let state = unsafe library.new(kind.number, CInt(channelCount), &error) else {
      throw SoundFileError(.unsupported, "libsamplerate failed with error \(error)")
    }
    unsafe self.state = state
  }

  deinit {
    _ = unsafe library.delete(state)
  }

  /// Returns the library. Throws if libsamplerate isn't installed, or doesn't support the request.
  private static func library(
    for request: ResamplingRequest
  ) throws(SoundFileError) -> SampleRateLibrary {
    guard let library = SampleRateLibrary.installed else {
      throw SoundFileError(
        .libraryMissing, "libsamplerate \(SystemLibrary.samplerate.absence)")
    }
    try request.checkRatio()
    guard request.channelCount <= maximumChannelCount else {
      throw SoundFileError(
        .unsupported,
        "libsamplerate can't change the sample rate of \(request.channelCount) channels")
    }
    return library
  }

  /// Converts frames. libsamplerate holds the last frames back until more frames follow.
  func process(_ frames: [Double], appendingTo output: inout [Double]) {
    convert(SampleBlock.float64(frames).floats(in: &narrowed))
    let droppedFrameCount = min(surplusFrameCount, converted.count / channelCount)
    surplusFrameCount -= droppedFrameCount
    let doubles = SampleBlock.float32(converted).doubles(in: &widened)
    output += doubles[(droppedFrameCount * channelCount)...]
  }

  private func convert(_ frames: [Float]) {
    let frameCount = frames.count / channelCount
    let capacity = frames.isEmpty ? 0 : Int(Double(frameCount) * ratio) + 64
    unsafe converted.refill(capacity: capacity * channelCount) { buffer in
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

  /// Ends the stream after `frameCount` more output frames, and drops the filters' ringing after these frames.
  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    // Feed about as many silent frames as the output still lacks: more would take noticeable time with short sounds.
    // Feed at least 64 frames: the linear converter interpolates nothing from a single frame. Don't feed too many at
    // once: with a high ratio, each frame gives many output frames.
    let leastSilence = 64
    let mostSilence = max(leastSilence, Int(8192 / max(1, ratio)) / channelCount)
    let end = output.count + frameCount * channelCount
    while output.count < end {
      let missingFrameCount = (end - output.count) / channelCount
      let awaited = min(Double(missingFrameCount) / ratio, Double(mostSilence))
      let silentFrameCount = min(max(leastSilence, Int(awaited) + 1), mostSilence)
      process(
        [Double](repeating: 0, count: silentFrameCount * channelCount), appendingTo: &output)
    }
    output.removeLast(output.count - end)
  }
}

extension LibsamplerateConverter {
  /// libsamplerate's number for the converter.
  fileprivate var number: CInt {
    switch self {
    case .best: CInt(SRC_SINC_BEST_QUALITY)
    case .medium: CInt(SRC_SINC_MEDIUM_QUALITY)
    case .fast: CInt(SRC_SINC_FASTEST)
    case .linear: CInt(SRC_LINEAR)
    }
  }
}

/// The functions of libsamplerate that resampling needs.
///
/// Source: samplerate.h, "full API" and "miscellaneous functions".
@safe struct SampleRateLibrary: Sendable {
  typealias Version = @convention(c) () -> UnsafePointer<CChar>?

  let new: @convention(c) (CInt, CInt, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
  let process: @convention(c) (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> CInt
  let delete: @convention(c) (OpaquePointer?) -> OpaquePointer?
  /// The library's name and version: `libsamplerate-0.2.2 (c) 2002-2021 Erik de Castro Lopo`.
  let version: String

  /// The library, or nil if it isn't installed.
  static let installed = try? SampleRateLibrary()

  private init() throws(DynamicLibrary.Missing) {
    let library = try DynamicLibrary(.samplerate)
    unsafe new = try library.function("src_new")
    unsafe process = try library.function("src_process")
    unsafe delete = try library.function("src_delete")
    let version: Version = unsafe try library.function("src_get_version")
    self.version = unsafe version().map { unsafe String(cString: $0) } ?? ""
  }
}
