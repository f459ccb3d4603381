package import AlertCore
internal import CSampleRate
internal import Platform
internal import SoundFormat

/// Creates built-in resamplers, and resamplers that use libsamplerate.
final class SystemResamplers: ResamplerFactory {
  private let builtIn: BuiltInResamplers

  init() {
    let cache = FilterCache()
    builtIn = BuiltInResamplers { cache.filter(for: $0) }
  }

  var installationAdvice: String? { SystemLibrary.samplerate.installationAdvice }

  func check(_ request: ResamplingRequest) throws(SoundFileError) {
    switch request.method {
    case .libsamplerate: _ = try SampleRateLibraryResampler.library(for: request)
    case .bandLimited, .linear: try builtIn.check(request)
    }
  }

  func makeResampler(for request: ResamplingRequest) throws(SoundFileError) -> any Resampling {
    switch request.method {
    case .libsamplerate(let converter): try SampleRateLibraryResampler(request, converter)
    case .bandLimited, .linear: try builtIn.makeResampler(for: request)
    }
  }
}

/// Caches resampling filters, so that the sounds of a batch share them.
package final class FilterCache: Sendable {
  /// The limit on a cached filter, in bytes. Filters for the usual rates take 50 to 600 KB, but untrusted files can
  /// state any rate.
  private static let maximumFilterByteCount = 1 << 20
  /// The limit on all cached filters together, in bytes. A new filter that would exceed it replaces all others.
  private static let maximumByteCount = 16 << 20

  private struct Kept {
    var filters: [BlockPlan: BlockFilter] = [:]
    var byteCount = 0
  }

  private let kept = Locked(Kept())

  package init() {}

  package func filter(for plan: BlockPlan) -> BlockFilter {
    if let filter = kept.withLock({ $0.filters[plan] }) { return filter }
    // Compute without holding the lock, so that other threads can get their filters meanwhile.
    let filter = BlockFilter(plan)
    guard filter.byteCount <= Self.maximumFilterByteCount else { return filter }
    return kept.withLock { kept in
      if let earlier = kept.filters[plan] { return earlier }
      if kept.byteCount + filter.byteCount > Self.maximumByteCount { kept = Kept() }
      kept.filters[plan] = filter
      kept.byteCount += filter.byteCount
      return filter
    }
  }
}

/// Changes the rate of a stream of interleaved frames with libsamplerate, which computes with 32-bit floats.
///
/// Onsets aren't delayed: libsamplerate's band-limited converters have no delay, and this class removes the linear
/// converter's delay of one source frame. Channels are converted in pairs. A pair costs hardly more than one
/// channel, because both use the same coefficients. The pairs of surround sound are converted in parallel.
final class SampleRateLibraryResampler: Resampling {
  private static let channelsPerConverter = 2
  /// The limit on the channels: seventh-order ambisonics has 64. libsamplerate takes about 430 KB per channel, and
  /// an untrusted file can state thousands of channels.
  static let maximumChannelCount = 64
  private let converters: [RateConverter]
  private let channelCount: Int
  private let ratio: Double
  /// How many more output frames to drop at the start of the stream.
  private var surplusFrameCount: Int
  /// Reused buffers for the input as floats, the output of all converters, and the output as doubles.
  private var (narrowed, interleaved): ([Float], [Float]) = ([], [])
  private var widened: [Double] = []

  /// Creates a resampler at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if libsamplerate isn't installed,
  ///   `unsupported` if it doesn't support the ratio or there are too many channels.
  init(
    _ request: ResamplingRequest, _ kind: LibsamplerateConverter
  ) throws(SoundFileError) {
    let library = try Self.library(for: request)
    let channelCount = request.channelCount
    let ratio = request.rate / request.sourceRate
    self.channelCount = channelCount
    self.ratio = ratio
    surplusFrameCount = kind == .linear ? Int(ratio.rounded()) : 0
    var converters: [RateConverter] = []
    for first in stride(from: 0, to: channelCount, by: Self.channelsPerConverter) {
      converters.append(
        try RateConverter(
          library: library, ratio: ratio, kind: kind, firstChannel: first,
          channelCount: min(Self.channelsPerConverter, channelCount - first)))
    }
    self.converters = converters
  }

  /// Returns the library if it supports a request.
  static func library(
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

  /// Converts frames. The last frames are held back until more follow.
  func process(_ frames: [Double], appendingTo output: inout [Double]) {
    convert(SampleBlock.float64(frames).floats(in: &narrowed))
    // Count only the first converter's frames: all get the same number of frames, so all return the same number.
    let frameCount = converters[0].output.count / converters[0].channelCount
    let droppedFrameCount = min(surplusFrameCount, frameCount)
    surplusFrameCount -= droppedFrameCount
    if converters.count > 1 { interleave(frameCount, into: &interleaved) }
    let samples = converters.count > 1 ? interleaved : converters[0].output
    let doubles = SampleBlock.float32(samples).doubles(in: &widened)
    output += doubles[(droppedFrameCount * channelCount)...]
  }

  private func convert(_ frames: [Float]) {
    if converters.count == 1 {
      converters[0].process(frames)
    } else {
      let (converters, channelCount) = (converters, channelCount)
      Threads.perform(converters.count) { index in
        converters[index].process(channelsOf: frames, channelCount: channelCount)
      }
    }
  }

  /// Interleaves the output of all converters.
  private func interleave(_ frameCount: Int, into samples: inout [Float]) {
    samples.removeAll(keepingCapacity: true)
    samples += repeatElement(0, count: frameCount * channelCount)
    for converter in converters {
      let (own, ownChannelCount) = (converter.output, converter.channelCount)
      for channel in 0..<ownChannelCount {
        var index = converter.firstChannel + channel
        for frame in 0..<frameCount {
          samples[index] = own[frame * ownChannelCount + channel]
          index += channelCount
        }
      }
    }
  }

  /// Ends the stream after `frameCount` more output frames, and drops the filters' ringing after these frames.
  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    // Feed the filters about as much silence as the output still lacks, because more would take noticeable time
    // with short sounds. Feed at least a few frames, because the linear converter interpolates nothing from a
    // single frame. Don't feed too much at once, because a high ratio makes much output from each frame.
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

/// A libsamplerate converter for some of a stream's channels.
///
/// The converter may move between threads, but only one thread may use it at a time.
@safe
final class RateConverter: @unchecked Sendable {
  /// The first of the stream's channels that this converter converts.
  let firstChannel: Int
  let channelCount: Int
  /// The output of the last call of `process`, interleaved.
  private(set) var output: [Float] = []
  /// A buffer for this converter's channels, extracted from a stream that has more channels.
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

  /// Converts frames of this converter's channels to `output`. The last frames are held back until more follow.
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
  typealias New = @convention(c) (CInt, CInt, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
  typealias Process = @convention(c) (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> CInt
  typealias Delete = @convention(c) (OpaquePointer?) -> OpaquePointer?
  typealias Version = @convention(c) () -> UnsafePointer<CChar>?

  let new: New
  let process: Process
  let delete: Delete
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
