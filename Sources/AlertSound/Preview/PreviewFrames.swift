internal import SoundFormat

/// A sound's frames, for a page whose browser can't decode the file.
package struct PreviewFrames: Sendable {
  /// How a sample is written, always little-endian.
  package enum SampleType: String, Sendable {
    case int16, int32, float32
  }

  package let type: SampleType
  package let rate: Double
  package let channelCount: Int
  /// The interleaved samples.
  package private(set) var bytes: [UInt8] = []

  /// Decodes a sound; nil if the samples take more bytes than allowed.
  init?(of source: SoundSource, byteLimit: Int, _ monitor: Monitor) throws(SoundError) {
    var type: SampleType?
    rate = source.format.sampleRate
    channelCount = source.format.channelCount
    let blocks: any BlockReader
    do throws(SoundFileError) {
      blocks = try source.frames()
      while let block = try blocks.next() {
        if monitor.isCancelled { throw SoundFileError(.inputOutput, "cancelled") }
        type = Self.append(block, to: &bytes)
        guard bytes.count <= byteLimit else { return nil }
      }
    } catch {
      if monitor.isCancelled { throw SoundError(.reading, source.file, .cancelled) }
      throw SoundError(.reading, source.file, error)
    }
    self.type = type ?? .int16
  }

  /// Whether browsers can't decode a file, and the page's own readers can't, either.
  static func areNeeded(for file: InputFile) -> Bool {
    do throws(SoundFileError) {
      let sound = try SoundFile(parsing: file)
      return !sound.isDecodable && !sound.container.isDecodedByBrowsers
    } catch {
      switch error.foreignFormat {
      case .mp3, .mpegAudio, .aac, .flac, .deepFLAC, .ogg, .mpeg4: return false
      default: return true
      }
    }
  }

  /// Appends the samples of a block. All blocks of a sound have the same type.
  private static func append(_ block: SampleBlock, to bytes: inout [UInt8]) -> SampleType {
    func append(_ samples: [some FixedWidthInteger]) {
      for sample in samples {
        for shift in stride(from: 0, to: sample.bitWidth, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: sample >> shift))
        }
      }
    }
    switch block {
    case .int16(let samples):
      append(samples)
      return .int16
    case .int32(let samples):
      append(samples)
      return .int32
    case .float32(let samples):
      append(samples.map(\.bitPattern))
      return .float32
    case .float64(let samples):
      append(samples.map { Float($0).bitPattern })
      return .float32
    }
  }
}

extension Container {
  /// Whether browsers decode compressed sounds in such files.
  fileprivate var isDecodedByBrowsers: Bool {
    switch self {
    case .adts, .m4a, .m4b, .mp4, .quickTime, .threeGPP, .threeGPP2: true
    default: false
    }
  }
}
