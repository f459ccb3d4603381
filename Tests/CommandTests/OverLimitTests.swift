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

  /// Each case: the policy, the fact that the warning and the report state, the rest of the warning, and the output's
  /// length in seconds, or nil if there is none. The file that was there before may be the only copy.
  @Test(
    arguments: [
      ("warn", "out.caf", "31.2 s long", "; --over-limit trim shortens it", 31.2),
      ("trim", "out.caf", "31.2 s long, so only the first 29.9 s are kept", "", 29.9),
      (
        "default", "out.caf", "31.2 s long, so the built-in chime is written in its place",
        "; " + wayOut, 1.3
      ),
      (
        "omit", "in.wav", "31.2 s long, so it is not converted",
        "; \(wayOut); out.caf already existed and was left unchanged", nil
      ),
    ] as [(String, String, String, String, Double?)])
  func policies(policy: String, name: String, fact: String, rest: String, seconds: Double?) throws {
    let folder = try Self.folder(["out.caf": Self.old])
    let outcome = try folder.shell(
      "afconvert -v --over-limit \(policy) in.wav out.caf \(Self.options)")
    expectErrors(outcome, exit: 0, "\(name): warning: \(fact); \(Self.reason)\(rest)\n")
    #expect(outcome.outputLines.last == "    over the limit: " + fact)
    guard let seconds else {
      #expect(outcome.outputLines.suffix(2).first == "Output file: out.caf, not written")
      #expect(try folder.read("out.caf") == Self.old)
      return
    }
    #expect(try SoundFile(parsing: folder.read("out.caf")).duration == seconds)
    if policy == "default" {
      #expect(outcome.outputLines.suffix(3).first == "Output file: out.caf, 57330 frames")
    }
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

  @Test func anOmittedSoundIsNotReplacedByItself() throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    _ = try folder.shell("afconvert --over-limit omit in.wav in.wav \(Self.options)")
    #expect(try folder.read("in.wav") == input)
  }

  @Test(arguments: [
    "--over-limit trim in.wav -o a.caf -f caff -o b.wav",
    "in.wav -o a.caf -f caff -o b.wav --over-limit trim",
  ])
  func limitAppliesToAllOutputsInAnyPosition(arguments: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.shell("afconvert " + arguments)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errorLines.count == 2)
    for name in ["a.caf", "b.wav"] {
      #expect(try SoundFile(parsing: folder.read(name)).duration == 29.9)
    }
  }

  @Test func otherLimit() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("afconvert --limit 31.201 --over-limit fail in.wav out.caf \(Self.options)"))
    expectErrors(
      try folder.shell("afconvert --limit 5 --over-limit trim in.wav out.caf \(Self.options)"),
      exit: 0,
      "out.caf: warning: 31.2 s long, so only the first 4.9 s are kept; the limit is 5 s\n")
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
    // A default sound chooses no policy.
    for variables in [
      "ALERTSOUND_OVER_LIMIT= ALERTSOUND_LIMIT=", "ALERTSOUND_DEFAULT_SOUND=missing",
    ] {
      let unset = try folder.shell("\(variables) \(line)")
      #expect(unset.errors.contains("--over-limit trim shortens it"))
    }
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
      ("", "--default-sound ding.aiff"), (environment, ""),
      (environment.replacing("ding.aiff", with: "nonsense"), "--default-sound ding.aiff"),
    ] {
      let folder = try Self.folder(["ding.aiff": ding])
      expectErrors(
        try folder.shell("\(environment) afconvert in.wav out.caf \(Self.options) \(options)"),
        exit: 0,
        "out.caf: warning: 31.2 s long, so ding.aiff is written in its place; \(Self.reason);"
          + " \(Self.wayOut)\n")
      #expect(try folder.read("out.caf") == expected)
    }
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

  @Test func paddingIsNamedIfItExceedsTheLimit() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 29_990, sampleRate: 1000)
    let folder = try TemporaryDirectory(["a.wav": sound])
    let outcome = try folder.shell("afconvert a.wav a.aifc -f AIFC -d ima4 --over-limit fail")
    #expect(
      outcome.errors.contains(
        "29.99 s long, and 30.016 s with the padding of its last packet, which AIFC files can't tell"
          + " from sound; "))
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
