import SoundFormat

// `make check-core` compiles the TestSupport files that this file needs into the program.
#if canImport(TestSupport)
  import TestSupport
#endif

/// Decodes streams of codecs whose samples are floats.
enum Decoders {
  static func run() {
    aac()
    for version in RandomMP3.Version.allCases {
      for rateIndex in 0..<UInt32(3) {
        for (mode, extensionBits) in [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (3, 0)] {
          let file = mp3(
            version, rateIndex: rateIndex, mode: UInt32(mode),
            extensionBits: UInt32(extensionBits), packetCount: 9)
          var digest = Digest()
          do throws(SoundFileError) {
            let sound = try SoundFile(parsing: file)
            check(sound.packetCount == 9, "\(sound.packetCount) packets of MP3")
            digest.add(sound)
            try digest.add(packetsOf: sound, in: file, limit: .max)
          } catch {
            check(false, "MP3: \(error)")
          }
          print("MP3 \(version.rawValue) \(rateIndex) \(mode) \(extensionBits) \(digest.text)")
        }
      }
    }
  }

  /// Decodes packets of AAC-LC, alone and in all orders of two.
  private static func aac() {
    var digest = Digest()
    for first in SmallAAC.packets {
      for second in SmallAAC.packets {
        do throws(SoundFileError) {
          guard let configuration = AudioSpecificConfig(SmallAAC.configuration) else {
            return check(false, "AAC's configuration")
          }
          var decoder = try AACDecoder(configuration)
          var block = SampleBlock.int16([])
          for packet in [first, second] {
            try decoder.decode(packet, into: &block)
            digest.add(block)
          }
        } catch {
          check(false, "AAC: \(error)")
        }
      }
    }
    print("AAC \(digest.text)")
  }

  static func mp3(
    _ version: RandomMP3.Version, rateIndex: UInt32, mode: UInt32, extensionBits: UInt32,
    packetCount: Int
  ) -> [UInt8] {
    var stream = RandomMP3(seed: UInt64(version.rawValue << 8 | rateIndex << 4 | mode))
    (stream.version, stream.rateIndex) = (version, rateIndex)
    (stream.mode, stream.extensionBits) = (mode, extensionBits)
    return Array(stream.packets(packetCount).joined())
  }
}
