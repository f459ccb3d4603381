import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Decoding by ffmpeg, with shell scripts in its place.
struct FFmpegDecoderTests {
  private static let copies = #"cat "$OWN/decoded""#

  /// What a decoder makes of the file: four packets of 1,024 frames.
  private static func decoded(frameCount: Int = 4096) throws -> [UInt8] {
    try soundFile(
      .wave, .pcm(.float32), .float32((0..<frameCount).map { Float($0) / 8192 }), channelCount: 1,
      sampleRate: 44_100)
  }

  /// 1,000 of the frames are sound, after 2,112.
  private static func m4a() -> [UInt8] {
    var movie = SmallMovie.aac()
    movie.padding = " 00000000 00000840 000003D8 00000000000003E8"
    return movie.bytes
  }

  private func expectFailure(
    _ standIn: StandIn, _ bytes: [UInt8] = m4a(), policy: InputPolicy = InputPolicy(),
    sourceLocation: SourceLocation = #_sourceLocation, _ matches: (SoundError) -> Bool
  ) {
    standIn.expectFailure(bytes, policy: policy, sourceLocation: sourceLocation, matches)
  }

  @Test func theOutputIsCutToTheFilesNumbers() throws {
    // The decoder gives a packet too many.
    let standIn = try StandIn(.ffmpeg, Self.copies, decoding: Self.decoded(frameCount: 5120))
    let source = try standIn.open(Self.m4a())
    #expect(source.frameCount == 1000)
    #expect(source.format.dataFormat.formatID == "aac ")
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.float32))
    guard
      case .float32(let samples) = try frames(
        of: Conversion(of: source, to: target).inMemory().bytes)
    else {
      Issue.record("the output has other samples")
      return
    }
    #expect(samples == (2112..<3112).map { Float($0) / 8192 })
  }

  /// Band replication that isn't stated doubles the rate, and with it all numbers.
  @Test func aDoubledRateDoublesTheNumbers() throws {
    let wave = try soundFile(
      .wave, .pcm(.float32), .float32((0..<8192).map { Float($0) / 16_384 }), channelCount: 1,
      sampleRate: 88_200)
    let source = try StandIn(.ffmpeg, Self.copies, decoding: wave).open(Self.m4a())
    #expect(source.format.sampleRate == 88_200)
    #expect(source.frameCount == 2000)
  }

  @Test func theProgramSeesOnlyThePackets() throws {
    var movie = SmallMovie.aac()
    movie.title = "a secret"
    let packets = Array(movie.runs.joined())
    movie.runs = [[packets[0], packets[1]], [packets[2], packets[3]]]
    let standIn = try StandIn(
      .ffmpeg,
      #"""
      for word; do printf '%s\n' "$word"; done >"$OWN/arguments"
      cat >"$OWN/input"; env >"$OWN/environment"; ls -l /proc/self/fd >"$OWN/files"
      """# + "\n" + Self.copies, decoding: Self.decoded())
    _ = try standIn.open(movie.bytes)
    let arguments = try standIn.text("arguments").split(separator: "\n").map(String.init)
    #expect(
      arguments == [
        "-nostdin", "-hide_banner", "-loglevel", "repeat+error", "-threads", "1",
        "-filter_threads", "1", "-protocol_whitelist", "pipe", "-f", "mov", "-i", "pipe:0", "-map",
        "0:a:0", "-af",
        "aresample=async=1:first_pts=0:min_hard_comp=1000", "-map_metadata", "-1", "-c:a",
        "pcm_f32le", "-bitexact", "-f", "wav", "pipe:1",
      ])
    let input = try standIn.folder.read("input")
    let excerpt = try SoundFile(parsing: input)
    #expect(excerpt.packetCount == 4)
    #expect(Array(input[excerpt.audioBytes]) == Array(packets.joined()))
    #expect(!String(decoding: input, as: UTF8.self).contains("secret"))
    let variables = try standIn.text("environment").split(separator: "\n")
      .map { $0.prefix { $0 != "=" } }
    #expect(Set(variables).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "LC_ALL"])
  }

  @Test func lessThanTheFileSaysIsTruncated() throws {
    let standIn = try StandIn(.ffmpeg, Self.copies, decoding: Self.decoded(frameCount: 3000))
    expectFailure(standIn) {
      $0.reason == "the file is truncated or damaged: 888 of 1000 frames can be decoded"
    }
    let source = try standIn.open(Self.m4a(), policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.frameCount == 888)
    #expect(source.truncation != nil)
  }

  @Test func aMissingProgramIsNamed() throws {
    let decoders = ForeignDecoders(all: [SndFileDecoder(), FFmpegDecoder(nil)])
    #expect {
      try SoundSource(bytes: Self.m4a(), of: nil, policy: InputPolicy(), decoders: decoders)
    } throws: {
      guard let error = $0 as? SoundError else { return false }
      return error.reason == "ffmpeg, which decodes this, isn't installed"
        && error.advice?.hasPrefix("install it (") == true
    }
  }

  @Test(arguments: [
    "echo 'pipe:0: Invalid data found when processing input' >&2; exit 1", "exit 1",
    "kill -9 $$", "exit 0", "echo hello",
  ])
  func aFailureIsAnError(lines: String) throws {
    expectFailure(try StandIn(.ffmpeg, lines)) { error in
      guard case .sound(.malformed, let reason) = error.cause else { return false }
      return reason.contains("ffmpeg")
    }
  }

  /// What the program says and sends, and how that is reported: in its words if it found damage. It is stopped as soon
  /// as it has sent more than the packets can have.
  @Test(arguments: [
    (
      #"printf 'pipe:0: Invalid\033[1m data\n' >&2; echo more >&2; exit 1"#,
      "ffmpeg can't read it: Invalid[1m data"
    ),
    (
      "echo 'Error while decoding stream #0:0: Invalid data' >&2\n" + copies,
      "the file is truncated or damaged: Error while decoding stream #0:0: Invalid data"
    ),
    (
      "echo 'Error while opening decoder: Function not implemented' >&2; exit 1",
      "the sound is coded as AAC ('aac ')"
    ),
    ("cat /dev/zero", "ffmpeg sent more than the sound can have"),
    (copies + " /dev/zero", "ffmpeg sent more than the sound can have"),
  ])
  func messagesAndOutputAreJudged(lines: String, reason: String) throws {
    expectFailure(try StandIn(.ffmpeg, lines, decoding: Self.decoded())) { $0.reason == reason }
  }

  @Test func aFloodOfMessagesIsCutShort() throws {
    let standIn = try StandIn(.ffmpeg, "cat /dev/zero | tr '\\0' x >&2; exit 1")
    expectFailure(standIn) { $0.reason.utf8.count < 300 }
  }

  /// What a script in its place has started is stopped with it.
  @Test func aHangingProgramIsKilledWithItsChildren() throws {
    let standIn = try StandIn(
      .ffmpeg, #"sleep 1000 & echo $! >"$OWN/child"; wait"#,
      limits: .init(duration: 0.3, byteCount: 1 << 20)
    )
    expectFailure(standIn) { $0.reason == "ffmpeg took longer than 0.3 s" }
    let number = try standIn.text("child").trimmingCharacters(in: .whitespacesAndNewlines)
    let shell = Tool(at: URL(filePath: "/bin/sh"))
    #expect(
      try shell.outcome(of: [
        "-c", "sleep 0.2; kill -0 \(number) && grep -v Z /proc/\(number)/stat",
      ]).ending
        != .exit(0))
  }

  /// Only band replication changes the rate.
  @Test func otherRatesAndFormatsAreRefused() throws {
    for (wave, reason) in [
      (
        try soundFile(.wave, .pcm(.float32), channels: [.sine], frameCount: 4096, sampleRate: 8000),
        "ffmpeg decoded it to another rate than the file states"
      ),
      (
        try soundFile(.wave, .pcm(.int16)),
        "ffmpeg decoded it to another format than was asked for"
      ),
    ] {
      expectFailure(try StandIn(.ffmpeg, Self.copies, decoding: wave)) { $0.reason == reason }
    }
  }

  /// The samples of a lossless file are asked for as they are.
  @Test func losslessFilesKeepTheirSamples() throws {
    let sound = PlainSound(.noise, frameCount: 3000)
    let flac = try sound.file(libsndfile: Libsndfile.flac)
    var policy = InputPolicy()
    policy.importDecoder = .ffmpeg
    let standIn = try StandIn(
      .ffmpeg, #"for word; do printf '%s\n' "$word"; done >"$OWN/arguments""# + "\n" + Self.copies,
      decoding: sound.file(.wave, .littleInt16))
    let source = try standIn.open(flac, policy: policy)
    #expect(try standIn.text("arguments").contains("\n-c:a\npcm_s16le\n"))
    #expect(source.losslessSampleType == .int16)
    // A part of it is not accepted.
    let part = try StandIn(
      .ffmpeg, Self.copies, decoding: PlainSound(.noise, frameCount: 2000).file(.wave, .littleInt16)
    )
    expectFailure(part, flac, policy: policy) {
      $0.reason == "the file is truncated or damaged: 2000 of 3000 frames can be decoded"
    }
  }

  /// FFmpeg decodes what there is of a cut film, and succeeds.
  @Test func itsWordsOnTruncationCount() throws {
    let matroska = hex("1A45DFA3") + zeros(100)
    let standIn = try StandIn(
      .ffmpeg, "echo '[matroska @ 0x1] File ended prematurely' >&2\n" + Self.copies,
      decoding: Self.decoded()
    )
    expectFailure(standIn, matroska) {
      $0.reason == "the file is truncated or damaged: [matroska @ 0x1] File ended prematurely"
    }
    let source = try standIn.open(matroska, policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.frameCount == 4096)
    #expect(source.truncation != nil)
  }

  /// What decoding would give is known before.
  @Test func largeSoundsAreNotBegun() throws {
    let standIn = try StandIn(
      .ffmpeg, #"touch "$OWN/started""#,
      limits: ExternalLimits(duration: 60, byteCount: 4096 * 4 - 1))
    expectFailure(standIn) {
      $0.isLimitExceeded && $0.reason == "decoded, the sound would have more than 16383 bytes"
    }
    #expect(!(try standIn.folder.names.contains("started")))
  }

  /// Files that this library doesn't read are passed on whole, if they are sounds.
  @Test func foreignFilesArePassedOn() throws {
    let standIn = try StandIn(
      .ffmpeg, #"cat >"$OWN/input""# + "\n" + Self.copies, decoding: Self.decoded())
    let matroska = hex("1A45DFA3") + zeros(100)
    #expect(try standIn.open(matroska).frameCount == 4096)
    #expect(try standIn.folder.read("input") == matroska)
    expectFailure(try StandIn(.ffmpeg, "touch \"$OWN/started\"; exit 1"), Array("<html>".utf8)) {
      _ in true
    }
    let archive = try StandIn(.ffmpeg, #"touch "$OWN/started""#)
    expectFailure(archive, Array("PK".utf8) + zeros(50)) { _ in true }
    expectFailure(archive, Array("hello, world".utf8)) { _ in true }
    #expect(!(try archive.folder.names.contains("started")))
  }

  @Test func theLengthIsLimited() throws {
    let standIn = try StandIn(.ffmpeg, Self.copies, decoding: Self.decoded())
    expectFailure(standIn, policy: InputPolicy(durationLimit: 0.01)) { $0.isLimitExceeded }
    // The file states nothing, and the program would go on for a minute.
    let endless = try StandIn(
      .ffmpeg, #"cat "$OWN/decoded"; cat /dev/zero"#, decoding: Self.decoded(),
      limits: .init(duration: 60, byteCount: 1 << 30))
    expectFailure(
      endless, hex("1A45DFA3") + zeros(100), policy: InputPolicy(durationLimit: 1)
    ) { $0.isLimitExceeded }
  }

  /// It is asked once, and only if the answer is needed.
  @Test func theProgramTellsItsVersion() throws {
    let standIn = try StandIn(
      .ffmpeg,
      #"""
      if [ "$1" = -version ]; then
        echo asked >>"$OWN/log"; echo "ffmpeg version 7.1-x Copyright (c) 2000-2024"; exit
      fi
      """# + "\n" + Self.copies, decoding: Self.decoded())
    let source = try standIn.open(Self.m4a())
    #expect(!(try standIn.folder.names.contains("log")))
    for _ in 0..<3 { #expect(source.decoderIdentity() == "ffmpeg 7.1-x") }
    #expect(try standIn.open(Self.m4a()).decoderIdentity() == "ffmpeg 7.1-x")
    #expect(try standIn.text("log") == "asked\n")
    let own = try SoundSource(bytes: soundFile(.wave, .pcm(.int16)))
    #expect(own.decoderIdentity() == nil)
  }

  /// Without an answer, its name stands for it.
  @Test(arguments: ["exit 1", "echo hello", "head -c 100000 /dev/zero"])
  func aProgramWithoutAVersionHasAName(lines: String) throws {
    let standIn = try StandIn(
      .ffmpeg, "if [ \"$1\" = -version ]; then \(lines); exit; fi\n" + Self.copies,
      decoding: Self.decoded())
    #expect(try standIn.open(Self.m4a()).decoderIdentity() == "ffmpeg")
  }

  @Test func onlyTheChosenDecoderIsAsked() throws {
    let standIn = try StandIn(
      .ffmpeg, #"touch "$OWN/started""# + "\n" + Self.copies, decoding: Self.decoded())
    var policy = InputPolicy()
    policy.importDecoder = .libsndfile
    expectFailure(standIn, policy: policy) {
      $0.reason == "the sound is coded as AAC ('aac ')"
    }
    #expect(!(try standIn.folder.names.contains("started")))
    let ogg = try PlainSound(.sine, channelCount: 2, frameCount: 4096).file(
      libsndfile: Libsndfile.vorbis)
    #expect(try standIn.open(ogg).decoderIdentity()?.hasPrefix("libsndfile") == true)
    policy.importDecoder = .ffmpeg
    #expect(try standIn.open(ogg, policy: policy).decoderIdentity() == "ffmpeg")
    #expect(try standIn.folder.names.contains("started"))
  }

  @Test func nothingIsPassedOnIfThatIsForbidden() throws {
    let standIn = try StandIn(.ffmpeg, #"touch "$OWN/started""#)
    expectFailure(standIn, policy: InputPolicy(importsForeignFormats: false)) { _ in true }
    #expect(!(try standIn.folder.names.contains("started")))
  }
}
