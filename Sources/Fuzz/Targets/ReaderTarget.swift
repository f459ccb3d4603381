import SoundFormat

@testable import AlertSound

/// A file that claims to be a sound: what is accepted is described, heard and converted, and every reader
/// hears the same in what comes of it.
enum ReaderTarget {
  static func run(_ bytes: [UInt8], beginning: String) {
    // What begins otherwise is another target's, or no sound.
    guard bytes.starts(with: beginning.utf8) else { return }
    guard let sound = try? SoundFile(parsing: bytes) else { return }
    checkStructure(of: sound, in: bytes)
    let source = SoundSource(sound, in: bytes)
    let rules = AlertRules.iOS
    _ = rules.verdict(on: source).reasons.map(\.fact)
    var report = SoundReport(of: source)
    _ = try? report.countFrames(of: source)
    AfinfoTarget.report(on: report)
    guard let samples = Decoding(of: sound, in: bytes) else { return }
    if let measurement = try? SoundMeasurement(of: source) {
      expect(measurement.levels.frameCount == sound.frameCount, "heard another number of frames")
      _ = rules.verdict(on: source, levels: measurement.levels)
    }
    Agreement(source, sound, samples).check()
  }

  private static func checkStructure(of sound: SoundFile, in bytes: [UInt8]) {
    let file = 0...bytes.count
    expect(
      file.contains(sound.audioBytes.lowerBound) && file.contains(sound.audioBytes.upperBound),
      "audio at \(sound.audioBytes) of \(bytes.count) bytes")
    for chunk in sound.chunks {
      expect(
        file.contains(chunk.bodyOffset) && chunk.byteCount >= 0
          && chunk.byteCount <= bytes.count - chunk.bodyOffset,
        "a chunk outside the file: \(chunk)")
    }
    for count in [sound.missingByteCount, sound.frameCount, sound.packetCount] {
      expect(count >= 0, "a number is negative: \(sound)")
    }
    expect(sound.decodedFrameCount >= 0, "a number is negative: \(sound)")
  }
}

/// All frames of a sound, decoded at once.
struct Decoding {
  let block: SampleBlock
  let channelCount: Int

  var frameCount: Int { block.sampleCount / channelCount }

  /// The samples in the form that loses nothing of them, to compare.
  var bytes: [UInt8] {
    LinearPCM.encode(block, as: PCMEncoding(block.sampleType))
  }

  /// Nil for a codec that isn't decoded.
  init?(of sound: SoundFile, in bytes: [UInt8]) {
    guard var decoder = try? FrameDecoder(for: sound) else { return nil }
    channelCount = sound.format.channelCount
    block = decoder.decode(Array(bytes[sound.audioBytes]))
    expect(
      block.sampleCount == sound.frameCount * channelCount,
      "\(block.sampleCount) samples of \(sound.frameCount) frames, \(channelCount) channels")
    // An ima4 packet's 34 bytes decode to 64 samples; nothing else grows as much.
    expect(block.sampleCount <= 2 * bytes.count, "\(block.sampleCount) samples")
  }
}

extension SampleBlock {
  var sampleType: PCMEncoding.SampleType {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}
