internal import SoundFormat

/// How inputs are opened, and which are refused.
///
/// Limits are enforced before the work they bound: a file's size before it is read, and a sound's length before
/// it is decoded, as stated by its headers or its index. If neither states it, as in MP3 files without an
/// index, or if they lied, decoding stops as soon as the limit is passed.
public struct InputPolicy: Hashable, Sendable {
  /// Whether libsndfile may read what this library doesn't. Its parsers are written in C: turn it off for
  /// untrusted bytes.
  public var importsForeignFormats: Bool
  /// Whether a truncated file is read as far as it goes. If not, it is an error. Headers must be complete.
  public var acceptsTruncatedFiles: Bool
  /// The largest number of bytes that an input may have; nil for any number.
  public var byteLimit: Int?
  /// The longest that an input may last, in seconds; nil for any length.
  public var durationLimit: Double?

  /// Creates a policy. The default one accepts all but truncated files.
  ///
  /// - Parameters:
  ///   - importsForeignFormats: Whether libsndfile may read what this library doesn't.
  ///   - acceptsTruncatedFiles: Whether a truncated file is read as far as it goes.
  ///   - byteLimit: The largest number of bytes that an input may have.
  ///   - durationLimit: The longest that an input may last, in seconds.
  public init(
    importsForeignFormats: Bool = true, acceptsTruncatedFiles: Bool = false, byteLimit: Int? = nil,
    durationLimit: Double? = nil
  ) {
    self.importsForeignFormats = importsForeignFormats
    self.acceptsTruncatedFiles = acceptsTruncatedFiles
    self.byteLimit = byteLimit
    self.durationLimit = durationLimit
  }
}

extension InputPolicy {
  /// Refuses an input that is too large.
  func check(byteCount: Int) throws(SoundFileError) {
    guard let byteLimit, byteCount > byteLimit else { return }
    throw SoundFileError(
      .limitExceeded, "the file has \(byteCount) bytes, and the limit is \(byteLimit) (--max-bytes)"
    )
  }

  /// The error of a pipe that more bytes come out of than are allowed.
  static func excess(ofStreamOver byteLimit: Int) -> SoundFileError {
    SoundFileError(
      .limitExceeded, "there are more bytes than the limit of \(byteLimit) (--max-bytes)")
  }

  /// Refuses a sound that is too long, by its headers.
  func check(_ sound: SoundFile) throws(SoundFileError) {
    // A packet table may call most of what is to be decoded padding. Codecs need a few packets of it at most.
    let padding = 4 * max(0, sound.format.framesPerPacket - 1)
    try check(
      frameCount: max(sound.frameCount, sound.decodedFrameCount - padding),
      sampleRate: sound.format.sampleRate)
  }

  /// Refuses a sound of too many frames.
  func check(frameCount: Int, sampleRate: Double) throws(SoundFileError) {
    guard let durationLimit else { return }
    let duration = Double(frameCount) / sampleRate
    // A limit that is no number allows nothing.
    guard !(duration <= durationLimit) else { return }
    let (length, limit) = (secondsText(duration), secondsText(durationLimit))
    guard length != limit else { throw Self.excess(ofSoundOver: durationLimit) }
    throw SoundFileError(
      .limitExceeded, "the sound is \(length) long, and the limit is \(limit) (--max-seconds)")
  }

  /// Refuses a sound of which too many frames have been decoded already.
  func check(decodedFrameCount: Int, sampleRate: Double) throws(SoundFileError) {
    guard let durationLimit, !(Double(decodedFrameCount) / sampleRate <= durationLimit) else {
      return
    }
    throw Self.excess(ofSoundOver: durationLimit)
  }

  private static func excess(ofSoundOver durationLimit: Double) -> SoundFileError {
    SoundFileError(
      .limitExceeded,
      "the sound is longer than the limit of \(secondsText(durationLimit)) (--max-seconds)")
  }
}
