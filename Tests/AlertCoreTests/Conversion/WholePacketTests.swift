import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore
@testable import AlertSound

/// FFmpeg 8.1 to 9.0 opens an IMA4 CAF only if no frames are left after the sound, and other readers play those frames.
struct WholePacketTests {
  private static var alert: ConversionTarget {
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    target.ima4Quality = 63
    return target
  }

  private func converted(
    _ file: [UInt8], to target: ConversionTarget = alert,
    _ limit: LengthLimit = LengthLimit(.default)
  ) throws -> ConversionResult {
    try AlertConverter(to: target, limit: limit).convert(file)
  }

  /// The four numbers of a CAF file's packet table, and the size of its audio in bytes.
  private func table(of file: [UInt8]) throws -> (numbers: [Int], audioByteCount: Int) {
    func number(_ offset: Int, _ count: Int) -> Int {
      file[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    let packets = try #require(file.firstRange(of: "pakt".utf8)).upperBound + 8
    let data = try #require(file.firstRange(of: "data".utf8)).upperBound
    return (
      [
        number(packets, 8), number(packets + 8, 8), number(packets + 16, 4),
        number(packets + 20, 4),
      ],
      number(data, 8) - 4
    )
  }

  @Test(
    arguments: [1, 2, 63, 64, 65, 127, 128, 129, 1000, 1023, 1024, 4097, 10_007, 10_048], [1, 2])
  func noFramesAreLeft(frameCount: Int, channelCount: Int) throws {
    let channels = Array([Signal.bell, .square].prefix(channelCount))
    let file = try soundFile(.wave, .pcm(.int16), channels: channels, frameCount: frameCount)
    let result = try converted(file)
    let whole = (frameCount + 63) / 64 * 64
    let (numbers, audioByteCount) = try table(of: result.bytes)
    #expect(numbers == [0, whole, 0, 0])
    #expect(audioByteCount == whole / 64 * 34 * channelCount)
    // The sound's own frames count, and the others are padding for a comparison.
    #expect(result.header.frameCount == frameCount)
    #expect(result.facts.fillFrameCount == whole - frameCount)
    let copy = try SoundSource(bytes: result.bytes)
    #expect(copy.frameCount == whole && copy.notes.isEmpty)
    let comparison = try SoundComparison(original: SoundSource(bytes: file), copy: copy)
    #expect(comparison.isWhole && comparison.frameCount == frameCount)
    // A file without a packet table has the same packets.
    var target = Self.alert
    target.container = .aifc
    let bytes = try converted(file, to: target).bytes
    #expect(try audio(of: bytes) == audio(of: result.bytes))
    #expect(try SoundFile(parsing: bytes).frameCount == whole)
    // A second conversion copies the packets.
    let copied = try converted(result.bytes).bytes
    #expect(
      try table(of: copied).numbers == numbers && audio(of: copied) == audio(of: result.bytes))
  }

  /// The frames that are added never rise above the last one, and end in silence.
  @Test func theEndFallsToZero() throws {
    for missing in [1, 2, 20, 62, 63] {
      let samples = [Int16](repeating: -20_000, count: 1024 - missing)
      let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .ima4)
      var filler = PacketFiller(format, below: 30)
      let given = filler.apply(to: .int16(Array(samples.prefix(700))), isLast: false)
      let rest = filler.apply(to: .int16(Array(samples.dropFirst(700))), isLast: true)
      let filled = given.int16Samples + rest.int16Samples
      #expect(Array(filled.prefix(samples.count)) == samples)
      for index in 0..<missing {
        let gain = fadeGain(Double(missing - 1 - index) / Double(missing))
        #expect(filled[samples.count + index] == Int16((-20_000 * gain).rounded()))
      }
      #expect(filled.count == 1024 && filled.last == 0)
    }
  }

  /// Where the frames that fill the last packet would reach the limit, the packet is left out, and the end before it fades.
  @Test(
    arguments: [
      (30_000, SoundUse.notification, 1000, nil), (29_999, .notification, 1000, 29_952),
      (29_953, .notification, 1000, 29_952), (29_952, .notification, 1000, 29_952),
      (29_951, .notification, 1000, 29_952), (30_000, .systemSound, 1000, 29_952),
      (239_999, .notification, 8000, 239_936), (240_000, .systemSound, 8000, 240_000),
    ] as [(Int, SoundUse, Double, Int?)])
  func neverReachesTheLimit(frameCount: Int, use: SoundUse, rate: Double, wanted: Int?) throws {
    let file = try soundFile(
      .wave, .pcm(.int16), .int16(Array(repeating: 8000, count: frameCount)), sampleRate: rate)
    for (container, isIMA4) in [(Container.caf, false), (.aifc, false), (.caf, true)] {
      var target = Self.alert
      target.container = container
      let file = isIMA4 ? try output(of: file, .caf, .ima4) : file
      for policy in [OverLimitPolicy.fail, .warn, .trim] where wanted != nil || policy == .trim {
        let result = try converted(file, to: target, LengthLimit(policy, for: use, seconds: 30))
        let sound = try SoundFile(parsing: result.bytes)
        #expect(sound.frameCount == wanted ?? 29_952)
        #expect(result.facts.outcome == .converted || wanted == nil)
        let samples = try frames(of: result.bytes).int16Samples
        #expect(abs(samples[samples.count - 300] - 8000) < 800)
        // Frames that the limit alone wouldn't remove cause a warning.
        let lost = wanted.map { max(0, frameCount - $0) } ?? 0
        let fact = lost == 1 ? "1 frame of the end is" : "\(lost) frames of the end are"
        #expect(
          result.facts.warnings.map { "\($0.rule.name): \($0.fact)" }
            == (lost > 0
              ? ["cut: \(fact) left out: with a whole last packet, it would reach the limit"] : []))
        // Frames that were removed leave a fade.
        #expect(frameCount <= samples.count || abs(samples[samples.count - 1]) < 800)
      }
    }
  }

  /// If not even one packet stays below the limit, the file is as Apple's.
  @Test func aLimitOfLessThanAPacket() throws {
    let file = try soundFile(.wave, .pcm(.int16), frameCount: 30, sampleRate: 8000)
    let result = try converted(file, LengthLimit(.fail, seconds: 0.005))
    #expect(try table(of: result.bytes).numbers == [0, 30, 0, 34])
  }

  /// A sound whose length only decoding tells gets the same file.
  @Test func unknownLengths() throws {
    for frameCount in [1000, 29_999, 29_952] {
      let streamed = try streamedFLAC(.bell, frameCount: frameCount)
      let file = try soundFile(
        .caf, .pcm(.int16), frames(of: output(of: streamed, .caf, .pcm(.int16))), sampleRate: 1000)
      for policy in [OverLimitPolicy.fail, .warn] {
        let limit = LengthLimit(policy)
        #expect(
          try audio(of: converted(streamed, limit).bytes) == audio(of: converted(file, limit).bytes)
        )
      }
    }
  }

  /// A loudness and a rate are reached with whole packets, too.
  @Test func withOtherChanges() throws {
    let file = try soundFile(.wave, .pcm(.int16), channels: [.bell, .bell], frameCount: 30_001)
    var target = Self.alert
    (target.sampleRate, target.channels) = (22_050, .mixed(1))
    target.levels = LevelTarget(loudness: -20)
    let result = try converted(file, to: target)
    #expect(try table(of: result.bytes).numbers == [0, 15_040, 0, 0])
    #expect(result.header.frameCount == 15_001)
    let loudness = try SoundMeasurement(of: SoundSource(bytes: result.bytes)).levels.loudness
    #expect(abs(try #require(loudness) + 20) < 0.2)
  }

  /// IMA4 isn't encoded again. All codes of the sound stay, and those after it fall from its last sample to zero.
  @Test(
    arguments: [1, 63, 64, 65, 1000, 10_007, 10_048, 600_001], [1, 2])
  func applesPacketsAreKept(frameCount: Int, channelCount: Int) throws {
    let channels = Array([Signal.bell, .square].prefix(channelCount))
    let pcm = try soundFile(.wave, .pcm(.int16), channels: channels, frameCount: frameCount)
    let file = try output(of: pcm, .caf, .ima4)
    let result = try converted(file)
    let whole = (frameCount + 63) / 64 * 64
    #expect(try table(of: result.bytes).numbers == [0, whole, 0, 0])
    #expect(result.header.frameCount == frameCount)
    #expect(result.facts.fillFrameCount == whole - frameCount)
    let (before, after) = (try audio(of: file), try audio(of: result.bytes))
    let groupByteCount = 34 * channelCount
    #expect(after.count == whole / 64 * groupByteCount)
    #expect(after.dropLast(groupByteCount) == before.prefix(after.count - groupByteCount))
    let samples = try frames(of: result.bytes).int16Samples
    #expect(try frames(of: file).int16Samples == Array(samples.prefix(frameCount * channelCount)))
    for channel in 0..<channelCount where whole - frameCount > 8 {
      let last = abs(Int(samples[(frameCount - 1) * channelCount + channel]))
      #expect(abs(Int(samples[(whole - 1) * channelCount + channel])) <= last / 8 + 8)
    }
    // No quality asks for Apple's file.
    var target = Self.alert
    target.ima4Quality = 0
    #expect(try audio(of: converted(file, to: target).bytes) == before)
    // Levels that are right already change nothing. The peak of the second channel is too high.
    guard channelCount == 1 else { return }
    target = Self.alert
    target.levels = LevelTarget(truePeak: 0)
    #expect(try audio(of: converted(file, to: target).bytes) == after)
  }

  /// Frames before the sound are only left out by the packet table, so the packets and the table stay.
  @Test func primingIsKept() throws {
    let pcm = try soundFile(.wave, .pcm(.int16), frameCount: 1000)
    var file = try output(of: pcm, .caf, .ima4)
    let start = try #require(file.firstRange(of: "pakt".utf8)).upperBound + 16
    // The end of the number of valid frames, priming frames, remainder frames.
    file.replaceSubrange(start + 6..<start + 16, with: [3, 0xE0, 0, 0, 0, 8, 0, 0, 0, 24])
    #expect(try table(of: file).numbers == [0, 992, 8, 24])
    #expect(try table(of: converted(file).bytes).numbers == [0, 992, 8, 24])
  }

  /// Apple's bytes are kept where they are asked for.
  @Test func applesFiles() throws {
    let file = try soundFile(.wave, .pcm(.int16), frameCount: 10_048)
    var target = Self.alert
    target.ima4Quality = 0
    let expected = try output(of: file, .caf, .ima4)
    #expect(try table(of: expected).numbers == [0, 10_048, 0, 64])
    #expect(try converted(file, to: target).bytes == expected)
    let searched = try output(of: file, .caf, .ima4) { $0.ima4Quality = 63 }
    #expect(try table(of: searched).numbers == [0, 10_048, 0, 64])
  }

  /// Standard RIFF asks for the chunk `fact` in every format but PCM. Apple's tools leave it out.
  @Test(arguments: [DataFormat.muLaw, .aLaw, .pcm(.int16)])
  func fact(dataFormat: DataFormat) throws {
    let file = try soundFile(.wave, .pcm(.int16), channels: [.bell, .bell], frameCount: 1001)
    let target = ConversionTarget(container: .wave, dataFormat: dataFormat)
    let bytes = try converted(file, to: target).bytes
    let fact = Array("fact".utf8) + [4, 0, 0, 0, 0xE9, 3, 0, 0]
    #expect(bytes.firstRange(of: fact)?.lowerBound == (dataFormat.pcmEncoding == nil ? 36 : nil))
    #expect(try output(of: file, .wave, dataFormat).firstRange(of: "fact".utf8) == nil)
  }
}
