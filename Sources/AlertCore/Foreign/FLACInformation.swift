package import SoundFormat

/// What a FLAC's first metadata block states.
///
/// Source: RFC 9639, 8.2, "Streaminfo".
package struct FLACInformation {
  /// In Hz.
  package let sampleRate: Double
  package let channelCount: Int
  package let bitDepth: Int
  /// The number of frames; nil if the encoder didn't know.
  package let frameCount: Int?

  /// Reads the block; nil if the file isn't a FLAC.
  ///
  /// - Parameter offset: Where the file begins in the source.
  /// - Throws: `SoundFileError` if the source can't be read.
  package init?(ofFileAt offset: Int, in source: some ByteSource) throws(SoundFileError) {
    let bytes = try source.bytes(at: offset, count: 26)
    guard bytes.count == 26, bytes.starts(with: "fLaC".utf8), bytes[4] & 0x7F == 0 else {
      return nil
    }
    // 20 bits of sample rate, 3 of channels less one, 5 of bits less one, 36 of frames.
    let fields = bytes[18...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    sampleRate = Double(fields >> 44)
    channelCount = Int(fields >> 41 & 7) + 1
    bitDepth = Int(fields >> 36 & 0x1F) + 1
    let count = fields & 0xF_FFFF_FFFF
    frameCount = count == 0 ? nil : Int(clamping: count)
  }

  /// The narrowest samples that hold the sound without loss.
  package var sampleType: PCMEncoding.SampleType {
    bitDepth <= 16 ? .int16 : bitDepth <= 24 ? .int24 : .int32
  }
}
