import AlertSound
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Requests that are hardly possible on a command line, and files with false contents.
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
      { $0.sampleRate = .nan }, { $0.sampleRate = 1 },
    ]
    for change in changes {
      var target = ConversionTarget(container: .caf, dataFormat: .pcm(.int16))
      change(&target)
      #expect(throws: SoundError.self) { try Conversion(of: source, to: target) }
    }
  }

  /// The frames before the sound are still present, so the table must state them.
  @Test func copiedPacketsKeepTheirPriming() throws {
    var target = ConversionTarget(container: .caf, dataFormat: nil)
    target.primingOverride = PrimingOverride(primingFrameCount: 100, remainderFrameCount: 60)
    let ima4 = try soundFile(.caf, .ima4, channels: [.bell], frameCount: 1000)
    let copy = try Conversion(of: SoundSource(bytes: ima4), to: target).inMemory().bytes
    #expect(
      try SoundFile(parsing: copy).packetTable
        == PacketTable(validFrameCount: 864, primingFrameCount: 100, remainderFrameCount: 60))
    #expect(try audio(of: copy) == audio(of: ima4))
  }

  /// Three channels, of which the mask names two.
  @Test func unnamedLoudspeakersAreChannels() throws {
    var wave = try Conversion(
      of: SoundSource(bytes: try Self.wave(channels: 3)),
      to: {
        var target = ConversionTarget(container: .wave, dataFormat: .pcm(.int16))
        target.outputLayout = ChannelLayout(tag: 1 << 16, bitmap: 0x7)
        return target
      }()
    ).inMemory().bytes
    let mask = 40  // in the format chunk, which follows the RIFF header
    #expect(wave[mask..<mask + 4] == [7, 0, 0, 0])
    wave.replaceSubrange(mask..<mask + 4, with: [3, 0, 0, 0x80])
    var target = ConversionTarget(container: .wave, dataFormat: .pcm(.int16))
    target.channels = .mixed(2)
    let mixed = try SoundFile(
      parsing: try Conversion(of: SoundSource(bytes: wave), to: target).inMemory().bytes)
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

  /// MS ADPCM, which libsndfile would read as a shorter sound.
  @Test(.ifLibsndfileDecodes)
  func foreignCodecsInOurContainersAreCheckedForTheirLength() throws {
    let adpcm = try Libsndfile.write(
      [Int16](repeating: 100, count: 20_000), format: Libsndfile.wav + 0x0013, channelCount: 1,
      sampleRate: 8000)
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.int16))
    #expect(try !Conversion(of: SoundSource(bytes: adpcm), to: target).inMemory().bytes.isEmpty)
    let error = #expect(throws: SoundError.self) {
      try SoundSource(bytes: Array(adpcm.prefix(adpcm.count / 2)))
    }
    guard case .sound(.truncated, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A file can claim any number of frames, and doubling the rate doubles them.
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
    guard case .sound(.tooLong, _)? = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
