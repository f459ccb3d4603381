internal import CSndFile
internal import Platform
internal import SoundFormat

/// A sound that libsndfile decodes in blocks of frames. libsndfile closes the sound when this object is released.
@safe
final class ImportedFrames {
  let sound: ImportedSound
  private let library: SoundFileLibrary
  private let handle: OpaquePointer
  private let stream: Stream
  private let policy: InputPolicy
  private let blockFrameCount: Int
  /// The number of frames at the beginning that are still to be left out.
  private var skippedFrameCount: Int
  private var decodedFrameCount = 0
  /// Whether libsndfile failed to decode a packet.
  private var hasFailed = false
  /// What is wrong with the sound. A truncated file is read only if the policy accepts it.
  private(set) var warnings: [AlertFinding] = []
  /// The last decoded block. The next block reuses this block's memory if no other code references it.
  private var block = SampleBlock.int16([])
  /// The last decoded block, with the channels in the layout's order.
  private var ordered = SampleBlock.int16([])

  /// The bytes that libsndfile reads, and its position in these bytes.
  private final class Stream {
    let source: AnyByteSource
    let range: Range<Int>
    var position = 0
    /// The last bytes that were read. The next read reuses their memory.
    var bytes: [UInt8] = []
    /// Why bytes couldn't be read; nil if there was no error. libsndfile's callbacks can't report the reason.
    var failure: SoundFileError?

    init(_ source: AnyByteSource, _ range: Range<Int>) {
      self.source = source
      self.range = range
    }
  }

  /// Opens a sound; see ``ImportedStructure``.
  ///
  /// - Parameters:
  ///   - frameCount: How many frames the container's packets hold; nil if only libsndfile knows.
  ///   - skippedFrameCount: How many frames to leave out at the beginning.
  ///   - blockFrameCount: The largest number of frames in a decoded block.
  init(
    _ source: AnyByteSource, range: Range<Int>, frameCount: Int?, policy: InputPolicy,
    skipping skippedFrameCount: Int = 0, blockFrameCount: Int = 1
  ) throws(SoundFileError) {
    (self.policy, self.skippedFrameCount) = (policy, skippedFrameCount)
    self.blockFrameCount = blockFrameCount
    guard let library = SoundFileLibrary.installed else {
      throw SoundFileError(
        .libraryMissing,
        "libsndfile, which reads formats other than \(Container.readNames("and")),"
          + " \(SystemLibrary.sndfile.absence)")
    }
    if let truncation = try StatedLength.truncation(of: source, in: range) {
      guard policy.acceptsTruncatedFiles else { throw SoundFileError(.truncated, truncation) }
      warnings.append(AlertFinding(.truncated, truncation))
    }
    // Skip ID3 tags: after some tags, libsndfile doesn't find MPEG audio, and before other audio, it expects no tags.
    let start = min(try ID3Tags.end(from: range.lowerBound, in: source), range.upperBound)
    let range = start..<range.upperBound
    guard let tag = try ImportedSound.signature(in: range, of: source) else {
      throw SoundFileError(.unsupported, "libsndfile can't identify it")
    }
    let corrections =
      frameCount == nil
      ? try tag + SourceCorrection.ofAU(at: range.lowerBound, in: source)
      : try SourceCorrection.completing(SoundFile(in: source), in: source)
    let corrected = corrections.reduce(source) {
      AnyByteSource(SourceWithReplacement(source: $0, correction: $1))
    }
    let growth = corrected.byteCount - source.byteCount
    stream = Stream(corrected, range.lowerBound..<range.upperBound + growth)
    var info = SF_INFO()
    var callbacks = Self.callbacks
    let userData = unsafe Unmanaged.passUnretained(stream).toOpaque()
    guard
      let handle = unsafe library.openVirtual(&callbacks, CInt(SFM_READ), &info, userData)
    else {
      throw stream.failure ?? Self.refusal(by: library)
    }
    unsafe self.handle = handle
    self.library = library
    // Check for a read error, because libsndfile opens the file even if reading failed.
    let failure =
      stream.failure
      ?? (info.frames == 0 ? SoundFileError(.empty, "it contains no audio") : nil)
      ?? (info.channels < 1 || info.samplerate < 1 ? Self.damage : nil)
    if let failure {
      _ = unsafe library.close(handle)
      throw failure
    }
    let codec = ImportedSound.codec(Int(info.format) & SF_FORMAT_SUBMASK)
    let isMPEG = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
    // Begin with the texts of a tag before MPEG audio. Add libsndfile's texts for the fields that the tag lacks.
    var texts = isMPEG ? try ID3Texts(before: range.lowerBound, in: source).entries : []
    texts += unsafe library.texts(of: handle).filter { text in
      !texts.contains { $0.field == text.field }
    }
    sound = ImportedSound(
      sampleRate: Double(info.samplerate), channelCount: Int(info.channels),
      // Treat a length of 2⁴⁸ frames or more as unknown.
      statedFrameCount: frameCount ?? (info.frames < 1 << 48 ? max(0, Int(info.frames)) : 0),
      containedFrameCount: frameCount,
      name: library.name(of: Int(info.format)),
      fileType: ImportedSound.fileType(Int(info.format)),
      formatID: codec.formatID,
      byteOrder: ImportedSound.byteOrder(Int(info.format)), losslessSampleType: codec.lossless,
      texts: texts, decodedSampleType: codec.decoded, byteRange: range,
      audioBytes: isMPEG ? try ID3Tags.audioRange(of: source, in: range) : nil,
      speakers: try ImportedSound.oggSpeakers(
        of: source, in: range, channelCount: Int(info.channels)))
    if codec.formatID == "opus" {
      // Seek to the start: without a seek, libsndfile skips the delay only if the first granule position is 0.
      _ = unsafe library.seek(handle, 0, 0)
    }
    if sound.statesExactLength {
      try policy.check(frameCount: sound.statedFrameCount, sampleRate: sound.sampleRate)
    }
  }

  deinit {
    _ = unsafe library.close(handle)
  }

  /// Returns why libsndfile doesn't open a file: the format is unknown, or the file is damaged.
  private static func refusal(by library: SoundFileLibrary) -> SoundFileError {
    let isUnknown = [SF_ERR_UNRECOGNISED_FORMAT, SF_ERR_UNSUPPORTED_ENCODING]
      .contains(Int(library.error(nil)))
    return isUnknown
      ? SoundFileError(.unsupported, "libsndfile can't read it")
      : damage
  }

  private static var damage: SoundFileError {
    SoundFileError(.malformed, "libsndfile knows the format, but the file is damaged")
  }

  /// Decodes the next block; nil at the end of the sound.
  ///
  /// - Throws: `SoundFileError` with the code `limitExceeded` if the sound is longer than the policy allows, or
  ///   `truncated` if the sound ends earlier than the file states, and the policy refuses truncated files. libsndfile
  ///   itself treats a truncated or damaged file as a shorter sound.
  func next() throws(SoundFileError) -> SampleBlock? {
    while true {
      let block = try read()
      let frameCount = block.sampleCount / sound.channelCount
      if frameCount == 0 { return nil }
      let skipped = min(skippedFrameCount, frameCount)
      skippedFrameCount -= skipped
      if skipped < frameCount {
        return block.samples(in: skipped * sound.channelCount..<block.sampleCount)
      }
    }
  }

  private func read() throws(SoundFileError) -> SampleBlock {
    let left = sound.containedFrameCount.map { $0 - decodedFrameCount }
    decode(frameCount: min(blockFrameCount, left ?? blockFrameCount))
    if let failure = stream.failure { throw failure }
    decodedFrameCount += block.sampleCount / sound.channelCount
    try policy.check(
      decodedFrameCount: decodedFrameCount, channelCount: sound.channelCount,
      sampleRate: sound.sampleRate)
    if block.sampleCount == 0, decodedFrameCount < sound.leastFrameCount, try !isWholeOgg {
      let truncation = SoundFileError.shortfall(decodedFrameCount, of: sound.statedFrameCount)
      guard policy.acceptsTruncatedFiles else { throw SoundFileError(.truncated, truncation) }
      if !warnings.isTruncated { warnings.append(AlertFinding(.truncated, truncation)) }
    }
    guard let map = sound.channelMap else { return block }
    block.remap(by: map, into: &ordered)
    return ordered
  }

  /// Whether all packets of an Ogg file were decoded. Even then, the last page may state a larger number of frames.
  private var isWholeOgg: Bool {
    get throws(SoundFileError) {
      let pages = try OggPages(
        in: stream.source, from: stream.range.lowerBound, readingChecksums: true)
      return !hasFailed && pages?.isWhole == true
    }
  }

  private func decode(frameCount: Int) {
    switch sound.decodedSampleType {
    case .int8, .uint8, .int16:
      block.refillInt16 { unsafe decode(frameCount, into: &$0, with: library.readInt16) }
    case .int24, .int32:
      block.refillInt32 { unsafe decode(frameCount, into: &$0, with: library.readInt32) }
    case .float32:
      block.refillFloat32 { unsafe decode(frameCount, into: &$0, with: library.readFloat) }
    case .float64:
      block.refillFloat64 { unsafe decode(frameCount, into: &$0, with: library.readDouble) }
    }
  }

  @unsafe private func decode<Sample: BitwiseCopyable>(
    _ frameCount: Int, into samples: inout [Sample], with read: SoundFileLibrary.Read
  ) {
    let channelCount = sound.channelCount
    unsafe samples.refill(capacity: frameCount * channelCount) { buffer in
      let readCount = Int(unsafe read(handle, buffer.baseAddress, sf_count_t(frameCount)))
      hasFailed = unsafe hasFailed || readCount < frameCount && library.error(handle) != 0
      return min(max(0, readCount), frameCount) * channelCount
    }
  }

  private static func stream(_ userData: UnsafeMutableRawPointer?) -> Stream {
    unsafe Unmanaged<Stream>.fromOpaque(userData!).takeUnretainedValue()
  }

  private static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe sf_count_t(ImportedFrames.stream($0).range.count) },
      seek: { offset, whence, userData in
        let stream = unsafe ImportedFrames.stream(userData)
        let bases = [0, stream.position, stream.range.count]  // SEEK_SET, SEEK_CUR, SEEK_END
        guard bases.indices.contains(Int(whence)) else { return -1 }
        let (position, overflow) = bases[Int(whence)].addingReportingOverflow(Int(offset))
        guard !overflow, position >= 0 else { return -1 }
        stream.position = position
        return sf_count_t(position)
      },
      read: { destination, count, userData in
        let stream = unsafe ImportedFrames.stream(userData)
        let available = min(Int(count), stream.range.count - stream.position)
        guard available > 0 else { return 0 }
        var readCount = 0
        do throws(SoundFileError) {
          try stream.source.read(
            at: stream.range.lowerBound + stream.position, count: available, into: &stream.bytes)
          // Don't overflow libsndfile's buffer, even if a source returns too many bytes.
          readCount = min(stream.bytes.count, available)
          // Note that bytes are missing. Otherwise, libsndfile would decode a shorter sound without an error.
          if readCount < available { stream.failure = .becameShorter }
        } catch {
          stream.failure = error
        }
        unsafe stream.bytes.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(start: destination, count: readCount)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<readCount]))
        }
        stream.position += readCount
        return sf_count_t(readCount)
      },
      write: { _, _, _ in 0 },
      tell: { unsafe sf_count_t(ImportedFrames.stream($0).position) })
  }
}

extension SoundFileLibrary {
  /// For each string type that is read (`SF_STR_SOFTWARE` isn't): libsndfile's number, and the field with its meaning.
  private static let fields: [(number: Int, field: InformationEntry.Field)] = [
    (SF_STR_TITLE, .title), (SF_STR_ARTIST, .artist), (SF_STR_ALBUM, .album),
    (SF_STR_GENRE, .genre), (SF_STR_DATE, .recordedDate), (SF_STR_TRACKNUMBER, .trackNumber),
    (SF_STR_COMMENT, .comments), (SF_STR_COPYRIGHT, .copyright),
  ]

  /// Returns the texts in an open sound's metadata. Leaves out a text if the total size would exceed the limit.
  @unsafe fileprivate func texts(of handle: OpaquePointer) -> [InformationEntry] {
    var spareByteCount = SoundMetadata.byteLimit
    return Self.fields.compactMap { number, field in
      guard let bytes = unsafe text(handle, CInt(number)) else { return nil }
      let text = unsafe String(cString: bytes)
      guard text.utf8.count <= spareByteCount else { return nil }
      spareByteCount -= text.utf8.count
      return InformationEntry(field, text)
    }
  }

  /// The library's name and version: `libsndfile-1.2.2`.
  var version: String {
    var text = [CChar](repeating: 0, count: 128)
    _ = unsafe command(nil, CInt(SFC_GET_LIB_VERSION), &text, CInt(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns libsndfile's names for a container and a codec.
  fileprivate func name(of format: Int) -> String {
    [format & SF_FORMAT_TYPEMASK, format & SF_FORMAT_SUBMASK].compactMap { part in
      var info = unsafe SF_FORMAT_INFO()
      unsafe info.format = CInt(part)
      let error = unsafe command(
        nil, CInt(SFC_GET_FORMAT_INFO), &info, CInt(MemoryLayout<SF_FORMAT_INFO>.size))
      guard error == 0, let name = unsafe info.name else { return nil }
      return unsafe String(cString: name)
    }.joined(separator: ", ")
  }
}
