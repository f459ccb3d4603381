internal import CSndFile
internal import Platform
internal import SoundFormat
package import SystemPackage

/// Where a batch writes each sound for Android, and in which format: see ``Batch/forAndroid(_:)``.
public struct AndroidOutput: Equatable, Sendable {
  /// A format that every version of Android plays.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Ogg Vorbis, encoded by libsndfile.
    case ogg
    /// 16-bit linear PCM in a WAVE file.
    case wav
  }

  /// The folder, normally an app's `res/raw`. It is created when needed.
  package let folder: FilePath
  package let format: Format

  /// Chooses a folder and a format.
  public init(folder: any PathConvertible, format: Format = .ogg) {
    self.folder = folder.filePath
    self.format = format
  }

  /// Checks that the format can be written: Ogg Vorbis needs libsndfile.
  ///
  /// - Throws: `SoundError`, which says what to install, or what to do instead.
  package func checkEncoder() throws(SoundError) {
    if format == .ogg { try VorbisEncoder.check() }
  }

  /// Returns the path of a sound's file for Android. `output` is the path of the sound's file for iOS.
  func path(for output: FilePath) -> FilePath {
    FilePath("\(AndroidSoundName(nearestTo: output.lastComponent?.stem ?? "")).\(format.rawValue)")
  }
}

extension ConversionTarget {
  /// Returns this target changed for Android: to 16-bit linear PCM, from which Ogg Vorbis is then encoded.
  func forAndroid(_ format: AndroidOutput.Format) -> ConversionTarget {
    var target = self
    target.dataFormat = .linearPCM(PCMEncoding(.int16, .little))
    target.ima4Quality = 0
    target.hasApplesWAVEHeader = false
    switch format {
    case .wav:
      target.container = .wave
      // Leave out filler: it would only make the app's download larger.
      target.usesFiller = false
    case .ogg:
      // Write a CAF file for `VorbisSink`, which skips the header. Filler gives the header a fixed length.
      target.container = .caf
      target.usesFiller = true
      target.isEncodedAgain = true
      if let limit = target.levels?.truePeak {
        // Lower the limit by 1 dB: Vorbis usually raises the peak by less than 1 dB. The decoded peak isn't measured.
        target.levels?.truePeak = max(LevelTarget.truePeakRange.lowerBound, limit - 1)
      }
    }
    return target
  }
}

/// Receives a CAF file of 16-bit linear PCM, and writes the sound as Ogg Vorbis.
final class VorbisSink: ByteSink {
  private let output: any ByteSink
  private let source: SoundSource
  private let format: StreamFormat
  private let headerByteCount: Int
  private var encoder: VorbisEncoder
  /// The number of header bytes that are still to be skipped.
  private var skippedByteCount: Int

  /// - Parameter conversion: The conversion to a CAF file with filler. The filler fixes the header's length.
  init(for conversion: Conversion, into output: any ByteSink) throws(SoundError) {
    (self.output, source, format) = (output, conversion.source, conversion.header.format)
    headerByteCount = try source.doing(
      .creatingOutput, conversion.header.headerBytes().count)
    skippedByteCount = headerByteCount
    encoder = try VorbisEncoder(into: output, format)
  }

  func write(_ bytes: [UInt8]) throws(SoundError) {
    let skipped = min(skippedByteCount, bytes.count)
    skippedByteCount -= skipped
    try encoder.encode(skipped == 0 ? bytes : Array(bytes.dropFirst(skipped)))
    if let limit = source.policy.byteLimit, encoder.byteCount > limit {
      throw SoundError(
        .writing, source.file, InputPolicy.excess(of: "the output has", over: limit))
    }
  }

  /// Does nothing: only the header is ever overwritten, and the header isn't encoded.
  func overwriteBeginning(with bytes: [UInt8]) {}

  func restart() throws(SoundError) {
    try output.restart()
    skippedByteCount = headerByteCount
    encoder = try VorbisEncoder(into: output, format)
  }

  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> { range }

  func finish() throws(SoundError) { try encoder.finish() }
}

/// An Ogg Vorbis file that libsndfile writes. The file is closed when this object is released.
///
/// The same frames give the same bytes: the stream's serial number, which libsndfile chooses at random, is
/// replaced. Other versions of libsndfile and libvorbis may give other bytes.
@safe
final class VorbisEncoder {
  private let library: SoundFileLibrary
  private let handle: OpaquePointer
  private let stream: Stream
  private let channelCount: Int
  private var isClosed = false
  /// The size of the file so far, in bytes.
  var byteCount: Int { stream.position }

  /// libvorbis' quality from 0 to 1; 0.5 is what `oggenc -q 5` gives, about 80 kbit/s for each channel at 44,100 Hz.
  static let quality = 0.5

  /// The largest number of frames passed to libvorbis at once: analyzing many frames would overflow the stack.
  private static let blockFrameCount = 1024

  /// Receives libsndfile's bytes. libsndfile writes an Ogg file from its beginning to its end.
  private final class Stream {
    let output: any ByteSink
    var renumbering = OggRenumbering()
    var position = 0
    /// The first error of writing; nil if there was no error. libsndfile's callbacks can't report the error.
    var failure: SoundError?

    init(_ output: any ByteSink) { self.output = output }

    func write(_ bytes: UnsafeRawBufferPointer) {
      guard failure == nil else { return }
      do {
        let pages = try unsafe renumbering.append(bytes)
        if !pages.isEmpty { try output.write(pages) }
      } catch let error as SoundFileError {
        failure = SoundError(.writing, nil, error)
      } catch {
        failure = error as? SoundError
      }
    }
  }

  init(into output: any ByteSink, _ format: StreamFormat) throws(SoundError) {
    guard let library = SoundFileLibrary.installed else { throw Self.missingLibrary }
    let (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
    let refusal = Self.refusal(sampleRate, channelCount)
    guard let rate = CInt(exactly: sampleRate.rounded()) else { throw refusal }
    let stream = Stream(output)
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = CInt(clamping: channelCount)
    info.format = CInt(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    var callbacks = Self.callbacks
    let userData = unsafe Unmanaged.passUnretained(stream).toOpaque()
    guard
      let handle = unsafe library.openVirtual(&callbacks, CInt(SFM_WRITE), &info, userData)
    else { throw refusal }
    self.library = library
    unsafe self.handle = handle
    self.stream = stream
    self.channelCount = channelCount
    var quality = Self.quality
    _ = unsafe library.command(
      handle, CInt(SFC_SET_VBR_ENCODING_QUALITY), &quality, CInt(MemoryLayout<Double>.size))
  }

  deinit { if !isClosed { _ = unsafe library.close(handle) } }

  /// Encodes interleaved 16-bit samples in this machine's endianness. Don't pass floats: a float could be infinite or
  /// NaN, and libvorbis must not get such a value.
  func encode(_ frames: [UInt8]) throws(SoundError) {
    let bytesPerFrame = MemoryLayout<Int16>.size * channelCount
    let blockByteCount = Self.blockFrameCount * bytesPerFrame
    for start in stride(from: 0, to: frames.count, by: blockByteCount) {
      let block = Array(frames[start...].prefix(blockByteCount))
      let frameCount = block.count / bytesPerFrame
      let writtenCount = unsafe block.withUnsafeBytes {
        unsafe library.writeInt16(handle, $0.baseAddress, sf_count_t(frameCount))
      }
      if let failure = stream.failure { throw failure }
      guard Int(writtenCount) == frameCount else { throw Self.failure }
    }
  }

  func finish() throws(SoundError) {
    isClosed = true
    let error = unsafe library.close(handle)
    if let failure = stream.failure { throw failure }
    guard error == 0, stream.position > 0, stream.renumbering.isComplete else { throw Self.failure }
  }

  private static func stream(_ userData: UnsafeMutableRawPointer?) -> Stream {
    unsafe Unmanaged<Stream>.fromOpaque(userData!).takeUnretainedValue()
  }

  private static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(VorbisEncoder.stream($0).position) },
      // Don't seek: libsndfile writes an Ogg file from its beginning to its end.
      seek: { unsafe sf_count_t(VorbisEncoder.stream($2).position) },
      read: { _, _, _ in 0 },
      write: { source, count, userData in
        let stream = unsafe VorbisEncoder.stream(userData)
        unsafe stream.write(UnsafeRawBufferPointer(start: source, count: Int(count)))
        stream.position += Int(count)
        return stream.failure == nil ? count : 0
      },
      tell: { unsafe sf_count_t(VorbisEncoder.stream($0).position) })
  }
}

extension VorbisEncoder {
  /// The quality, and the version of libsndfile. Both determine the encoded bytes. Example: `0.5 libsndfile-1.2.2`.
  static var version: String {
    "\(quality) \(SoundFileLibrary.installed?.version ?? "")"
  }

  /// Checks that libsndfile is installed and was built with Vorbis.
  static func check() throws(SoundError) {
    guard SoundFileLibrary.installed != nil else { throw missingLibrary }
    do throws(SoundError) {
      let encoder = try VorbisEncoder(
        into: MemorySink(byteCount: 0),
        StreamFormat(
          sampleRate: 44_100, channelCount: 1,
          dataFormat: .linearPCM(PCMEncoding(.int16, .little))))
      try encoder.encode([0, 0])
      try encoder.finish()
    } catch {
      throw SoundError(
        .choosingCodec, nil, .unsupported("libsndfile can't encode Ogg Vorbis here"),
        advice: .useWAVE(or: "install one that can"))
    }
  }

  private static var missingLibrary: SoundError {
    SoundError(
      .choosingCodec, nil,
      .sound(
        .libraryMissing,
        reason: "libsndfile, which encodes Ogg Vorbis, \(SystemLibrary.sndfile.absence)"),
      advice: .useWAVE(or: SystemLibrary.sndfile.installationAdvice))
  }

  private static var failure: SoundError {
    SoundError(
      .writing, nil, .unsupported("libsndfile failed to encode it as Ogg Vorbis"),
      advice: .useWAVE())
  }

  private static func refusal(_ sampleRate: Double, _ channelCount: Int) -> SoundError {
    SoundError(
      .choosingCodec, nil,
      .unsupported(
        "libsndfile can't encode \(counted(channelCount, "channel")) at \(sampleRate) Hz as"
          + " Ogg Vorbis"),
      advice: .useWAVE(or: "choose another rate or two channels"))
  }
}

/// Sets a fixed serial number in the pages of an Ogg file while the file is being written.
///
/// Encoders choose the number at random, so that streams can be multiplexed. Without a fixed number, converting the
/// same sound again would give a different file.
struct OggRenumbering: Sendable {
  /// The serial number of the files that this library writes: `aSnd`.
  private static let serialNumber: UInt32 = 0x646E_5361

  /// The beginning of a page that isn't complete yet.
  private var pending: [UInt8] = []

  var isComplete: Bool { pending.isEmpty }

  /// Takes the next bytes, and returns the pages that these bytes complete.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(SoundFileError) -> [UInt8] {
    pending += bytes
    var complete: [UInt8] = []
    var rest = pending[...]
    while let byteCount = try OggPage.byteCount(beginning: rest), byteCount <= rest.count {
      var page = OggPage(rest.prefix(byteCount))
      page.renumber(as: Self.serialNumber)
      complete += page.bytes
      rest = rest.dropFirst(byteCount)
    }
    pending = Array(rest)
    return complete
  }
}
