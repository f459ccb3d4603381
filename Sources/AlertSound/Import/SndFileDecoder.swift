internal import CSndFile
internal import Platform
internal import SoundFormat

/// libsndfile, loaded on first use.
struct SndFileDecoder: ForeignDecoder {
  var name: String { "libsndfile" }
  var installationAdvice: String? { SystemLibrary.sndfile.installationAdvice }

  var identity: String? {
    // Turn `libsndfile-1.2.2` into `libsndfile 1.2.2`.
    SoundFileLibrary.installed?.version.replacing("libsndfile-", with: "libsndfile ")
  }

  func decodes(_ kind: ForeignKind) -> Bool {
    switch kind {
    case .file(let format): format?.isImported ?? true
    case .sound(let sound, let codec):
      ![.mpeg4, .adts].contains(sound.container.family)
        && codec.formatID.isImportedFromOwnContainers
    }
  }

  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    // Take the length of ADPCM and GSM from the file: libsndfile decodes a pad byte and padding as sound.
    var frameCount: Int?
    if case .sound(let sound, let codec) = kind, sound.container.family == .wave,
      codec.framesPerPacket > 0
    {
      frameCount = sound.frameCount
    }
    let frames = try ImportedFrames(source, range: range, frameCount: frameCount, policy: policy)
    return ForeignSound(
      structure: ImportedStructure(frames.sound, by: self), truncation: frames.truncation)
  }
}

/// A sound that libsndfile reads.
final class ImportedStructure: ForeignStructure {
  let sound: ImportedSound
  let decoder: any ForeignDecoder

  init(_ sound: ImportedSound, by decoder: any ForeignDecoder) {
    self.sound = sound
    self.decoder = decoder
  }

  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    let frames = try ImportedFrames(
      bytes, range: sound.byteRange, frameCount: sound.containedFrameCount, policy: policy)
    guard frames.sound == sound else {
      throw SoundFileError(.malformed, "the file has changed since it was opened")
    }
    return ImportedBlocks(
      frames: frames, skippedFrameCount: firstFrame,
      blockFrameCount: max(1, 8192 / widestChannelCount))
  }
}

/// Reads an imported sound's frames in blocks, after skipping the first frames.
private final class ImportedBlocks: BlockReader {
  private let frames: ImportedFrames
  private var skippedFrameCount: Int
  private let blockFrameCount: Int

  init(frames: ImportedFrames, skippedFrameCount: Int, blockFrameCount: Int) {
    self.frames = frames
    self.skippedFrameCount = skippedFrameCount
    self.blockFrameCount = blockFrameCount
  }

  var truncation: String? { frames.truncation }

  func next() throws(SoundFileError) -> SampleBlock? {
    let channelCount = frames.sound.channelCount
    while true {
      let block = try frames.read(frameCount: blockFrameCount)
      let frameCount = block.sampleCount / channelCount
      if frameCount == 0 { return nil }
      let skipped = min(skippedFrameCount, frameCount)
      skippedFrameCount -= skipped
      if skipped < frameCount {
        return block.samples(in: skipped * channelCount..<block.sampleCount)
      }
    }
  }
}

/// libsndfile's functions for reading, and for writing Ogg Vorbis. Source: sndfile.h.
@safe struct SoundFileLibrary: Sendable {
  typealias OpenVirtual =
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>?, CInt, UnsafeMutablePointer<SF_INFO>?,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  typealias Close = @convention(c) (OpaquePointer?) -> CInt
  typealias Text = @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CChar>?
  typealias ByteRate = @convention(c) (OpaquePointer?) -> CInt
  typealias Command = @convention(c) (OpaquePointer?, CInt, UnsafeMutableRawPointer?, CInt) -> CInt
  /// `sf_readf_short` and its variants, which differ in the type of the samples.
  typealias Read =
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, sf_count_t
    ) -> sf_count_t
  typealias Write =
    @convention(c) (OpaquePointer?, UnsafeRawPointer?, sf_count_t) -> sf_count_t

  let openVirtual: OpenVirtual
  let close: Close
  /// Returns the last error. Pass nil if opening the sound failed.
  let error: Close
  let text: Text
  let byteRate: ByteRate
  let command: Command
  let readInt16: Read
  let readInt32: Read
  let readFloat: Read
  let readDouble: Read
  let writeInt16: Write

  /// The library, or nil if it isn't installed.
  static let installed = try? SoundFileLibrary()

  private init() throws(DynamicLibrary.Missing) {
    let library = try DynamicLibrary(.sndfile)
    unsafe openVirtual = try library.function("sf_open_virtual")
    unsafe close = try library.function("sf_close")
    unsafe error = try library.function("sf_error")
    unsafe text = try library.function("sf_get_string")
    unsafe byteRate = try library.function("sf_current_byterate")
    unsafe command = try library.function("sf_command")
    unsafe readInt16 = try library.function("sf_readf_short")
    unsafe readInt32 = try library.function("sf_readf_int")
    unsafe readFloat = try library.function("sf_readf_float")
    unsafe readDouble = try library.function("sf_readf_double")
    unsafe writeInt16 = try library.function("sf_writef_short")
  }
}
