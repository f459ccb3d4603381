import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// Copying packets, as with `-d 0`, and options that select frames of the source.
struct PacketCopyTests {
  @Test(arguments: TrimmingTests.formats)
  func packetsAreCopiedAcrossContainers(source: Container, dataFormat: DataFormat) throws {
    let file = try PlainSound(.bell, channelCount: 2, frameCount: 1111).file(source, dataFormat)
    for container in Container.writable where container.holds(dataFormat) {
      let copy = try output(of: file, container, nil)
      let (old, new) = (try SoundFile(parsing: file), try SoundFile(parsing: copy))
      #expect(new.container == container)
      #expect(new.format == old.format)
      #expect(
        Array(copy[new.audioBytes]) == Array(file[old.audioBytes]),
        "\(dataFormat) from \(source) to \(container)")
      // Skip AIFF-C, which can't state how many frames of the last IMA4 packet count.
      if container != .aifc { #expect(new.frameCount == old.frameCount) }
    }
  }

  /// Of six µ-law frames, the first packet table excludes one frame at the start and two at the end. The second table
  /// excludes more frames than the file has.
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
    let flac = try sound.file(libsndfile: Libsndfile.flac)
    let imported = try PlainSound(
      decoding: output(of: flac, .wave, .littleInt16) { $0.firstFrame = offset })
    let all = try PlainSound(decoding: output(of: flac, .wave, .littleInt16))
    #expect(imported.channels == all.channels.map { Array($0[offset...]) })
  }

  @Test(arguments: [1000, 1001, Int.max])
  func offsetBeyondTheEndIsRejected(offset: Int) throws {
    let file = try PlainSound(.noise, frameCount: 1000).file(.wave)
    let error = #expect(throws: SoundError.self) {
      try output(of: file) { $0.firstFrame = offset }
    }
    #expect(error?.step == .reading)
  }

  /// The sound without the given numbers of priming and remainder frames.
  private func cut(_ file: [UInt8], priming: Int?, remainder: Int? = nil) throws -> PlainSound {
    try PlainSound(
      decoding: output(of: file, .wave, .littleInt16) {
        $0.primingOverride = PrimingOverride(
          primingFrameCount: priming, remainderFrameCount: remainder)
      })
  }

  @Test(arguments: [(0, 0), (100, 0), (0, 100), (100, 50), (64, 64), (1024, 0), (0, 5000)])
  func primingOverrideSelectsTheValidFrames(priming: Int, remainder: Int) throws {
    let file = try PlainSound(.bell, frameCount: 960).file(.caf, .ima4)
    let all = try cut(file, priming: 0, remainder: 0).channels[0]
    #expect(all.count == 1024)
    let samples = try cut(file, priming: priming, remainder: remainder).channels[0]
    #expect(samples == Array(all.dropFirst(priming).dropLast(remainder)))
  }

}
