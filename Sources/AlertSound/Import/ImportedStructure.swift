internal import CSndFile
internal import Platform
internal import SoundFormat

/// A sound in a format that only libsndfile reads. The library is loaded on first use.
final class ImportedStructure: SoundStructure {
  private let sound: ImportedSound
  /// What is wrong with the sound.
  let warnings: [AlertFinding]

  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is the sound's file.
  ///   - frameCount: How many frames the container's packets hold; nil if only libsndfile knows.
  ///   - policy: Whether truncated files are accepted, and how long a sound may be.
  /// - Throws: `SoundFileError` with the code `libraryMissing` if libsndfile isn't installed, `unsupported` if
  ///   libsndfile doesn't read the format, `truncated` if the file is shorter than it states, `limitExceeded` if the
  ///   sound is too long, and another code if the file is damaged.
  init(
    _ source: AnyByteSource, in range: Range<Int>, frameCount: Int? = nil, by policy: InputPolicy
  ) throws(SoundFileError) {
    let frames = try ImportedFrames(source, range: range, frameCount: frameCount, policy: policy)
    (sound, warnings) = (frames.sound, frames.warnings)
  }

  var format: StreamFormat {
    StreamFormat(
      sampleRate: sound.sampleRate, channelCount: sound.channelCount,
      dataFormat: sound.formatID == LinearPCM.formatID
        ? sound.losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(sound.codec)
        : .other(sound.codec))
  }

  var frameCount: Int { sound.statedFrameCount }

  var lengthStatement: LengthStatement {
    sound.statesExactLength && sound.statedFrameCount > 0 ? .exactUnlessDamaged : .unknown
  }

  var layout: ChannelLayout? { sound.layout }
  var metadata: SoundMetadata { SoundMetadata(texts: sound.texts) }
  var losslessSampleType: PCMEncoding.SampleType? { sound.losslessSampleType }
  var decodedSampleType: PCMEncoding.SampleType { sound.decodedSampleType }
  var soundFile: SoundFile? { nil }

  var details: SoundDetails {
    var details = SoundDetails(fileType: sound.fileType, typeName: sound.name)
    details.byteOrder = sound.byteOrder
    details.bitRate = sound.bitRate
    details.audioBytes = sound.audioBytes
    details.audioByteCount = sound.audioBytes?.count
    let format = format
    if format.framesPerPacket == 1, format.bytesPerPacket > 0 {
      details.packetCount = sound.statedFrameCount
      details.audioByteCount = sound.statedFrameCount * format.bytesPerPacket
      details.largestPacketByteCount = format.bytesPerPacket
      details.bitRate = Int(format.sampleRate * Double(format.bytesPerPacket * 8))
    }
    return details
  }

  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> FrameReader {
    let frames = try ImportedFrames(
      bytes, range: sound.byteRange, frameCount: sound.containedFrameCount, policy: policy,
      skipping: firstFrame, blockFrameCount: max(1, 8192 / widestChannelCount))
    guard frames.sound == sound else {
      throw SoundFileError(.malformed, "the file has changed since it was opened")
    }
    return FrameReader(
      warnings: { frames.warnings },
      decode: { () throws(SoundFileError) in try frames.next() })
  }
}

/// libsndfile's functions that read sounds and write Ogg Vorbis. Source: sndfile.h.
@safe struct SoundFileLibrary: Sendable {
  typealias Close = @convention(c) (OpaquePointer?) -> CInt
  /// `sf_readf_short` and its variants, which differ in the type of the samples.
  typealias Read =
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, sf_count_t
    ) -> sf_count_t

  let openVirtual:
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>?, CInt, UnsafeMutablePointer<SF_INFO>?,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let close: Close
  // Don't load sf_current_byterate: it divides by lengths and rates that a file states, even if they are 0.
  /// Returns the last error. Pass nil if opening the sound failed.
  let error: Close
  let text: @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CChar>?
  let seek: @convention(c) (OpaquePointer?, sf_count_t, CInt) -> sf_count_t
  let command: @convention(c) (OpaquePointer?, CInt, UnsafeMutableRawPointer?, CInt) -> CInt
  let readInt16: Read
  let readInt32: Read
  let readFloat: Read
  let readDouble: Read
  let writeInt16: @convention(c) (OpaquePointer?, UnsafeRawPointer?, sf_count_t) -> sf_count_t

  /// The library, or nil if it isn't installed.
  static let installed = try? SoundFileLibrary()

  private init() throws(DynamicLibrary.Missing) {
    let library = try DynamicLibrary(.sndfile)
    unsafe openVirtual = try library.function("sf_open_virtual")
    unsafe close = try library.function("sf_close")
    unsafe error = try library.function("sf_error")
    unsafe text = try library.function("sf_get_string")
    unsafe seek = try library.function("sf_seek")
    unsafe command = try library.function("sf_command")
    unsafe readInt16 = try library.function("sf_readf_short")
    unsafe readInt32 = try library.function("sf_readf_int")
    unsafe readFloat = try library.function("sf_readf_float")
    unsafe readDouble = try library.function("sf_readf_double")
    unsafe writeInt16 = try library.function("sf_writef_short")
  }
}
