import AlertSound
import ConversionSupport
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Requests that the command line rarely allows, and files whose headers are wrong.
struct UnusualRequestTests {
  private static func wave(channels: Int = 2) throws -> [UInt8] {
    try soundFile(
      .wave, .pcm(.int16), channels: Array(repeating: .bell, count: channels), frameCount: 1001)
  }

  @Test func invalidNumbersAreErrors() throws {
    let source = try SoundSource(bytes: try Self.wave())
    let changes: [(inout ConversionTarget) -> Void] = [
      { $0.channels = .mixed(0) }, { $0.channels = .count(-1) }, { $0.channels = .map([]) },
      { $0.channels = .map([-1]) }, { $0.channels = .map([2]) }, { $0.firstFrame = -1 },
      { $0.primingOverride.primingFrameCount = -5 }, { $0.sampleRate = 0 },
      { $0.sampleRate = .nan }, { $0.sampleRate = 1 }, { $0.frameLimit = 0 },
      { $0.frameLimit = -1 }, { ($0.frameLimit, $0.fadeOutFrameCount) = (1, -1) },
    ]
    for change in changes {
      #expect(throws: SoundError.self) {
        try Conversion(of: source, to: .caf, .pcm(.int16), change)
      }
    }
  }

  /// The copied packets still contain the priming frames, so the new packet table must state them.
  @Test func copiedPacketsKeepTheirPriming() throws {
    let ima4 = try soundFile(.caf, .ima4, channels: [.bell], frameCount: 1000)
    let copy = try output(of: ima4, .caf, nil) {
      $0.primingOverride = PrimingOverride(primingFrameCount: 100, remainderFrameCount: 60)
    }
    #expect(
      try SoundFile(parsing: copy).packetTable
        == PacketTable(validFrameCount: 864, primingFrameCount: 100, remainderFrameCount: 60))
    #expect(try audio(of: copy) == audio(of: ima4))
  }

  /// The WAVE file has three channels, and its mask names two loudspeakers.
  @Test func unnamedLoudspeakersAreChannels() throws {
    var wave = try output(of: Self.wave(channels: 3), .wave, .pcm(.int16)) {
      $0.outputLayout = ChannelLayout(tag: 1 << 16, bitmap: 0x7)
    }
    let mask = 40  // in the format chunk, which follows the RIFF header
    #expect(wave[mask..<mask + 4] == [7, 0, 0, 0])
    wave.replaceSubrange(mask..<mask + 4, with: [3, 0, 0, 0x80])
    let mixed = try SoundFile(
      parsing: output(of: wave, .wave, .pcm(.int16)) { $0.channels = .mixed(2) })
    #expect(mixed.frameCount == 1001)
    #expect(mixed.format.channelCount == 2)
  }

  @Test(arguments: [Dither.triangular, .noiseShaped])
  func ditherOnlyAffectsReducedBitDepths(dither: Dither) throws {
    let source = try SoundSource(bytes: try Self.wave())
    for (dataFormat, channels) in [
      (DataFormat.pcm(.int24), ConversionTarget.Channels.unchanged), (.pcm(.int16), .count(1)),
    ] {
      var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
      target.channels = channels
      let exact = try Conversion(of: source, to: target).inMemory().bytes
      target.dither = dither
      #expect(try Conversion(of: source, to: target).inMemory().bytes == exact)
    }
  }

  /// A truncated WAVE of MS ADPCM is an error, although libsndfile would decode it as a shorter sound.
  @Test
  func foreignCodecsInOurContainersAreCheckedForTheirLength() throws {
    let adpcm = try Libsndfile.write(
      [Int16](repeating: 100, count: 20_000), format: Libsndfile.wav + 0x0013, channelCount: 1,
      sampleRate: 8000)
    #expect(try !output(of: adpcm, .caf, .pcm(.int16)).isEmpty)
    let error = #expect(throws: SoundError.self) {
      try SoundSource(bytes: Array(adpcm.prefix(adpcm.count / 2)))
    }
    #expect(error?.fileErrorCode == .truncated)
  }

  /// A header can claim the largest number of frames. Doubling the rate would overflow that number.
  @Test func moreFramesThanCanBeCountedAreAnError() throws {
    let bytes = try Self.wave()
    var sound = try SoundFile(parsing: bytes)
    sound.packetTable = PacketTable(
      validFrameCount: .max, primingFrameCount: 0, remainderFrameCount: 0)
    var target = ConversionTarget(container: .caf, dataFormat: .pcm(.int16))
    target.sampleRate = 96_000
    let error = #expect(throws: SoundError.self) {
      try Conversion(of: SoundSource(sound, in: bytes), to: target)
    }
    #expect(error?.fileErrorCode == .tooLong)
  }
}
