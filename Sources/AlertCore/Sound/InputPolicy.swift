package import SoundFormat

/// How inputs are opened, and which inputs and outputs are refused.
///
/// Limits are enforced early. A file's size is checked before the file is read. The length that headers state is
/// checked before the sound is decoded. If the stated length is wrong, or if none is stated, as in FLAC from a pipe,
/// decoding stops as soon as the limit is exceeded. The same limits hold for outputs, and are enforced before encoding
/// or, if no length is stated, during encoding.
public struct InputPolicy: Equatable, Sendable {
  /// Whether libsndfile may read a file that this library can't read. libsndfile's parsers are written in C, so set
  /// this to false for untrusted input.
  public var imports: Bool
  /// Whether to read what is present of a truncated file, instead of throwing an error. The headers must be complete.
  public var acceptsTruncatedFiles: Bool
  /// The maximum size of an input, and of an output, in bytes; nil for no limit.
  public var byteLimit: Int?
  /// The maximum length of an input, and of an output, in seconds; nil for no limit. In addition, an input may have at
  /// most as many samples as eight channels of this length have at 192 kHz. Priming counts.
  public var durationLimit: Double?

  /// Creates a policy. The default accepts everything except truncated files.
  ///
  /// - Parameters:
  ///   - imports: Whether libsndfile may read a file that this library can't read.
  ///   - acceptsTruncatedFiles: Whether to read what is present of a truncated file.
  ///   - byteLimit: The maximum size of an input, and of an output, in bytes.
  ///   - durationLimit: The maximum length of an input, and of an output, in seconds.
  public init(
    imports: Bool = true, acceptsTruncatedFiles: Bool = false, byteLimit: Int? = nil,
    durationLimit: Double? = nil
  ) {
    self.imports = imports
    self.acceptsTruncatedFiles = acceptsTruncatedFiles
    self.byteLimit = byteLimit
    self.durationLimit = durationLimit
  }
}

extension InputPolicy {
  /// Refuses a file that is too large.
  package func check(
    byteCount: Int, of words: String = "the file has"
  ) throws(SoundFileError) {
    guard let byteLimit, byteCount > byteLimit else { return }
    throw SoundFileError(
      .limitExceeded, "\(words) \(byteCount) bytes, and the limit is \(byteLimit)")
  }

  /// Returns the error for a pipe or an output with more bytes than the limit.
  package static func excess(
    of words: String = "there are", over byteLimit: Int
  ) -> SoundFileError {
    SoundFileError(.limitExceeded, "\(words) more bytes than the limit of \(byteLimit)")
  }

  /// Refuses a sound that is too long according to its headers.
  package func check(_ sound: SoundFile) throws(SoundFileError) {
    // Ignore at most four packets of padding: no codec adds more, but a hostile packet table may declare far more.
    let padding = Int(clamping: 4 * Int64(max(0, sound.format.framesPerPacket - 1)))
    let frameCount = max(sound.frameCount, sound.decodedFrameCount - padding)
    try check(frameCount: frameCount, sampleRate: sound.format.sampleRate)
    try check(sampleCount: Double(frameCount) * Double(sound.format.channelCount))
  }

  /// Refuses more samples than eight channels of the maximum length have at 192 kHz: a few bytes may become millions of
  /// samples. A maximum below one second counts as one second: a codec's padding might exceed a lower limit.
  private func check(sampleCount: Double) throws(SoundFileError) {
    guard let durationLimit else { return }
    let limit = max(1, durationLimit) * 8 * 192_000
    guard sampleCount > limit else { return }
    throw SoundFileError(
      .limitExceeded,
      "the sound has more than the \(Int(limit)) samples that the limit of"
        + " \(secondsText(durationLimit)) allows")
  }

  /// Refuses a sound with too many frames.
  package func check(
    frameCount: Int, sampleRate: Double, of words: String = "the sound is",
    excessFrameCount: Int = 0
  ) throws(SoundFileError) {
    guard let durationLimit else { return }
    let duration = Double(frameCount) / sampleRate
    // Don't use `>`: a NaN limit must allow nothing.
    guard !(duration - Double(excessFrameCount) / sampleRate <= durationLimit) else { return }
    let (length, limit) = (secondsText(duration), secondsText(durationLimit))
    guard length != limit else { throw Self.excess(of: words, over: durationLimit) }
    throw SoundFileError(.limitExceeded, "\(words) \(length) long, and the limit is \(limit)")
  }

  /// Throws once decoding has produced too many frames of the sound, or too many samples.
  ///
  /// - Parameter primingFrameCount: How many of the frames come before the sound.
  package func check(
    decodedFrameCount: Int, primingFrameCount: Int = 0, channelCount: Int, sampleRate: Double
  ) throws(SoundFileError) {
    let duration = Double(decodedFrameCount - primingFrameCount) / sampleRate
    if let durationLimit, !(duration <= durationLimit) { throw Self.excess(over: durationLimit) }
    try check(sampleCount: Double(decodedFrameCount) * Double(channelCount))
  }

  private static func excess(
    of words: String = "the sound is", over durationLimit: Double
  ) -> SoundFileError {
    SoundFileError(
      .limitExceeded, "\(words) longer than the limit of \(secondsText(durationLimit))")
  }
}
