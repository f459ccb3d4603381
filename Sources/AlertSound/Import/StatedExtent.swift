internal import SoundFormat

/// What a foreign file says about its length, before anything decodes it.
struct StatedExtent {
  /// The audio's range in the source: that of an MPEG stream is between the tags.
  let audio: Range<Int>
  /// How an MPEG stream begins.
  let beginning: MPEGBeginning?
  /// What is missing from a truncated file.
  let missing: StatedLength.Missing

  /// Reads a file's headers.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is the file.
  ///   - policy: Whether a truncated file is accepted.
  /// - Throws: `SoundFileError` with the code `truncated` if the file is truncated and that isn't accepted,
  ///   or if the source can't be read.
  init(
    of source: some ByteSource, in range: Range<Int>, by policy: InputPolicy
  ) throws(SoundFileError) {
    audio = try MPEGTags.audioRange(of: source, in: range)
    beginning = try MPEGBeginning(ofStreamAt: audio, in: source)
    missing = try StatedLength.missing(
      from: source, in: range, audio: audio, index: beginning?.index)
    if let truncation = missing.truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
  }
}
