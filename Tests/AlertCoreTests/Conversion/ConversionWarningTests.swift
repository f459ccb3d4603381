import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// What is wrong with a sound that is converted all the same.
struct ConversionWarningTests {
  private static func result(
    _ file: [UInt8], to dataFormat: DataFormat = .littleInt16, _ levels: LevelTarget? = nil,
    _ arrangement: Arrangement = Arrangement()
  ) throws -> ConversionResult {
    let (source, _) = try SoundSource(bytes: file).arranged(by: arrangement)
    return try Conversion(of: source, to: .caf, dataFormat) { $0.levels = levels }.inMemory()
  }

  /// One sample can't change the loudness of all others.
  @Test(
    arguments: [Double.infinity, -.infinity, .nan, 3e38],
    [PCMEncoding.SampleType.float32, .float64])
  func oneSampleDoesntSilenceTheRest(sample: Double, type: PCMEncoding.SampleType) throws {
    let plain = PlainSound(.bell, channelCount: 2, frameCount: 40_000)
    var spoilt = plain
    spoilt.channels[1][20_000] = sample
    for container in [Container.caf, .wave, .aifc] {
      let order: ByteOrder = container == .aifc ? .big : .little
      let file = try spoilt.file(container, .linearPCM(PCMEncoding(type, order)))
      var repeated = Arrangement()
      (repeated.silenceThreshold, repeated.fadeInOfEachPlay) = (-60, 0.1)
      repeated.repetition = .init(seconds: 3)
      for (levels, arrangement) in [
        (LevelTarget(loudness: -16), Arrangement()), (nil, Arrangement()), (nil, repeated),
      ] {
        let result = try Self.result(file, levels, arrangement)
        #expect(result.facts.warnings.map(\.rule) == [.unusable])
        #expect(result.facts.warnings.first?.fact.hasPrefix("1 sample is not finite") == true)
        guard levels != nil else { continue }
        let quiet = try Self.result(plain.file(.caf, .littleFloat32), levels)
        let (one, other) = (result.facts.levels?.loudnessAfter, quiet.facts.levels?.loudnessAfter)
        #expect(try abs(#require(one) - #require(other)) < 1)
        let (found, wanted) = try (
          PlainSound(decoding: result.bytes), PlainSound(decoding: quiet.bytes)
        )
        let loudest = wanted.channels[0].map(abs).max() ?? 0
        #expect((found.channels[0].map(abs).max() ?? 0) > loudest / 2)
      }
    }
  }

  /// Apple's tool copies them, so the bytes stay.
  @Test(
    arguments: [PCMEncoding.SampleType.float32, .float64],
    [(Container.wave, ByteOrder.little), (.caf, .little), (.caf, .big)])
  func copiesKeepWhatTheyWarnAbout(
    type: PCMEncoding.SampleType, source: (Container, ByteOrder)
  ) throws {
    var sound = PlainSound(.bell, frameCount: 5000)
    let same = DataFormat.linearPCM(PCMEncoding(type, .little))
    let format = DataFormat.linearPCM(PCMEncoding(type, source.1))
    #expect(try Self.result(sound.file(source.0, format), to: same).facts.warnings == [])
    for (index, sample) in [Double.infinity, -.infinity, .nan].enumerated() {
      sound.channels[0][100 * index] = sample
    }
    let file = try sound.file(source.0, format)
    let result = try Self.result(file, to: same)
    #expect(
      result.facts.warnings
        == [AlertFinding(.unusable, "3 samples are not finite or huge: copied as they are")])
    let byteCount = 5000 * type.bitDepth / 8
    #expect(
      try result.bytes.suffix(byteCount) == sound.file(.caf, same).suffix(byteCount))
    // A comparison doesn't count them as equal without a word.
    let comparison = try SoundComparison(
      original: SoundSource(bytes: file), copy: SoundSource(bytes: result.bytes))
    #expect(comparison.copyWarnings.map(\.rule) == [.unusable])
    #expect(comparison.originalWarnings.map(\.rule) == [.unusable])
  }

  /// Floats above full scale, such as integers that were stored as floats.
  @Test(arguments: [
    (1.005, nil), (1.05, "by up to 0.4 dB"), (2.0, "by up to 6 dB"), (9000.0, "by up to 79.1 dB"),
  ])
  func clippedSamplesAreCounted(scale: Double, words: String?) throws {
    var sound = PlainSound([(0..<8000).map { $0 % 100 == 0 ? 1 : 0.25 / scale }])
    sound.channels[0] = sound.channels[0].map { $0 * scale }
    let file = try sound.file(.wave, .littleFloat32)
    for dataFormat in [DataFormat.littleInt16, .littleInt24, .ima4, .muLaw] {
      let warnings = try Self.result(file, to: dataFormat).facts.warnings
      #expect(
        warnings.map(\.fact) == (words.map { ["80 samples are clipped, \($0)"] } ?? []))
    }
    #expect(try Self.result(file, to: .littleFloat32).facts.warnings == [])
    #expect(try Self.result(file, LevelTarget(truePeak: -1)).facts.warnings == [])
    let levels = try SoundMeasurement(of: SoundSource(bytes: file)).levels
    let verdict = try AlertRules.iOS.verdict(on: SoundFile(parsing: file), levels: levels)
    #expect(verdict.advisories.contains { $0.remedy == .limitPeaks } == (words != nil))
  }

  private static let mp3 = try! PlainSound(.noise, channelCount: 2, frameCount: 60_000)
    .file(libsndfile: Libsndfile.mp3)

  /// The MP3's packets, including the index.
  private static func packets() throws -> [Range<Int>] {
    var packets: [Range<Int>] = []
    var cursor = PacketCursor(try SoundFile(parsing: mp3))
    while let packet = try cursor.next(in: AnyByteSource(mp3)) { packets.append(packet) }
    return packets
  }

  /// Packets with damaged side information are silent, so their number is said. More than half is an error.
  @Test(arguments: [0, 1, 5, 30])
  func damagedPacketsAreCounted(count: Int) throws {
    var file = Self.mp3
    let packets = try Self.packets()
    for packet in packets.dropFirst(10).prefix(count) {
      let side = packet.lowerBound + 4..<packet.lowerBound + 36
      file.replaceSubrange(side, with: [UInt8](repeating: 0xFF, count: side.count))
    }
    guard count < packets.count / 2 else {
      let error = #expect(throws: SoundError.self) { try Self.result(file) }
      #expect(error?.reason.hasSuffix("can't be decoded") == true)
      return
    }
    let warnings = try Self.result(file).facts.warnings
    #expect(warnings.map(\.rule) == (count == 0 ? [] : [.damaged]))
    let stated = warnings.first.flatMap { Int($0.fact.prefix { $0.isNumber }) } ?? 0
    // A later packet may borrow from the damaged ones.
    #expect(count...count + 3 ~= stated)
  }

  /// It doesn't matter how much of the sound is read.
  @Test func mostPacketsOfAPartAreDamaged() throws {
    var file = Self.mp3
    for packet in try Self.packets()[3..<20] {
      file.replaceSubrange(packet.lowerBound + 4..<packet.lowerBound + 36, with: filled(32))
    }
    #expect(try Self.result(file).facts.warnings.map(\.rule) == [.damaged])
    var part = Arrangement()
    part.span = .init(start: 0.1, end: 0.4)
    let error = #expect(throws: SoundError.self) {
      try Self.result(file, to: .littleInt16, nil, part)
    }
    #expect(error?.reason.hasSuffix("can't be decoded") == true)
    let limit = try LengthLimit(.trim, seconds: 0.5)
    let conversion = try Conversion(of: SoundSource(bytes: file), to: .caf, .ima4, limit: limit)
    #expect(throws: SoundError.self) { try conversion.inMemory() }
    part.span = .init(start: 0.1, end: 1.2)
    #expect(
      try Self.result(file, to: .littleInt16, nil, part).facts.warnings.map(\.rule) == [.damaged])
  }

  private func filled(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }

  /// Packets of AAC that have none of the channels, or no bytes, are silent, too.
  @Test(arguments: [0, 1, 20, 21], [[0xE0], []] as [[UInt8]])
  func emptyPacketsAreCounted(count: Int, packet: [UInt8]) throws {
    var stream = RandomAAC(seed: 1)
    let packets = (0..<40).map { ($0 + 20) % 40 < count ? packet : stream.packet() }
    let movie = SmallMovie(
      entry: SmallMovie.aacEntry(config: stream.configuration), runs: [packets],
      durations: [(40, 1024)])
    for file in [SmallFile.adts(packets), movie.bytes] {
      guard count <= 20 else {
        #expect(throws: SoundError.self) { try Self.result(file) }
        continue
      }
      let damage = try Self.result(file).facts.warnings.filter { $0.rule == .damaged }
      #expect(
        damage.map(\.fact)
          == (count == 0
            ? []
            : ["\(count) of 40 packets can't be decoded: silence or noise is in their place"]))
    }
  }

  /// Editors that cut at a packet's end leave the index of the whole sound.
  @Test func anOldIndexIsNoTruncation() throws {
    let packets = try Self.packets()
    let end = packets[20].upperBound
    for tag in [[], Array("TAG".utf8) + zeros(125)] {
      let warnings = try Self.result(Self.mp3.prefix(end) + tag).facts.warnings
      #expect(warnings.map(\.rule) == [.unread])
      #expect(warnings.first?.fact.contains("more than there are") == true)
    }
    #expect(throws: SoundError.self) { try Self.result(Array(Self.mp3.prefix(end + 100))) }
    #expect(throws: SoundError.self) { try Self.result(Array(Self.mp3.prefix(end - 1))) }
  }

  /// A sound whose packet table hides most of it isn't copied with its packets, and its whole length is judged.
  @Test func hiddenSoundIsNeitherCopiedNorCalledShort() throws {
    let whole = try soundFile(.caf, .ima4, frameCount: 64 * 8000, sampleRate: 8000)
    let table = try #require(whole.firstRange(of: "pakt".utf8)).upperBound + 16
    let file = Array(whole[..<table] + hex("00000000 00001900") + whole[(table + 8)...])
    let verdict = AlertRules.iOS.verdict(on: try SoundFile(parsing: file))
    #expect(verdict.outcome == .default && verdict.reasons.map(\.rule) == [.length])
    let result = try AlertConverter(limit: LengthLimit(.trim)).convert(file)
    #expect(result.facts.warnings.map(\.rule) == [.unread])
    #expect(result.bytes.count < 12_000)
    #expect(throws: SoundError.self) { try Conversion(of: file, to: .caf, nil) }
  }
}
