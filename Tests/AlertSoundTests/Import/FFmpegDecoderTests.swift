import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Decoding with `ffmpeg`. A shell script runs in its place.
struct FFmpegDecoderTests {
  private static let copies = #"cat "$OWN/decoded""#

  /// The output of a decoder: by default all frames of `StandIn.m4a`, each with a different value.
  private static func decoded(frameCount: Int = 4096) throws -> [UInt8] {
    try soundFile(
      .wave, .pcm(.float32), .float32((0..<frameCount).map { Float($0) / 8192 }), channelCount: 1,
      sampleRate: 44_100)
  }

  @Test func theOutputIsCutToTheFilesNumbers() throws {
    // The decoder returns one packet too many.
    let standIn = try StandIn(.ffmpeg, Self.copies, decoding: Self.decoded(frameCount: 5120))
    let source = try standIn.open()
    #expect(source.frameCount == 1000)
    #expect(source.format.dataFormat.formatID == "aac ")
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.float32))
    let samples = try frames(of: Conversion(of: source, to: target).inMemory().bytes).doubles
    #expect(samples == (2112..<3112).map { Double($0) / 8192 })
  }

  /// The file doesn't state its spectral band replication, which doubles the rate and all numbers of frames.
  @Test func aDoubledRateDoublesTheNumbers() throws {
    let wave = try soundFile(
      .wave, .pcm(.float32), .float32((0..<8192).map { Float($0) / 16_384 }), channelCount: 1,
      sampleRate: 88_200)
    let source = try StandIn(.ffmpeg, Self.copies, decoding: wave).open()
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
    standIn.expectFailure {
      $0.reason == "the file is truncated or damaged: 888 of 1000 frames can be decoded"
    }
    let source = try standIn.open(policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.frameCount == 888)
    #expect(source.truncation != nil)
  }

  @Test func aMissingProgramIsNamed() throws {
    let decoders = ForeignDecoders(all: [SndFileDecoder(), FFmpegDecoder(nil)])
    #expect {
      try SoundSource(bytes: StandIn.m4a, of: nil, policy: InputPolicy(), decoders: decoders)
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
    try StandIn(.ffmpeg, lines).expectFailure {
      $0.fileErrorCode == .malformed && $0.reason.contains("ffmpeg")
    }
  }

  /// If the program reports damage, the error quotes it. The program is stopped once it has sent more than the packets
  /// can decode to.
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
    try StandIn(.ffmpeg, lines, decoding: Self.decoded()).expectFailure { $0.reason == reason }
  }

  @Test func aFloodOfMessagesIsCutShort() throws {
    let standIn = try StandIn(.ffmpeg, "cat /dev/zero | tr '\\0' x >&2; exit 1")
    standIn.expectFailure { $0.reason.utf8.count < 300 }
  }

  /// Processes that the program has started are stopped with it.
  @Test func aHangingProgramIsKilledWithItsChildren() throws {
    let standIn = try StandIn(
      .ffmpeg, #"sleep 1000 & echo $! >"$OWN/child"; wait"#,
      limits: .init(duration: 0.3, byteCount: 1 << 20)
    )
    standIn.expectFailure { $0.reason == "ffmpeg took longer than 0.3 s" }
    let number = try standIn.text("child").trimmingCharacters(in: .whitespacesAndNewlines)
    let shell = Tool(at: URL(filePath: "/bin/sh"))
    #expect(
      try shell.outcome(of: [
        "-c", "sleep 0.2; kill -0 \(number) && grep -v Z /proc/\(number)/stat",
      ]).ending != .exit(0))
  }

  /// Only spectral band replication may change the rate, to twice what the file states.
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
      try StandIn(.ffmpeg, Self.copies, decoding: wave).expectFailure { $0.reason == reason }
    }
  }

  /// If a file is lossless, `ffmpeg` is asked to decode it to the file's sample type.
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
    // Fewer frames than the file states are an error.
    let part = try StandIn(
      .ffmpeg, Self.copies, decoding: PlainSound(.noise, frameCount: 2000).file(.wave, .littleInt16)
    )
    part.expectFailure(flac, policy: policy) {
      $0.reason == "the file is truncated or damaged: 2000 of 3000 frames can be decoded"
    }
  }

  /// For a truncated Matroska file, FFmpeg prints a message, decodes the beginning and exits with 0.
  @Test func itsWordsOnTruncationCount() throws {
    let matroska = hex("1A45DFA3") + zeros(100)
    let standIn = try StandIn(
      .ffmpeg, "echo '[matroska @ 0x55d0C3a1c2c0] File ended prematurely' >&2\n" + Self.copies,
      decoding: Self.decoded()
    )
    standIn.expectFailure(matroska) {
      $0.reason == "the file is truncated or damaged: [matroska] File ended prematurely"
    }
    let source = try standIn.open(matroska, policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.frameCount == 4096)
    #expect(source.truncation != nil)
  }

  /// The headers show that the decoded sound would be too large, so the program isn't even started.
  @Test func largeSoundsAreNotBegun() throws {
    let standIn = try StandIn(
      .ffmpeg, #"touch "$OWN/started""#,
      limits: ExternalLimits(duration: 60, byteCount: 4096 * 4 - 1))
    standIn.expectFailure {
      $0.isLimitExceeded && $0.reason == "decoded, the sound would have more than 16383 bytes"
    }
    #expect(!(try standIn.folder.names.contains("started")))
  }

  /// Sounds in other containers are passed on whole. Files that aren't sounds aren't passed on.
  @Test func foreignFilesArePassedOn() throws {
    let standIn = try StandIn(
      .ffmpeg, #"cat >"$OWN/input""# + "\n" + Self.copies, decoding: Self.decoded())
    let matroska = hex("1A45DFA3") + zeros(100)
    #expect(try standIn.open(matroska).frameCount == 4096)
    #expect(try standIn.folder.read("input") == matroska)
    let archive = try StandIn(.ffmpeg, #"touch "$OWN/started""#)
    archive.expectFailure(Array("<html>".utf8)) { _ in true }
    archive.expectFailure(Array("PK".utf8) + zeros(50)) { _ in true }
    archive.expectFailure(Array("hello, world".utf8)) { _ in true }
    #expect(!(try archive.folder.names.contains("started")))
  }

  @Test func theLengthIsLimited() throws {
    let standIn = try StandIn(.ffmpeg, Self.copies, decoding: Self.decoded())
    standIn.expectFailure(policy: InputPolicy(durationLimit: 0.01)) { $0.isLimitExceeded }
    // This file doesn't state its length. Without the limit on the length, the program would run for a minute.
    let endless = try StandIn(
      .ffmpeg, #"cat "$OWN/decoded"; cat /dev/zero"#, decoding: Self.decoded(),
      limits: .init(duration: 60, byteCount: 1 << 30))
    endless.expectFailure(
      hex("1A45DFA3") + zeros(100), policy: InputPolicy(durationLimit: 1)
    ) { $0.isLimitExceeded }
  }

  /// ffmpeg is asked for its version once, when it is first needed.
  @Test func theProgramTellsItsVersion() throws {
    let standIn = try StandIn(
      .ffmpeg,
      #"""
      if [ "$1" = -version ]; then
        echo asked >>"$OWN/log"; echo "ffmpeg version 7.1-x Copyright (c) 2000-2024"; exit
      fi
      """# + "\n" + Self.copies, decoding: Self.decoded())
    let source = try standIn.open()
    #expect(!(try standIn.folder.names.contains("log")))
    for _ in 0..<3 { #expect(source.decoderIdentity() == "ffmpeg 7.1-x") }
    #expect(try standIn.open().decoderIdentity() == "ffmpeg 7.1-x")
    #expect(try standIn.text("log") == "asked\n")
    let own = try SoundSource(bytes: soundFile(.wave, .pcm(.int16)))
    #expect(own.decoderIdentity() == nil)
  }

  /// If ffmpeg doesn't print a version, the identity is its name.
  @Test(arguments: ["exit 1", "echo hello", "head -c 100000 /dev/zero"])
  func aProgramWithoutAVersionHasAName(lines: String) throws {
    let standIn = try StandIn(
      .ffmpeg, "if [ \"$1\" = -version ]; then \(lines); exit; fi\n" + Self.copies,
      decoding: Self.decoded())
    #expect(try standIn.open().decoderIdentity() == "ffmpeg")
  }

  @Test func onlyTheChosenDecoderIsAsked() throws {
    let standIn = try StandIn(
      .ffmpeg, #"touch "$OWN/started""# + "\n" + Self.copies, decoding: Self.decoded())
    var policy = InputPolicy()
    policy.importDecoder = .libsndfile
    standIn.expectFailure(policy: policy) {
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
    standIn.expectFailure(policy: InputPolicy(importsForeignFormats: false)) { _ in true }
    #expect(!(try standIn.folder.names.contains("started")))
  }
}
