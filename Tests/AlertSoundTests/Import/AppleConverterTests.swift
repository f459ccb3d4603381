import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Decoding with Apple's `afconvert`. A shell script runs in its place.
struct AppleConverterTests {
  private static let samples: [Float] = (0..<4000).map { Float($0 % 199 - 99) / 128 }

  private static func decoded() throws -> [UInt8] {
    try soundFile(
      .caf, .pcm(.float32), .float32(samples), channelCount: 2, sampleRate: 32_000,
      layout: .stereo)
  }

  private static let copies = #"cp "$OWN/decoded" "$6""#

  @Test func framesAreWhatTheProgramDecodes() throws {
    let standIn = try StandIn(.appleConverter, Self.copies, decoding: Self.decoded())
    let source = try standIn.open()
    #expect(source.format.sampleRate == 32_000)
    #expect(source.format.channelCount == 2)
    #expect(source.format.dataFormat.formatID == ".mp3")
    #expect(source.frameCount == 2000)
    #expect(source.layout == .stereo)
    #expect(source.soundFile == nil)
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.float32))
    let output = try Conversion(of: source, to: target).inMemory().bytes
    #expect(try frames(of: output).doubles == Self.samples.map { Double($0) })
  }

  @Test func theProgramGetsACopyUnderOurOwnName() throws {
    let standIn = try StandIn(
      .appleConverter,
      #"""
      for word; do printf '%s\n' "$word"; done >"$OWN/arguments"
      cp "$5" "$OWN/input"; ls -l "$5" "${5%/*}" >"$OWN/listing"; ls -ld "${5%/*}" >"$OWN/folder"
      cat >"$OWN/standard input"; env >"$OWN/environment"
      """# + "\n" + Self.copies, decoding: Self.decoded())
    let source = try standIn.open()
    let arguments = try standIn.text("arguments").split(separator: "\n").map(String.init)
    #expect(arguments.prefix(4) == ["-f", "caff", "-d", "LEF32"])
    try #require(arguments.count == 6)
    #expect(arguments[4].hasPrefix("/") && arguments[4].hasSuffix("/input.mp3"))
    #expect(arguments[5].hasPrefix("/") && arguments[5].hasSuffix("/decoded.caf"))
    #expect(try standIn.folder.read("input") == StandIn.mp3)
    #expect(try standIn.text("listing").hasPrefix("-rw-------"))
    #expect(try standIn.text("folder").hasPrefix("drwx------"))
    #expect(try standIn.folder.read("standard input") == [])
    let variables = try standIn.text("environment").split(separator: "\n")
      .map { $0.prefix { $0 != "=" } }
    #expect(Set(variables).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "LC_ALL"])
    // The folder has been removed although the source is still in use.
    #expect(!FileManager.default.fileExists(atPath: arguments[4]))
    #expect(!FileManager.default.fileExists(atPath: FilePath(arguments[4]).folder.string))
    #expect(source.frameCount == 2000)
  }

  @Test func withoutTheProgramTheNextDecoderIsAsked() throws {
    let flac = try PlainSound(.sine, frameCount: 3000).file(libsndfile: Libsndfile.flac)
    let absent = AppleConverter(ExternalProgram("/nowhere/afconvert"))
    let source = try SoundSource(
      bytes: flac, of: nil, policy: InputPolicy(),
      decoders: ForeignDecoders(all: [absent, SndFileDecoder()]))
    #expect(source.frameCount == 3000)
    #expect {
      try SoundSource(
        bytes: flac, of: nil, policy: InputPolicy(), decoders: ForeignDecoders(all: [absent]))
    } throws: {
      ($0 as? SoundError)?.reason == "there is no /nowhere/afconvert"
    }
  }

  @Test func damageIsReportedInTheProgramsWords() throws {
    let standIn = try StandIn(
      .appleConverter,
      "echo \"Error: ExtAudioFileRead failed ('bada')\" >&2; echo more >&2; exit 1",
      others: [SndFileDecoder()])
    standIn.expectFailure {
      $0.reason.hasSuffix("afconvert can't read it: Error: ExtAudioFileRead failed ('bada')")
    }
  }

  @Test func outputThatWasNotAskedForIsRefused() throws {
    try StandIn(.appleConverter, "exit 0").expectFailure { $0.reason.contains("decoded nothing") }
    try StandIn(.appleConverter, #"echo hello >"$6""#).expectFailure {
      $0.reason.contains("can't be read")
    }
    let other = try soundFile(.caf, .pcm(.int16))
    try StandIn(.appleConverter, Self.copies, decoding: other).expectFailure {
      $0.reason.hasSuffix("decoded it to another format than was asked for")
    }
    try StandIn(.appleConverter, #"mkfifo "$6""#, limits: .init(duration: 5, byteCount: 1 << 20))
      .expectFailure { $0.reason.contains("decoded nothing") }
  }

  /// At the limit of 10 s, the decoded sound has 2.56 MB. Without this limit, the program would run for a minute.
  @Test func decodingStopsAtTheLimit() throws {
    let standIn = try StandIn(
      .appleConverter,
      #"cp "$OWN/decoded" "$6"; while :; do head -c 100000 /dev/zero >>"$6"; done"#,
      decoding: Self.decoded(), limits: .init(duration: 60, byteCount: 1 << 30))
    standIn.expectFailure(policy: InputPolicy(durationLimit: 10)) {
      $0.isLimitExceeded && $0.reason.contains("the limit")
    }
  }

  @Test(arguments: [(Libsndfile.flac, PCMEncoding.SampleType.int16), (Libsndfile.flac24, .int24)])
  func losslessSamplesStayWhatTheyAre(format: Int, type: PCMEncoding.SampleType) throws {
    let sound = PlainSound(.sine, frameCount: 3000)
    let standIn = try StandIn(
      .appleConverter, #"echo "$4" >"$OWN/type""# + "\n" + Self.copies,
      decoding: sound.file(.caf, .pcm(type)))
    let source = try standIn.open(sound.file(libsndfile: format))
    #expect(source.losslessSampleType == type)
    #expect(try standIn.text("type") == "LEI\(type.bitDepth)\n")
    let output = try Conversion(
      of: source, to: ConversionTarget(container: .caf, dataFormat: .pcm(type))
    ).inMemory().bytes
    #expect(try PlainSound(decoding: output) == PlainSound(decoding: sound.file(.caf, .pcm(type))))
  }

  @Test func cancellingATaskStopsTheProgram() async throws {
    let standIn = try StandIn(.appleConverter, #"touch "$OWN/started"; exec sleep 1000"#)
    let opening = Task.detached { () -> SoundError? in
      do throws(SoundError) {
        _ = try standIn.open()
        return nil
      } catch {
        return error
      }
    }
    while !(try standIn.folder.names.contains("started")) {
      try await Task.sleep(for: .milliseconds(5))
    }
    opening.cancel()
    #expect(await opening.value?.reason == "cancelled")
  }

  @Test func truncationIsFoundInTheFilesOwnHeaders() throws {
    let mp3 = try PlainSound(.sine, frameCount: 60_000).file(libsndfile: Libsndfile.mp3)
    let standIn = try StandIn(.appleConverter, Self.copies, decoding: Self.decoded())
    let cut = Array(mp3.prefix(mp3.count / 2))
    standIn.expectFailure(cut) { $0.reason.hasPrefix("the file is truncated") }
    let source = try standIn.open(cut, policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.truncation?.hasPrefix("the file is truncated") == true)
  }
}
