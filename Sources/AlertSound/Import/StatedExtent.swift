internal import SoundFormat

/// What a foreign file says about its length, before anything decodes it.
struct StatedExtent {
  /// The audio's range in the source: that of an MPEG stream is between the tags.
  let audio: Range<Int>
  /// How an MPEG stream begins.
  let beginning: MPEGBeginning?
  /// What a FLAC's header states.
  let flac: FLACInformation?
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
    flac = try FLACInformation(ofFileAt: audio.lowerBound, in: source)
    missing = try StatedLength.missing(
      from: source, in: range, audio: audio, index: beginning?.index)
    if let truncation = missing.truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
  }
}

extension StatedExtent {
  /// The number of frames that an MP3's index states, tags and delay included; nil without one.
  var indexedFrameCount: Int? {
    guard let header = beginning?.header, let count = beginning?.index?.frameCount else {
      return nil
    }
    let (frameCount, overflow) = Int(clamping: count)
      .multipliedReportingOverflow(by: header.framesPerPacket)
    return overflow ? .max : frameCount
  }

  /// What decoding shows to be missing, in words; nil if nothing is.
  func shortfall(decodedFrameCount: Int) -> String? {
    var statedFrameCount = flac?.frameCount ?? 0
    var tolerance = 0
    if missing.byteCount > 0, let indexedFrameCount, let header = beginning?.header {
      // The index counts whole packets. Up to three of them are the encoder's delay and padding.
      (statedFrameCount, tolerance) = (indexedFrameCount, 3 * header.framesPerPacket)
    }
    guard decodedFrameCount < statedFrameCount - tolerance else { return nil }
    return "the file is truncated or damaged: \(decodedFrameCount) of"
      + " \(counted(statedFrameCount, "frame")) can be decoded"
  }
}
