package import SoundFormat

/// What the headers of a sound state that a browser decodes for us.
///
/// A browser resamples what it decodes to the rate it is asked for, so that the sound's own rate has to be known before.
package struct BrowserFormat {
  /// In Hz; nil if the headers don't tell.
  package private(set) var sampleRate: Double?
  package private(set) var channelCount: Int?
  /// The number of frames without the codec's delay and padding; nil if the headers don't state it.
  package private(set) var frameCount: Int?
  /// How many frames a decoder gives at least, unless the file is truncated; nil if the headers don't state it.
  package private(set) var leastFrameCount: Int?
  /// The bits of a sample, if the coding is lossless.
  package private(set) var bitDepth: Int?
  /// How many frames of delay come first if the browser doesn't remove them.
  package private(set) var primingFrameCount = 0
  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  package private(set) var formatID: FourCharCode = "????"

  /// Reads the headers of a file that this library doesn't decode.
  ///
  /// - Throws: `SoundFileError` if the source can't be read.
  package init(of source: some ByteSource) throws(SoundFileError) {
    try read(source)
    if let rate = sampleRate, !(rate > 0) { sampleRate = nil }
    if let count = channelCount, count < 1 { channelCount = nil }
    if let count = frameCount { leastFrameCount = bitDepth == nil ? count - Self.tolerance : count }
  }

  private mutating func read(_ source: some ByteSource) throws(SoundFileError) {
    if let sound = try? SoundFile(parsing: source) {
      (sampleRate, channelCount) = (sound.format.sampleRate, sound.format.channelCount)
      frameCount = sound.hasUncountedFrames ? nil : sound.frameCount
      primingFrameCount = sound.packetTable?.primingFrameCount ?? 0
      formatID = sound.format.dataFormat.formatID
      return
    }
    let audio = try MPEGTags.audioRange(of: source, in: 0..<source.byteCount)
    if let flac = try FLACInformation(ofFileAt: audio.lowerBound, in: source) {
      (sampleRate, channelCount) = (flac.sampleRate, flac.channelCount)
      (frameCount, bitDepth, formatID) = (flac.frameCount, flac.bitDepth, "flac")
    } else if let beginning = try MPEGBeginning(ofStreamAt: audio, in: source) {
      let header = beginning.header
      (sampleRate, channelCount) = (header.sampleRate, header.channelCount)
      formatID = ".mp3"
      leastFrameCount = beginning.index?.frameCount.map {
        Int(clamping: Int64($0) * Int64(header.framesPerPacket)) - Self.tolerance
      }
    } else if let stream = try OggIdentification(ofFileIn: source) {
      (sampleRate, channelCount) = (stream.sampleRate, stream.channelCount)
      bitDepth = stream.bitDepth
    } else if let track = try MatroskaTrack(ofFileIn: source) {
      (sampleRate, channelCount) = (track.sampleRate, track.channelCount)
    }
  }

  /// How many frames a lossy decoder may leave out: the delay and the padding, which together are at most 3 packets of
  /// MP3, and one more.
  private static let tolerance = 4 * 1152
}
