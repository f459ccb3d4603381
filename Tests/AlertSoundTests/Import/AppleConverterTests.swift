import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Decoding by Apple's afconvert, with shell scripts in its place.
struct AppleConverterTests {
  /// A script in place of the program, in its own folder.
  private struct StandIn: Sendable {
    let folder: TemporaryDirectory
    let decoders: ForeignDecoders

    /// - Parameters:
    ///   - lines: What the script does. `$5` is its input, `$6` its output, and `$OWN` the script's folder.
    ///   - limits: When it is stopped.
    ///   - others: The decoders that are asked after it.
    init(
      _ lines: String, decoding decoded: [UInt8] = [], limits: ExternalLimits = .standard,
      others: [any ForeignDecoder] = []
    ) throws {
      folder = try TemporaryDirectory()
      try folder.write(decoded, to: "decoded.caf")
      let script = "#!/bin/sh\nOWN='\(folder.path(""))'\n\(lines)\n"
      let path = try folder.write(Array(script.utf8), to: "afconvert")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      decoders = ForeignDecoders(
        all: [AppleConverter(ExternalProgram(FilePath(path)), limits: limits)] + others)
    }

    func open(
      _ bytes: [UInt8], policy: InputPolicy = InputPolicy()
    ) throws(SoundError) -> SoundSource {
      try SoundSource(bytes: bytes, of: nil, policy: policy, decoders: decoders)
    }

    func text(_ name: String) throws -> String {
      String(decoding: try folder.read(name), as: UTF8.self)
    }
  }

  /// Starts like an MP3 with a tag.
  private static let mp3: [UInt8] = Array("ID3".utf8) + (0..<997).map { UInt8($0 & 0x7F) }

  private static let samples: [Float] = (0..<4000).map { Float($0 % 199 - 99) / 128 }

  private static func decoded() throws -> [UInt8] {
    try soundFile(
      .caf, .pcm(.float32), .float32(samples), channelCount: 2, sampleRate: 32_000,
      layout: .stereo)
  }

  private static let copies = #"cp "$OWN/decoded.caf" "$6""#

  /// Expects that opening fails.
  private func expectFailure(
    _ standIn: StandIn, _ bytes: [UInt8] = mp3, policy: InputPolicy = InputPolicy(),
    sourceLocation: SourceLocation = #_sourceLocation, _ matches: (SoundError) -> Bool
  ) {
    do {
      _ = try standIn.open(bytes, policy: policy)
      Issue.record("the sound was opened", sourceLocation: sourceLocation)
    } catch {
      #expect(matches(error), "\(error)", sourceLocation: sourceLocation)
    }
  }

  @Test func framesAreWhatTheProgramDecodes() throws {
    let standIn = try StandIn(Self.copies, decoding: Self.decoded())
    let source = try standIn.open(Self.mp3)
    #expect(source.format.sampleRate == 32_000)
    #expect(source.format.channelCount == 2)
    #expect(source.format.dataFormat.formatID == ".mp3")
    #expect(source.frameCount == 2000)
    #expect(source.layout == .stereo)
    #expect(source.soundFile == nil)
    let target = ConversionTarget(container: .caf, dataFormat: .pcm(.float32))
    let output = try Conversion(of: source, to: target).inMemory().bytes
    guard case .float32(let decoded) = try frames(of: output) else {
      Issue.record("the output has other samples")
      return
    }
    #expect(decoded == Self.samples)
  }

  @Test func theProgramGetsACopyUnderOurOwnName() throws {
    let standIn = try StandIn(
      #"""
      for word; do printf '%s\n' "$word"; done >"$OWN/arguments"
      cp "$5" "$OWN/input"; ls -l "$5" "${5%/*}" >"$OWN/listing"; ls -ld "${5%/*}" >"$OWN/folder"
      cat >"$OWN/standard input"; env >"$OWN/environment"
      """# + "\n" + Self.copies, decoding: Self.decoded())
    let source = try standIn.open(Self.mp3)
    let arguments = try standIn.text("arguments").split(separator: "\n").map(String.init)
    #expect(arguments.prefix(4) == ["-f", "caff", "-d", "LEF32"])
    try #require(arguments.count == 6)
    #expect(arguments[4].hasPrefix("/") && arguments[4].hasSuffix("/input.mp3"))
    #expect(arguments[5].hasPrefix("/") && arguments[5].hasSuffix("/decoded.caf"))
    #expect(try standIn.folder.read("input") == Self.mp3)
    #expect(try standIn.text("listing").hasPrefix("-rw-------"))
    #expect(try standIn.text("folder").hasPrefix("drwx------"))
    #expect(try standIn.folder.read("standard input") == [])
    let variables = try standIn.text("environment").split(separator: "\n")
      .map { $0.prefix { $0 != "=" } }
    #expect(Set(variables).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["PATH", "LC_ALL"])
    // The folder is gone while the source is still in use.
    #expect(!FileManager.default.fileExists(atPath: arguments[4]))
    #expect(!FileManager.default.fileExists(atPath: FilePath(arguments[4]).folder.string))
    #expect(source.frameCount == 2000)
  }

  @Test func onlyTheSoundInAWAVEIsPassedOn() throws {
    let stream = Self.mp3
    var header: [UInt8] = []
    header += Array("RIFF".utf8) + little(UInt32(4 + 8 + 18 + 8 + stream.count))
    header += Array("WAVEfmt ".utf8) + little(UInt32(18)) + little(UInt16(0x55))
    header += little(UInt16(2)) + little(UInt32(32_000)) + little(UInt32(16_000))
    header += little(UInt16(1)) + little(UInt16(0)) + little(UInt16(0))
    header += Array("data".utf8) + little(UInt32(stream.count))
    let standIn = try StandIn(
      #"cp "$5" "$OWN/input""# + "\n" + Self.copies, decoding: Self.decoded())
    _ = try standIn.open(header + stream)
    #expect(try standIn.folder.read("input") == stream)
  }

  private func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe Array($0) }
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

  @Test func whatTheProgramDoesNotKnowGoesToTheNextDecoder() throws {
    let flac = try PlainSound(.sine, frameCount: 3000).file(libsndfile: Libsndfile.flac)
    let refuses = "echo \"Error: Couldn't open input file ('typ?')\" >&2; exit 1"
    #expect(try StandIn(refuses, others: [SndFileDecoder()]).open(flac).frameCount == 3000)
    let alone = try StandIn(refuses)
    expectFailure(alone, flac) {
      $0.reason == "this is FLAC audio, which nothing here can decode"
    }
  }

  @Test func damageIsReportedInTheProgramsWords() throws {
    let standIn = try StandIn(
      "echo \"Error: ExtAudioFileRead failed ('bada')\" >&2; echo more >&2; exit 1",
      others: [SndFileDecoder()])
    expectFailure(standIn) {
      $0.reason.hasSuffix("afconvert can't read it: Error: ExtAudioFileRead failed ('bada')")
    }
  }

  @Test func outputThatWasNotAskedForIsRefused() throws {
    expectFailure(try StandIn("exit 0")) { $0.reason.contains("decoded nothing") }
    expectFailure(try StandIn(#"echo hello >"$6""#)) { $0.reason.contains("can't be read") }
    let other = try soundFile(.caf, .pcm(.int16))
    expectFailure(try StandIn(Self.copies, decoding: other)) {
      $0.reason.hasSuffix("decoded it to another format than was asked for")
    }
    expectFailure(
      try StandIn(#"mkfifo "$6""#, limits: .init(duration: 5, byteCount: 1 << 20))
    ) { $0.reason.contains("decoded nothing") }
  }

  @Test func tooLongASoundIsRefused() throws {
    let standIn = try StandIn(Self.copies, decoding: Self.decoded())
    expectFailure(standIn, policy: InputPolicy(durationLimit: 0.01)) { $0.isLimitExceeded }
  }

  /// Ten seconds are 2.56 MB. Without a limit on the length, the program would go on for a minute.
  @Test func decodingStopsAtTheLimit() throws {
    let standIn = try StandIn(
      #"cp "$OWN/decoded.caf" "$6"; while :; do head -c 100000 /dev/zero >>"$6"; done"#,
      decoding: Self.decoded(), limits: .init(duration: 60, byteCount: 1 << 30))
    expectFailure(standIn, policy: InputPolicy(durationLimit: 10)) {
      $0.isLimitExceeded && $0.reason.contains("--max-seconds")
    }
  }

  @Test func anIndexIsLimitedBeforeDecoding() throws {
    let mp3 = try PlainSound(.sine, frameCount: 60_000).file(libsndfile: Libsndfile.mp3)
    let standIn = try StandIn(#"touch "$OWN/started""#)
    expectFailure(standIn, mp3, policy: InputPolicy(durationLimit: 1)) { $0.isLimitExceeded }
    #expect(!(try standIn.folder.names.contains("started")))
  }

  @Test(arguments: [(Libsndfile.flac, PCMEncoding.SampleType.int16), (Libsndfile.flac24, .int24)])
  func losslessSamplesStayWhatTheyAre(format: Int, type: PCMEncoding.SampleType) throws {
    let sound = PlainSound(.sine, frameCount: 3000)
    let standIn = try StandIn(
      #"echo "$4" >"$OWN/type""# + "\n" + Self.copies, decoding: sound.file(.caf, .pcm(type)))
    let source = try standIn.open(sound.file(libsndfile: format))
    #expect(source.losslessSampleType == type)
    #expect(try standIn.text("type") == "LEI\(type.bitDepth)\n")
    let output = try Conversion(
      of: source, to: ConversionTarget(container: .caf, dataFormat: .pcm(type))
    ).inMemory().bytes
    #expect(try PlainSound(decoding: output) == PlainSound(decoding: sound.file(.caf, .pcm(type))))
  }

  @Test func aFLACThatDecodesToLessIsTruncated() throws {
    let flac = try PlainSound(.sine, frameCount: 3000).file(libsndfile: Libsndfile.flac)
    let shorter = try PlainSound(.sine, frameCount: 2999).file(.caf, .pcm(.int16))
    expectFailure(try StandIn(Self.copies, decoding: shorter), flac) {
      $0.reason == "the file is truncated or damaged: 2999 of 3000 frames can be decoded"
    }
  }

  @Test func cancellingATaskStopsTheProgram() async throws {
    let standIn = try StandIn(#"touch "$OWN/started"; exec sleep 1000"#)
    let opening = Task.detached { () -> SoundError? in
      do throws(SoundError) {
        _ = try standIn.open(Self.mp3)
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
    let standIn = try StandIn(Self.copies, decoding: Self.decoded())
    let cut = Array(mp3.prefix(mp3.count / 2))
    expectFailure(standIn, cut) { $0.reason.hasPrefix("the file is truncated") }
    let source = try standIn.open(cut, policy: InputPolicy(acceptsTruncatedFiles: true))
    #expect(source.truncation?.hasPrefix("the file is truncated") == true)
  }

  @Test func aHangingProgramIsKilled() throws {
    let standIn = try StandIn(
      #"echo $$ >"$OWN/process"; exec sleep 1000"#, limits: .init(duration: 0.3, byteCount: 1 << 20)
    )
    expectFailure(standIn) { $0.reason.hasSuffix("afconvert took longer than 0.3 s") }
    let number = try standIn.text("process").trimmingCharacters(in: .whitespacesAndNewlines)
    let shell = Tool(at: URL(filePath: "/bin/sh"))
    #expect(try shell.outcome(of: ["-c", "kill -0 \(number)"]).ending == .exit(1))
  }

  @Test func aProgramThatWritesTooMuchIsKilled() throws {
    let standIn = try StandIn(
      #"while :; do head -c 100000 /dev/zero >>"$6"; done"#,
      limits: .init(duration: 60, byteCount: 1_000_000))
    expectFailure(standIn) { $0.isLimitExceeded && $0.reason.contains("1000000 bytes") }
  }

  @Test func aFloodOfMessagesIsCutShort() throws {
    let standIn = try StandIn("head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 1")
    expectFailure(standIn) { $0.reason.utf8.count < 20_000 }
  }

  @Test func nothingIsPassedOnIfThatIsForbidden() throws {
    let standIn = try StandIn(
      #"touch "$OWN/started""# + "\n" + Self.copies, decoding: Self.decoded())
    expectFailure(standIn, policy: InputPolicy(importsForeignFormats: false)) { _ in true }
    #expect(!(try standIn.folder.names.contains("started")))
  }
}
