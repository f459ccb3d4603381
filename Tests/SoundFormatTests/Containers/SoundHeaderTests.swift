import SoundFormat
import TestSupport
import Testing

@Suite struct SoundHeaderTests {
  static let dataFormats =
    DataFormat.allWritable + [.other(CodecDescription(formatID: "aac "))]

  /// This test relies on `Container`'s table, which `ContainerTests` compares with Apple's.
  @Test(arguments: Container.writable, dataFormats)
  func rejectsExactlyWhatTheTableDoes(container: Container, format: DataFormat) throws {
    if container.dataFormats.contains(format) {
      let bytes = try header(container, format).headerBytes()
      #expect(bytes.count == 4096)
      let sound = try SoundFile(parsing: bytes + [UInt8](repeating: 0, count: 34))
      #expect(sound.container == container)
      #expect(sound.format.dataFormat == format)
    } else {
      let error = #expect(throws: SoundFileError.self) {
        try header(container, format).headerBytes()
      }
      #expect(error?.code == .unsupported)
      #expect(error?.reason == "\(container.fileType) files can't contain \(format)")
    }
  }

  /// The length that a header states before writing equals the length that is read back.
  @Test(arguments: Container.writable)
  func playedFramesAreThoseReadBack(container: Container) throws {
    for format in container.dataFormats {
      for frameCount in [0, 1, 63, 64, 65, 1000] {
        let header = header(container, format, frames: frameCount)
        let file =
          try header.headerBytes() + [UInt8](repeating: 0, count: header.audioByteCount)
          + header.trailerBytes
        let sound = try SoundFile(parsing: file)
        #expect(header.playedFrameCount == sound.frameCount, "\(format)")
        #expect(header.playedDuration == Double(sound.frameCount) / 44_100)
      }
    }
    #expect(header(.aifc, .ima4, frames: .max).playedFrameCount == .max)
  }

  /// Each case: a container, a data format, a channel count, and whether it fits. WAVE stores the bytes per frame in 16
  /// bits. This library writes at most 32,767 channels into any container.
  @Test(
    arguments: [
      (.wave, .pcm(.int16), 32_767, true),
      (.wave, .pcm(.int32), 16_383, true),
      (.wave, .pcm(.int32), 16_384, false),
      (.wave, .muLaw, 32_767, true), (.wave, .muLaw, 32_768, false),
      (.caf, .pcm(.float64), 32_767, true), (.caf, .muLaw, 32_768, false),
      (.aiff, .pcm(.int8), 32_767, true),
      (.aiff, .pcm(.int8), 32_768, false),
      (.wave, .muLaw, 0, false), (.caf, .muLaw, 0, false), (.caf, .ima4, 0, false),
      (.aiff, .pcm(.int8), 0, false),
    ] as [(Container, DataFormat, Int, Bool)])
  func rejectsUnsupportedChannelCounts(
    container: Container, format: DataFormat, channels: Int, fits: Bool
  ) throws {
    let header = header(container, format, channels: channels)
    if fits {
      #expect(try SoundFile(parsing: header.headerBytes()).format.channelCount == channels)
    } else {
      #expect(throws: SoundFileError(.unsupported, "")) { try header.headerBytes() }
    }
  }

  @Test(arguments: Container.writable)
  func rejectsALayoutForOtherChannels(container: Container) {
    var header = header(container, container.dataFormats[0], channels: 3)
    header.layout = .stereo
    let error = #expect(throws: SoundFileError.self) { try header.headerBytes() }
    #expect(error?.code == .unsupported)
    #expect(error?.reason == "the layout Stereo (L R) doesn't fit 3 channels")
  }

  /// Each case: a container, and the most frames of one byte that it can hold. The file's size counts the
  /// header's 4096 bytes except the first 8. In AIFF, an odd number of audio bytes needs a pad byte.
  @Test(arguments: [
    (Container.wave, 0xFFFF_FFFF - 4088), (.aiff, 0xFFFF_FFFF - 4088 - 1),
    (.aifc, 0xFFFF_FFFF - 4088 - 1),
  ])
  func rejectsMoreThan4GB(container: Container, frames: Int) throws {
    let format: DataFormat =
      container == .wave ? .muLaw : .pcm(.int8)
    #expect(try header(container, format, frames: frames).headerBytes().count == 4096)
    for more in [1, 8, 1 << 20, 1 << 32, 1 << 40] {
      #expect(throws: SoundFileError(.tooLong, "")) {
        try header(container, format, frames: frames + more).headerBytes()
      }
    }
  }
}
