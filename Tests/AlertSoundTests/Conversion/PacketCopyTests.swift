import AlertSound
import SoundFormat
import TestSupport
import Testing

/// `-d 0`, which copies packets, and the options that select frames of the source.
struct PacketCopyTests {
  /// Every data format of every container, with every container that holds it.
  private static let cases: [(Container, DataFormat, Container)] = Container.writable.flatMap {
    source in
    source.dataFormats.flatMap { dataFormat in
      Container.writable.filter { $0.holds(dataFormat) }.map { (source, dataFormat, $0) }
    }
  }

  @Test func packetsAreCopiedAcrossContainers() throws {
    for (source, dataFormat, container) in Self.cases {
      let file = try PlainSound(.bell, channelCount: 2, frameCount: 1111).file(source, dataFormat)
      let copy = try output(of: file, container, nil)
      let (old, new) = (try SoundFile(parsing: file), try SoundFile(parsing: copy))
      #expect(new.container == container)
      #expect(new.format == old.format)
      #expect(
        Array(copy[new.audioBytes]) == Array(file[old.audioBytes]),
        "\(dataFormat) from \(source) to \(container)")
      // Only AIFF-C can't state how many frames of the last IMA4 packet count.
      if container != .aifc { #expect(new.frameCount == old.frameCount) }
    }
  }

  /// A packet table that excludes the first and the last two of six µ-law frames, and one that excludes more than there
  /// are.
  @Test(arguments: [Container.caf, .aifc, .wave, .rf64])
  func paddingFramesOfSingleFramePacketsAreDropped(container: Container) throws {
    for (table, frames) in [
      ("0000000000000003 00000001 00000002", [0x21, 0x32, 0x43]),
      ("0000000000000000 7FFFFFFF 00000000", []),
    ] as [(String, [UInt8])] {
      let file = hex(
        """
        'caff' 0001 0000
        'desc' 0000000000000020 40BF400000000000 'ulaw' 00000000 00000001 00000001 00000001 00000008
        'pakt' 0000000000000018 0000000000000006 \(table)
        'data' 000000000000000A 00000000 10 21 32 43 54 65
        """)
      let copy = try output(of: file, container, nil)
      let sound = try SoundFile(parsing: copy)
      #expect(sound.frameCount == frames.count)
      guard !frames.isEmpty else { continue }
      #expect(Array(copy[sound.audioBytes]) == frames)
      #expect(try output(of: copy, container, nil) == copy)
    }
  }

  @Test func changesToPacketsAreRejected() throws {
    let file = try PlainSound(.bell, channelCount: 2, frameCount: 1000).file(.caf, .ima4)
    let changes: [(inout ConversionTarget) -> Void] = [
      { $0.sampleRate = 22_050 }, { $0.channels = .count(1) }, { $0.channels = .mixed(1) },
      { $0.firstFrame = 10 }, { $0.channels = .map([1, 0]) }, { $0.dither = .triangular },
    ]
    for change in changes {
      let error = #expect(throws: SoundError.self) { try output(of: file, .caf, nil, change) }
      #expect(error?.step == .choosingCodec)
    }
  }

  @Test(arguments: [Libsndfile.mp3, Libsndfile.flac, Libsndfile.alac16, Libsndfile.msADPCM])
  func importedPacketsAreNotCopied(format: Int) throws {
    let file = try PlainSound(.bell, frameCount: 5000).file(libsndfile: format)
    let error = #expect(throws: SoundError.self) { try output(of: file, .caf, nil) }
    #expect(error?.step == .choosingCodec)
    #expect(error?.advice?.contains("instead of copying packets") == true)
  }

  @Test(arguments: [1, 63, 64, 65, 999])
  func offsetDropsFramesAtTheBeginning(offset: Int) throws {
    let sound = PlainSound(.noise, channelCount: 2, frameCount: 1000)
    let file = try sound.file(.wave, .littleFloat64)
    let cut = try PlainSound(
      decoding: output(of: file, .caf, .littleFloat64) { $0.firstFrame = offset })
    #expect(cut.channels == sound.channels.map { Array($0[offset...]) })
    let packets = try sound.file(.caf, .ima4)
    let whole = try PlainSound(decoding: packets)
    let rest = try PlainSound(
      decoding: output(of: packets, .wave, .littleInt16) { $0.firstFrame = offset })
    #expect(rest.channels == whole.channels.map { Array($0[offset...]) })
    let imported = try PlainSound(
      decoding: output(of: sound.file(libsndfile: Libsndfile.flac), .wave, .littleInt16) {
        $0.firstFrame = offset
      })
    let wide = try PlainSound(
      decoding: output(of: sound.file(libsndfile: Libsndfile.flac), .wave, .littleInt16))
    #expect(imported.channels == wide.channels.map { Array($0[offset...]) })
  }

  @Test(arguments: [1000, 1001, Int.max])
  func offsetBeyondTheEndIsRejected(offset: Int) throws {
    let file = try PlainSound(.noise, frameCount: 1000).file(.wave)
    let error = #expect(throws: SoundError.self) {
      try output(of: file) { $0.firstFrame = offset }
    }
    #expect(error?.step == .reading)
  }

  @Test(arguments: [(0, 0), (100, 0), (0, 100), (100, 50), (64, 64), (1024, 0), (0, 5000)])
  func primingOverrideSelectsTheValidFrames(priming: Int, remainder: Int) throws {
    let file = try PlainSound(.bell, frameCount: 960).file(.caf, .ima4)
    let all = try PlainSound(
      decoding: output(of: file, .wave, .littleInt16) {
        $0.primingOverride = PrimingOverride(primingFrameCount: 0, remainderFrameCount: 0)
      }
    ).channels[0]
    #expect(all.count == 1024)
    let samples = try PlainSound(
      decoding: output(of: file, .wave, .littleInt16) {
        $0.primingOverride = PrimingOverride(
          primingFrameCount: priming, remainderFrameCount: remainder)
      }
    ).channels[0]
    #expect(samples == Array(all.dropFirst(priming).dropLast(remainder)))
  }

  @Test func primingOverrideKeepsWhatIsNotGiven() throws {
    let file = try PlainSound(.bell, frameCount: 1000).file(.caf, .ima4)
    let plain = try output(of: file, .wave, .littleInt16)
    #expect(
      try output(of: file, .wave, .littleInt16) { $0.primingOverride = PrimingOverride() } == plain)
    let cut = try SoundFile(
      parsing: output(of: file, .wave, .littleInt16) {
        $0.primingOverride = PrimingOverride(primingFrameCount: 10)
      })
    #expect(cut.frameCount == 990)
  }

  /// With a damaged packet table, the sound isn't longer than its packets.
  @Test func primingOverrideIgnoresANegativeRemainder() throws {
    var file = try PlainSound(.bell, frameCount: 1000).file(.caf, .ima4)
    let table = try #require(SoundFile(parsing: file).chunks.first { $0.identifier == "pakt" })
    file.replaceSubrange(table.bodyOffset + 20..<table.bodyOffset + 24, with: [0xFF, 0, 0, 0])
    let cut = try SoundFile(
      parsing: output(of: file, .wave, .littleInt16) {
        $0.primingOverride = PrimingOverride(primingFrameCount: 10)
      })
    #expect(cut.frameCount == 1014)
  }

  /// Linear PCM has no padding.
  @Test func primingOverrideDoesNotAffectLinearPCM() throws {
    let file = try PlainSound(.bell, frameCount: 1000).file(.wave)
    let plain = try output(of: file)
    #expect(
      try output(of: file) {
        $0.primingOverride = PrimingOverride(primingFrameCount: 10, remainderFrameCount: 10)
      } == plain)
  }

  @Test func tagStoresTheSourceFormat() throws {
    let wave = try PlainSound(.bell, channelCount: 2, frameCount: 500).file(.wave, .littleInt24)
    let caf = try SoundFile(
      parsing: output(of: wave, .caf, .ima4) {
        $0.tagsSource = true
        $0.sampleRate = 22_050
      })
    let tag = try #require(caf.sourceTag)
    #expect(tag.fileType == "WAVE")
    #expect(
      tag.format
        == StreamFormat(
          sampleRate: 44_100, channelCount: 2, dataFormat: .littleInt24))
    #expect(try SoundFile(parsing: output(of: wave, .caf, .ima4)).sourceTag == nil)
  }
}
