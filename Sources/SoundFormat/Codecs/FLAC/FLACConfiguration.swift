/// The parameters of a FLAC stream.
///
/// Source: RFC 9639, 8.2, "Streaminfo".
package struct FLACConfiguration: Sendable {
  package let sampleRate: Int
  /// 1 to 8.
  package let channelCount: Int
  /// 4 to 32.
  package let bitDepth: Int
  /// The highest number of frames in a packet; 0 if the stream doesn't state this number.
  let mostFramesPerPacket: Int
  /// How many frames the stream has; nil if the stream doesn't state this number.
  package let frameCount: Int?

  /// FLAC's four-character code in Core Audio. In MPEG-4, the code is `fLaC`.
  static let formatID: FourCharCode = "flac"
  /// How many bytes the metadata block with the parameters has, including the block's header.
  static let byteCount = 38

  /// Parses the metadata block and its header; nil if the parameters are missing or damaged.
  ///
  /// - Parameter cookie: The block. Containers may put a version, `fLaC` or a box's header before it.
  package init?(_ cookie: [UInt8]) {
    let start = [0, 4, 8, 12].first {
      cookie.dropFirst($0).prefix(4).map { $0 & 0x7F } == [0, 0, 0, 34]
    }
    guard let start, cookie.count >= start + Self.byteCount else { return nil }
    var bits = BitReader(cookie, from: start + 6)
    mostFramesPerPacket = Int(bits.take(16))
    // Skip the sizes of the smallest and the largest packet, which aren't always stated.
    _ = bits.take(48)
    sampleRate = Int(bits.take(20))
    channelCount = Int(bits.take(3)) + 1
    bitDepth = Int(bits.take(5)) + 1
    let count = bits.take(36)
    frameCount = count == 0 ? nil : Int(clamping: count)
    guard bitDepth >= 4 else { return nil }
  }

  /// The narrowest type that holds the samples.
  package var sampleType: PCMEncoding.SampleType {
    bitDepth <= 8 ? .int8 : bitDepth <= 16 ? .int16 : bitDepth <= 24 ? .int24 : .int32
  }

  /// The type that the samples are decoded to.
  package var decodedType: PCMEncoding.SampleType { bitDepth <= 16 ? .int16 : .int32 }
}
