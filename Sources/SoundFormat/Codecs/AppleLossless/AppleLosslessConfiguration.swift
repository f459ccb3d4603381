/// The parameters of an Apple Lossless stream, from its magic cookie.
///
/// Source: Apple, ALACMagicCookieDescription.txt.
package struct AppleLosslessConfiguration: Sendable {
  package let framesPerPacket: Int
  /// 16, 20, 24 or 32.
  package let bitDepth: Int
  package let channelCount: Int
  package let sampleRate: UInt32
  /// The three parameters of the adaptive Golomb code. Apple calls them `pb`, `mb` and `kb`.
  let historyMultiplier: UInt32
  let initialHistory: UInt32
  let parameterLimit: Int

  static let formatID: FourCharCode = "alac"
  private static let byteCount = 24
  /// The highest number of frames in a packet, to limit the decoder's memory. Apple's encoder writes 4,096 frames.
  private static let frameLimit = 1 << 14

  /// Parses a magic cookie; nil if it is damaged.
  ///
  /// - Parameter cookie: The cookie of a CAF or MPEG-4 file. Old CAF files wrap the cookie in boxes.
  package init?(_ cookie: [UInt8]) {
    var bytes = cookie[...]
    for type in ["frma", "alac"] where bytes.dropFirst(4).starts(with: type.utf8) {
      bytes = bytes.dropFirst(12)
    }
    guard bytes.count >= Self.byteCount else { return nil }
    var reader = ByteReader(Array(bytes), order: .big)
    do throws(SoundFileError) {
      framesPerPacket = Int(clampedTo32Bits: try reader.read(UInt32.self))
      let version = try reader.read(UInt8.self)
      bitDepth = Int(try reader.read(UInt8.self))
      historyMultiplier = UInt32(try reader.read(UInt8.self))
      initialHistory = UInt32(try reader.read(UInt8.self))
      parameterLimit = Int(try reader.read(UInt8.self))
      channelCount = Int(try reader.read(UInt8.self))
      _ = try reader.readBytes(10)
      sampleRate = try reader.read()
      guard version == 0, (1...Self.frameLimit).contains(framesPerPacket),
        [16, 20, 24, 32].contains(bitDepth), (1...8).contains(channelCount),
        (1...31).contains(parameterLimit)
      else { return nil }
    } catch {
      return nil
    }
  }

  /// The size of the largest possible packet in bytes: uncompressed samples, and room for all headers.
  package var packetByteLimit: Int {
    (framesPerPacket * bitDepth / 8 + Self.elementByteLimit) * channelCount + Self.elementByteLimit
  }

  /// More bytes than an element's headers can have. A predictor with all coefficients has 64 bytes.
  private static let elementByteLimit = 1024

  /// Core Audio's format flags, which state the bit depth of the original. Source: CoreAudioBaseTypes.h.
  package var formatFlags: UInt32 {
    switch bitDepth {
    case 16: 1
    case 20: 2
    case 24: 3
    default: 4
    }
  }

  /// The narrowest type that holds the samples.
  package var sampleType: PCMEncoding.SampleType {
    bitDepth == 16 ? .int16 : bitDepth == 32 ? .int32 : .int24
  }
}
