import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// What `afconvert` does with a sound that is too long for an alert.
struct OverLimitTests {
  private static let reason = "iOS plays its default sound for alerts over 30 s"
  private static let wayOut = "--over-limit trim keeps the first 29.9 s of the sound instead"
  private static let options = "-f caff -d ima4"
  private static let old = Array("what was there before".utf8)

  /// A folder with 31.2 s of sound, at 1000 Hz for speed.
  private static func folder(_ files: [String: [UInt8]] = [:]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory(files)
    try folder.write(
      soundFile(.wave, .pcm(.int16), frameCount: 31_200, sampleRate: 1000), to: "in.wav")
    return folder
  }

  private static func conversion(
    _ source: SoundSource, to dataFormat: DataFormat = .ima4, in container: Container = .caf
  ) throws -> [UInt8] {
    try Conversion(
      of: source, to: ConversionTarget(container: container, dataFormat: Optional(dataFormat))
    ).inMemory().bytes
  }

  private func expectWarning(
    _ outcome: Tool.Outcome, _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.outputText == "", sourceLocation: sourceLocation)
    #expect(outcome.errors == line + "\n", sourceLocation: sourceLocation)
  }

  @Test(arguments: ["", "--over-limit warn"])
  func warnsAndConvertsLikeApplesTool(policy: String) throws {
    let folder = try Self.folder()
    expectWarning(
      try folder.shell("afconvert in.wav out.caf \(Self.options) \(policy)"),
      "out.caf: warning: 31.2 s long; \(Self.reason); --over-limit trim shortens it")
    let whole = try Self.conversion(SoundSource(path: FilePath(folder.path("in.wav"))))
    #expect(firstDifference(of: try folder.read("out.caf"), from: whole) == nil)
  }

  @Test func replacingByTheDefaultSound() throws {
    let folder = try Self.folder()
    expectWarning(
      try folder.shell("afconvert --over-limit default in.wav out.caf \(Self.options)"),
      "out.caf: warning: 31.2 s long, so the built-in chime is written in its place; \(Self.reason);"
        + " \(Self.wayOut)")
    #expect(try folder.read("out.caf") == Self.conversion(DefaultSound.source))
  }

  @Test func trimming() throws {
    let folder = try Self.folder()
    expectWarning(
      try folder.shell("afconvert --over-limit trim in.wav out.caf \(Self.options)"),
      "out.caf: warning: 31.2 s long, so only the first 29.9 s are kept; \(Self.reason)")
    #expect(try SoundFile(parsing: folder.read("out.caf")).duration == 29.9)
  }

  @Test func failing() throws {
    let folder = try Self.folder(["out.caf": Self.old])
    expectFailure(
      try folder.shell("afconvert --over-limit fail in.wav out.caf \(Self.options)"),
      "in.wav: error: 31.2 s long; \(Self.reason); shorten it, or choose --over-limit trim or default"
    )
    #expect(try folder.names == ["in.wav", "out.caf"])
    #expect(try folder.read("out.caf") == Self.old)
  }

  @Test func omitting() throws {
    let folder = try Self.folder()
    let warning =
      "in.wav: warning: 31.2 s long, so it is not converted; \(Self.reason); \(Self.wayOut)"
    expectWarning(
      try folder.shell("afconvert --over-limit omit in.wav out.caf \(Self.options)"), warning)
    #expect(try folder.names == ["in.wav"])
    // The existing file may be the only copy. It is kept, and reported as not made by this run.
    try folder.write(Self.old, to: "out.caf")
    expectWarning(
      try folder.shell("afconvert --over-limit omit in.wav out.caf \(Self.options)"),
      warning + "; out.caf already existed and was left unchanged")
    #expect(try folder.read("out.caf") == Self.old)
    let input = try folder.read("in.wav")
    _ = try folder.shell("afconvert --over-limit omit in.wav in.wav \(Self.options)")
    #expect(try folder.read("in.wav") == input)
  }

  @Test func limitAppliesToAllOutputsInAnyPosition() throws {
    for line in [
      "--over-limit trim in.wav -o a.caf -f caff -o b.wav",
      "in.wav -o a.caf -f caff -o b.wav --over-limit trim",
    ] {
      let folder = try Self.folder()
      let outcome = try folder.shell("afconvert " + line)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.errorLines.count == 2)
      for name in ["a.caf", "b.wav"] {
        #expect(try SoundFile(parsing: folder.read(name)).duration == 29.9)
      }
    }
  }

  @Test func otherLimit() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("afconvert --limit 31.201 --over-limit fail in.wav out.caf \(Self.options)"))
    expectWarning(
      try folder.shell("afconvert --limit 5 --over-limit trim in.wav out.caf \(Self.options)"),
      "out.caf: warning: 31.2 s long, so only the first 4.9 s are kept; the limit is 5 s")
  }

  @Test func reportStatesTheOutcome() throws {
    let folder = try Self.folder()
    func lines(_ policy: String) throws -> [String] {
      try folder.shell("afconvert -v --over-limit \(policy) in.wav out.caf \(Self.options)")
        .outputLines.suffix(3)
    }
    #expect(
      try lines("trim").suffix(2) == [
        "Output file: out.caf, 29900 frames",
        "    over the limit: 31.2 s long, so only the first 29.9 s are kept",
      ])
    #expect(
      try lines("default") == [
        "Output file: out.caf, 57330 frames",
        "  Output file    1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet,"
          + " 64 frames/packet, 0 bytes/frame",
        "    over the limit: 31.2 s long, so the built-in chime is written in its place",
      ])
    #expect(
      try lines("omit").suffix(2) == [
        "Output file: out.caf, not written",
        "    over the limit: 31.2 s long, so it is not converted",
      ])
    #expect(try lines("warn").last == "    over the limit: 31.2 s long")
  }

  @Test func environmentAppliesTheLimitToUnchangedScripts() throws {
    let folder = try Self.folder()
    let line = "afconvert in.wav out.caf \(Self.options)"
    _ = try folder.shell("ALERTSOUND_OVER_LIMIT=trim \(line)")
    #expect(try SoundFile(parsing: folder.read("out.caf")).duration == 29.9)
    _ = try folder.shell("ALERTSOUND_OVER_LIMIT=trim ALERTSOUND_LIMIT=3 \(line)")
    #expect(try SoundFile(parsing: folder.read("out.caf")).duration == 2.9)
    let fails = try folder.shell("ALERTSOUND_OVER_LIMIT=fail \(line)")
    #expect(fails.ending == .exit(1))
    // Options override variables, and an empty variable counts as unset.
    expectSilentSuccess(
      try folder.shell(
        "ALERTSOUND_OVER_LIMIT=huh ALERTSOUND_LIMIT=x \(line) --over-limit fail --limit 40"))
    let unset = try folder.shell("ALERTSOUND_OVER_LIMIT= ALERTSOUND_LIMIT= \(line)")
    #expect(unset.errors.contains("--over-limit trim shortens it"))
  }

  @Test(arguments: [
    (
      "ALERTSOUND_OVER_LIMIT=cut",
      "ALERTSOUND_OVER_LIMIT takes default, omit, trim, fail, warn, not 'cut'"
    ),
    ("ALERTSOUND_LIMIT=long", "ALERTSOUND_LIMIT takes seconds, such as 30, not 'long'"),
  ])
  func usageErrorsOfTheEnvironment(environment: String, message: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.shell("\(environment) afconvert in.wav out.caf")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.hasPrefix(message + "\n\nUsage:"))
    #expect(try folder.names == ["in.wav"])
  }

  /// After a single dash, only the first letter counts, as with Apple's tool.
  @Test func singleDashesAreApplesOptions() throws {
    let folder = try Self.folder()
    // -l is the channel layout, and -o is the output.
    let outcome = try folder.shell("afconvert in.wav -data ima4 -f caff -over-limit out.caf")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.names == ["in.wav", "out.caf"])
    let layout = try folder.shell("afconvert in.wav out.caf -f caff -limit Nonsense")
    #expect(layout.errors.hasPrefix("unknown channel layout tag: Nonsense\n"))
  }

  @Test func customDefaultSound() throws {
    let ding = try soundFile(.aiff, .pcm(.int24, .big), channels: [.bell, .sine])
    let expected = try Self.conversion(SoundSource(bytes: ding))
    let environment = "ALERTSOUND_DEFAULT_SOUND=ding.aiff ALERTSOUND_OVER_LIMIT=default"
    for (environment, options) in [
      ("", "--default-sound ding.aiff"), ("", "--default-sound ding.aiff --over-limit default"),
      (environment, ""),
      (environment.replacing("ding.aiff", with: "nonsense"), "--default-sound ding.aiff"),
    ] {
      let folder = try Self.folder(["ding.aiff": ding])
      expectWarning(
        try folder.shell("\(environment) afconvert in.wav out.caf \(Self.options) \(options)"),
        "out.caf: warning: 31.2 s long, so ding.aiff is written in its place; \(Self.reason);"
          + " \(Self.wayOut)")
      #expect(try folder.read("out.caf") == expected)
    }
  }

  @Test func defaultSoundOfTheEnvironmentChoosesNoPolicy() throws {
    let folder = try Self.folder()
    let outcome = try folder.shell(
      "ALERTSOUND_DEFAULT_SOUND=missing afconvert in.wav out.caf \(Self.options)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.contains("--over-limit trim shortens it"))
  }

  /// A default sound that can't be read is an error even if no sound is too long.
  @Test(arguments: ["in.wav", "short.wav"]) func defaultSoundThatIsNoSound(input: String) throws {
    let folder = try Self.folder([
      "short.wav": soundFile(.wave, .pcm(.int16)), "text": Array("Dear diary".utf8),
    ])
    let names = try folder.names
    expectFailure(
      try folder.shell("afconvert \(input) out.caf \(Self.options) --default-sound text"),
      """
      Error: Couldn't open input file ('typ?')
      text: error: this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file; export the sound as WAV, AIFF or CAF
      """)
    #expect(try folder.names == names)
  }

  /// A sound of unknown length may last hours, so at most the part within the limit is written.
  @Test
  func longSoundOfUnknownLengthNeedsLittleSpace() throws {
    var flac = try PlainSound(.bell, frameCount: 400_000, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    flac[21] &= 0xF0
    for index in 22..<26 { flac[index] = 0 }
    let folder = try TemporaryDirectory(["in.flac": flac])
    let outcome = try folder.shell(
      "ulimit -f 400; trap '' XFSZ; exec afconvert in.flac out.wav --over-limit default")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.hasPrefix("out.wav: warning: at least 30 s long, so the built-in chime"))
    #expect(try folder.read("out.wav").count < 204_800)
  }

  @Test func paddingIsNamedIfItExceedsTheLimit() throws {
    let folder = try ShellFolder()
    let samples = [Int16](repeating: 0, count: 29_990)
    try folder.write(soundFile(.wave, .pcm(.int16), .int16(samples), sampleRate: 1000), to: "a.wav")
    let outcome = try folder.run("afconvert a.wav a.aifc -f AIFC -d ima4 --over-limit fail")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors.contains(
        "29.99 s long, and 30.016 s with the padding of its last packet, which AIFC files can't tell"
          + " from sound; "))
    #expect(try folder.run("afconvert a.wav a.caf -d ima4 --over-limit fail").ending == .exit(0))
  }
}

struct DefaultSoundCommandTests {
  private static func expected(
    _ container: Container, _ dataFormat: DataFormat,
    _ configure: (inout ConversionTarget) -> Void = { _ in }
  ) throws -> [UInt8] {
    var target = ConversionTarget(container: container, dataFormat: Optional(dataFormat))
    configure(&target)
    return try Conversion(of: DefaultSound.source, to: target).inMemory().bytes
  }

  @Test func theSearchIsTheDefault() throws {
    let folder = try TemporaryDirectory()
    expectSilentSuccess(try folder.shell("alertsound default-sound -o out.caf"))
    let expected = try Self.expected(.caf, .ima4) {
      $0.ima4Quality = IMA4SearchEncoder.defaultQuality
    }
    #expect(try folder.read("out.caf") == expected)
  }

  /// Each case: a name, options, and the formats. `-q 0` avoids the IMA4 search, slow in a debug build.
  @Test(arguments: [
    ("out.caf", "-q 0", Container.caf, DataFormat.ima4), ("out", "-q 0", .caf, .ima4),
    ("out.wav", "", .wave, .pcm(.int16)), ("out.aiff", "", .aiff, .pcm(.int16, .big)),
    ("out.aifc", "", .aifc, .pcm(.int16, .big)), ("out.aif", "-d ima4 -q 0", .aifc, .ima4),
    ("out.caf", "-d ulaw", .caf, .muLaw), ("out.caf", "-d 0", .caf, .pcm(.int16)),
    ("out.caf", "-d N -f AIFF", .aiff, .pcm(.int16, .big)),
    ("out.x", "-f WAVE", .wave, .pcm(.int16)),
    ("out.wav", "--file caff --data BEF32", .caf, .pcm(.float32, .big)),
  ])
  func formatsAreThoseOfTheOptionsOrTheName(
    name: String, options: String, container: Container, dataFormat: DataFormat
  ) throws {
    let folder = try TemporaryDirectory()
    expectSilentSuccess(try folder.shell("alertsound default-sound -o \(name) \(options)"))
    #expect(try folder.names == [name])
    let expected = try Self.expected(container, dataFormat)
    #expect(firstDifference(of: try folder.read(name), from: expected) == nil)
  }

  @Test func rateAndChannels() throws {
    let folder = try TemporaryDirectory(["out.wav": [1, 2, 3]])
    expectSilentSuccess(
      try folder.shell("alertsound default-sound -o out.wav -d LEI16@22050 -c 2 -r 20"))
    let expected = try Self.expected(.wave, .pcm(.int16)) {
      $0.sampleRate = 22_050
      $0.channels = .count(2)
      $0.resamplingMethod = .linear
    }
    #expect(try folder.read("out.wav") == expected)
  }
}
