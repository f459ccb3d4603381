import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

struct InputPolicyTests {
  private func error(_ file: some ByteSource, _ policy: InputPolicy) -> String? {
    do throws(SoundError) {
      _ = try SoundSource(bytes: file, of: nil, policy: policy)
      return nil
    } catch {
      return error.fault == .limit ? error.reason : "\(error)"
    }
  }

  @Test func aLargeFileIsNotRead() throws {
    let source = CountedFile([UInt8](repeating: 0, count: 1000))
    #expect(
      error(source, InputPolicy(byteLimit: 999))
        == "the file has 1000 bytes, and the limit is 999")
    #expect(source.readByteCount == 0)
  }

  /// A sound can be as long as the limit, but not a frame longer.
  @Test(arguments: Container.writable)
  func lengthIsReadFromHeaders(container: Container) throws {
    // Skip IMA4 in AIFC, which doesn't state how many frames are padding.
    for dataFormat in container.dataFormats where container != .aifc || dataFormat != .ima4 {
      let file = try soundFile(container, dataFormat, frameCount: 6400, sampleRate: 8000)
      #expect(error(file, InputPolicy(durationLimit: 0.8)) == nil)
      #expect(
        error(file, InputPolicy(durationLimit: 0.79))
          == "the sound is 0.8 s long, and the limit is 0.79 s")
      #expect(
        error(file, InputPolicy(durationLimit: 0.799_999))
          == "the sound is 0.8 s long, and the limit is 0.799 s")
    }
  }

  /// All packets count, including the frames that a packet table excludes, because all have to be decoded.
  @Test func paddingCounts() throws {
    var file = try soundFile(.caf, .ima4, frameCount: 64_000, sampleRate: 8000, usesFiller: false)
    let sound = try SoundFile(parsing: file)
    let table = try #require(sound.chunks.first { $0.identifier == "pakt" })
    // Set the numbers of valid, priming and remainder frames.
    file.replaceSubrange(
      table.bodyOffset + 8..<table.bodyOffset + 24,
      with: hex("0000000000000040 00000000 0000F9C0"))
    #expect(try SoundFile(parsing: file).frameCount == 64)
    #expect(error(file, InputPolicy(durationLimit: 1)) != nil)
    #expect(error(file, InputPolicy(durationLimit: 8)) == nil)
  }

  @Test(arguments: [Libsndfile.flac, Libsndfile.vorbis, Libsndfile.au, Libsndfile.msADPCM])
  func lengthIsReadFromForeignHeaders(format: Int) throws {
    let file = try PlainSound(.bell, frameCount: 44_100).file(libsndfile: format)
    #expect(error(file, InputPolicy(durationLimit: 1.1)) == nil)
    #expect(error(file, InputPolicy(durationLimit: 0.5))?.hasPrefix("the sound is 1") == true)
  }

  /// The length of an MP3 is known from its headers, so nothing is decoded. If headers state no length, decoding stops at
  /// the limit.
  @Test
  func decodingStopsAtTheLimit() throws {
    let mp3 = try PlainSound(.noise, frameCount: 44_100 * 60).file(libsndfile: Libsndfile.mp3)
    #expect(
      error(mp3, InputPolicy(durationLimit: 2))
        == "the sound is 60 s long, and the limit is 2 s")
    let file = try streamedFLAC(.noise, frameCount: 44_100 * 60, sampleRate: 44_100)
    let source = CountedFile(file)
    let sound = try SoundSource(bytes: source, of: nil, policy: InputPolicy(durationLimit: 2))
    let error = #expect(throws: SoundError.self) { try output(of: sound, .caf, .littleInt16) }
    #expect(error?.fault == .limit)
    #expect(error?.reason == "the sound is longer than the limit of 2 s")
    #expect(source.readByteCount < file.count / 3, "\(source.readByteCount) of \(file.count)")
    let inspection = #expect(throws: SoundError.self) {
      let folder = try TemporaryDirectory()
      try folder.write(file, to: "song.flac")
      _ = try SoundInspection(
        of: folder.filePath("song.flac"), policy: InputPolicy(durationLimit: 2))
    }
    #expect(inspection?.fault == .limit)
  }

  /// A sound's length ends at the limit, although decoding begins before the sound.
  @Test(
    .enabled(if: Tool("ffmpeg").isInstalled, "ffmpeg is not installed"), arguments: ["mp3", "m4a"])
  func primingIsNotTheSound(pathExtension: String) throws {
    let folder = try TemporaryDirectory()
    let wave = try folder.write(PlainSound(.bell, frameCount: 22_050).file(.wave), to: "a.wav")
    let path = folder.filePath("a.\(pathExtension)").string
    _ = try Tool("ffmpeg").run(["-v", "error", "-i", wave, path])
    let source = try SoundSource(path: path, policy: InputPolicy(durationLimit: 0.5))
    #expect(source.frameCount == 22_050)
    let copy = try Conversion(of: source, to: .caf, .littleInt16).inMemory()
    #expect(copy.header.frameCount == 22_050)
  }

  /// The limit for 1 s is 1,536,000 samples: eight channels at 192 kHz.
  @Test(arguments: [
    (2, 655_350, 655_350, true), (8, 192_000, 192_000, true), (8, 655_350, 192_001, false),
  ])
  func samplesAreLimited(channelCount: Int, rate: Int, frameCount: Int, isAccepted: Bool) throws {
    let policy = InputPolicy(durationLimit: 1)
    let reason =
      isAccepted ? nil : "the sound has more than the 1536000 samples that the limit of 1 s allows"
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: Double(rate), channelCount: channelCount, dataFormat: .pcm(.uint8)),
      frameCount: frameCount)
    let wave = try header.headerBytes() + [UInt8](repeating: 128, count: header.audioByteCount)
    #expect(error(wave, policy) == reason)
    let flac = try streamedFLAC(
      .impulse, channelCount: channelCount, frameCount: frameCount, sampleRate: Double(rate))
    let source = try SoundSource(bytes: flac, policy: policy)
    for start in [0, 0.25] {
      var arrangement = Arrangement()
      arrangement.span = .init(start: start)
      var refusal: String?
      do throws(SoundError) {
        let part = try source.arranged(by: arrangement).source
        _ = try Conversion(of: part, to: .caf, .littleInt16).rehearse()
      } catch {
        refusal = error.reason
      }
      #expect(refusal == reason)
    }
  }

  /// What makes an output larger or longer than its input.
  private static let growths: [@Sendable (inout ConversionTarget, inout Arrangement) -> Void] = [
    { target, _ in target.dataFormat = .pcm(.float64) },
    { target, _ in target.channels = .count(100) },
    { target, _ in target.sampleRate = 192_000 },
    { _, arrangement in arrangement.repetition = .init(seconds: 10) },
    { _, arrangement in arrangement.repetition = .init(seconds: 10, gap: 4) },
    { target, _ in (target.sampleRate, target.levels) = (192_000, LevelTarget(loudness: -20)) },
  ]

  /// An output beyond a limit is refused before its first byte is written.
  @Test(arguments: growths.indices)
  func outputsAreLimited(index: Int) throws {
    var target = ConversionTarget(container: .caf, dataFormat: .littleInt16)
    var arrangement = Arrangement()
    Self.growths[index](&target, &arrangement)
    let file = try soundFile(.caf, .pcm(.int8), frameCount: 8000, sampleRate: 8000)
    func outcome(_ policy: InputPolicy) throws -> (bytes: [UInt8], reason: String?) {
      let source = try SoundSource(bytes: file, policy: policy).arranged(by: arrangement).source
      let conversion = try Conversion(of: source, to: target)
      let sink = MemorySink(byteCount: 0)
      do throws(SoundError) {
        _ = try conversion.rehearse()
        _ = try conversion.run(into: sink, monitor: Monitor())
        return (sink.bytes, nil)
      } catch {
        #expect(error.fault == .limit)
        #expect(throws: error) { _ = try conversion.run(into: sink, monitor: Monitor()) }
        return (sink.bytes, error.reason)
      }
    }
    let whole = try outcome(InputPolicy()).bytes
    let sound = try SoundFile(parsing: whole)
    let seconds = Double(sound.frameCount) / sound.format.sampleRate
    let exact = try outcome(InputPolicy(byteLimit: whole.count, durationLimit: seconds))
    #expect(exact.bytes == whole && exact.reason == nil)
    let larger = try outcome(InputPolicy(byteLimit: whole.count - 1))
    #expect(larger.bytes.isEmpty)
    #expect(
      larger.reason
        == "the output would have \(whole.count) bytes, and the limit is \(whole.count - 1)")
    guard seconds > 1 else { return }
    let longer = try outcome(InputPolicy(durationLimit: 2))
    #expect(longer.bytes.isEmpty)
    #expect(longer.reason?.hasSuffix(" s long, and the limit is 2 s") == true)
  }

  /// The sound that replaces one that is too long is an output, too.
  @Test func replacementsAreLimited() throws {
    let file = try soundFile(.caf, .pcm(.int8), frameCount: 9000, sampleRate: 8000)
    let source = try SoundSource(bytes: file, policy: InputPolicy(byteLimit: 20_000))
    let limit = try LengthLimit(
      .default, seconds: 1.1,
      defaultSound: SoundSource(bytes: soundFile(.caf, .pcm(.int8), frameCount: 15_000)))
    let conversion = try Conversion(of: source, to: .caf, .littleInt16, limit: limit)
    for attempt in [{ _ = try conversion.inMemory() }, { _ = try conversion.rehearse() }]
      as [() throws -> Void]
    {
      #expect((#expect(throws: SoundError.self) { try attempt() })?.fault == .limit)
    }
  }

  /// Without a stated length, writing stops at the limit.
  @Test
  func writingStopsAtTheLimit() throws {
    let source = try SoundSource(
      bytes: streamedFLAC(.sine, frameCount: 44_100 * 20, sampleRate: 44_100),
      policy: InputPolicy(byteLimit: 500_000))
    let conversion = try Conversion(of: source, to: .caf, .littleInt16)
    let sink = MemorySink(byteCount: 0)
    let error = #expect(throws: SoundError.self) {
      _ = try conversion.run(into: sink, monitor: Monitor())
    }
    #expect(error?.reason == "the output has more bytes than the limit of 500000")
    #expect(sink.bytes.count <= 500_000)
  }

  /// If the headers show that bytes are missing, the source reports it. Otherwise, the conversion's result does.
  @Test
  func truncationIsReported() throws {
    func run(_ sound: SoundSource) throws -> ConversionResult {
      let conversion = try Conversion(of: sound, to: .caf, .littleInt16)
      return try conversion.run(into: MemorySink(for: conversion.header), monitor: Monitor())
    }
    let policy = InputPolicy(acceptsTruncatedFiles: true)
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 1000).dropLast(500)
    let own = try SoundSource(bytes: Array(wave), policy: policy)
    let words = "the file is truncated: 1500 bytes of audio are present, 500 are missing"
    #expect(own.truncation == words)
    let converted = try run(own)
    #expect(converted.facts.warnings.map(\.fact) == [words])
    #expect(converted.header.frameCount == 750)

    let flac = try PlainSound(.noise, frameCount: 40_000).file(libsndfile: Libsndfile.flac)
    let half = try SoundSource(bytes: Array(flac.prefix(flac.count / 2)), policy: policy)
    #expect(half.truncation == nil)
    let decoded = try run(half)
    #expect(
      decoded.facts.warnings.map(\.fact) == [
        "the file is truncated or damaged: \(decoded.header.frameCount) of"
          + " 40000 frames can be decoded"
      ])
    let whole = try SoundSource(bytes: flac, policy: policy)
    #expect(try run(whole).facts.warnings == [])
  }
}
