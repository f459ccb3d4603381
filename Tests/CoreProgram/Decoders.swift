import SoundFormat

// `make check-core` compiles the TestSupport files that this file needs into the program.
#if canImport(TestSupport)
  import TestSupport
#endif

/// Decodes streams of AAC, MP3 and FLAC.
enum Decoders {
  static func run() {
    for (isLowDelay, channelCount) in [(false, 1), (false, 2), (true, 1), (true, 2)] {
      var stream = RandomAAC(seed: 1, isLowDelay: isLowDelay, channelCount: channelCount)
      decode(isLowDelay ? "AAC-LD" : "AAC", stream.file(packetCount: 60))
    }
    for version in RandomMP3.Version.allCases {
      for rateIndex in 0..<UInt32(3) {
        for (mode, extensionBits) in [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3), (3, 0)] {
          let file = mp3(
            version, rateIndex: rateIndex, mode: UInt32(mode),
            extensionBits: UInt32(extensionBits), packetCount: 9)
          decode("MP3 \(version.rawValue) \(rateIndex) \(mode) \(extensionBits)", file)
        }
      }
    }
    for bitDepth in [8, 12, 16, 20, 24, 32] {
      for channelCount in 1...3 {
        var stream = RandomFLAC(seed: UInt64(channelCount))
        (stream.bitDepth, stream.channelCount) = (bitDepth, channelCount)
        decode("FLAC \(bitDepth) \(channelCount)", stream.file(packetCount: 30))
      }
    }
  }

  /// Decodes a file and prints the digest of its samples.
  private static func decode(_ name: String, _ file: [UInt8]) {
    var digest = Digest()
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: file)
      digest.add(sound)
      try digest.add(packetsOf: sound, in: file)
    } catch {
      check(false, "\(name): \(error)")
    }
    print("\(name) \(digest.text)")
  }

  static var shortMP3: [UInt8] {
    mp3(.version1, rateIndex: 0, mode: 1, extensionBits: 2, packetCount: 12)
  }

  private static func mp3(
    _ version: RandomMP3.Version, rateIndex: UInt32, mode: UInt32, extensionBits: UInt32,
    packetCount: Int
  ) -> [UInt8] {
    var stream = RandomMP3(seed: UInt64(version.rawValue << 8 | rateIndex << 4 | mode))
    (stream.version, stream.rateIndex) = (version, rateIndex)
    (stream.mode, stream.extensionBits) = (mode, extensionBits)
    return Array(stream.packets(packetCount).joined())
  }
}
