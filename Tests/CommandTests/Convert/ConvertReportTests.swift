import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The output of `alertsound convert` for people and programs.
struct ConvertReportTests {
  private func manifest(_ folder: SoundFolder) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(folder.read("m.json")))
  }

  private func mixedFolder() throws -> SoundFolder {
    let folder = try SoundFolder()
    try folder.write(try SoundFolder.longSound.get(), to: "in/long.wav")
    try folder.write([1, 2, 3], to: "in/bad.wav")
    return folder
  }

  @Test func theManifestAgreesWithItsDocumentation() throws {
    let folder = try mixedFolder()
    var documents: [Any] = []
    try folder.write(
      try soundFile(.wave, .pcm(.int16), channels: [.bell, .bell, .bell]), to: "in/three.wav")
    for options in [
      "--android res/raw", "-q 1", "--over-limit omit", "--over-limit warn -d LEI16",
      "--over-limit trim -d LEI16", "--loudness -1 --trim-silence -d LEI16",
    ] {
      _ = try folder.convert("in -o out --manifest m.json \(options)")
      documents.append(try manifest(folder))
    }
    try folder.remove("in/bell.wav")
    try folder.write([1], to: "res/raw/chime.mp3")
    _ = try folder.convert(
      "in -o out --manifest m.json --over-limit trim -d LEI16 --android res/raw")
    documents.append(try manifest(folder))
    try folder.write(Array(try SoundFolder.longSound.get().prefix(20_000)), to: "in/cut.wav")
    let sound = try soundFile(.wave, .pcm(.int16))
    try folder.write(sound + sound, to: "in/joined.wav")
    let bell = Signal.bell.int16(frameCount: 500)
    try folder.write(
      try soundFile(
        .wave, .pcm(.int16), .int16(interleaved([bell, bell.map { -$0 }])), channelCount: 2),
      to: "in/antiphase.wav")
    _ = try folder.convert("in -o out --manifest m.json --allow-truncated -c 1")
    documents.append(try manifest(folder))
    _ = try folder.run("mkdir -p " + (0..<70).map { _ in "d" }.joined(separator: "/"))
    _ = try folder.convert("d -o out --manifest m.json")
    documents.append(try manifest(folder))
    try JSONDocumentation("alertsound.convert/2").expectAgreement(with: documents)
  }

  /// Later runs report the same quality.
  @Test(arguments: [0, 1]) func theManifestStatesTheQualityOfIMA4(quality: Int) throws {
    let folder = try SoundFolder()
    func codings(_ options: String) throws -> [String: [String: Double]] {
      _ = try folder.convert("in -o out --manifest m.json \(options)")
      let sounds = try folder.shell.manifestSounds()
      return Dictionary(
        uniqueKeysWithValues: try sounds.compactMap { sound in
          guard let coding = sound["ima4"] as? [String: Double] else { return nil }
          return (try #require(sound["input"] as? String), coding)
        })
    }
    #expect(try codings("-d LEI16 --prune") == [:])
    let found = try codings("-q \(quality)")
    // Expect no quality for `tick.caf`: IMA4 that stays IMA4 isn't encoded again.
    #expect(
      found.keys.sorted() == [
        "in/bell.wav", "in/chime.aiff", "in/deep/down/ring.wav", "in/deep/knock.caf",
      ])
    #expect(try codings("-q \(quality)") == found)
    for (input, coding) in found {
      #expect(coding["quality"] == Double(quality))
      let output = "out/\(input.dropFirst("in/".count).prefix { $0 != "." }).caf"
      let comparison = try SoundComparison(
        of: SoundSource(bytes: folder.read(output)), to: SoundSource(bytes: folder.read(input)))
      let ratio = try #require(coding["signalToNoise"])
      #expect(abs(ratio - comparison.signalToNoise) < 0.0051, "\(input)")
    }
  }

  @Test func theManifestMapsEveryInput() throws {
    let folder = try mixedFolder()
    #expect(try folder.convert("in -o out --manifest m.json").ending == .exit(1))
    let sounds = try folder.shell.manifestSounds()
    #expect(
      sounds.map { $0["input"] as? String } == [
        "in/bad.wav", "in/bell.wav", "in/chime.aiff", "in/deep/down/ring.wav", "in/deep/knock.caf",
        "in/long.wav", "in/tick.caf",
      ])
    #expect(
      sounds.map { $0["output"] as? String } == [
        nil, "bell.caf", "chime.caf", "deep/down/ring.caf", "deep/knock.caf", "long.caf",
        "tick.caf",
      ])
    #expect(
      sounds.map { $0["replaced"] as? Bool } == [
        false, false, false, false, false, true, false,
      ])
    for sound in sounds {
      guard let output = sound["output"] as? String else { continue }
      #expect(sound["outputByteCount"] as? Int == (try folder.read("out/\(output)").count))
      #expect((sound["verdict"] as? [String: Any])?["outcome"] as? String == "plays")
      #expect((sound["format"] as? [String: Any])?["formatID"] as? String == "ima4")
      #expect(sound["plays"] as? String == output.components(separatedBy: "/").last)
    }
    let long = sounds[5]
    #expect(long["outcome"] as? String == "replaced-by-default")
    #expect(long["sourceSeconds"] as? Double == 31)
    #expect(long["sourceSecondsAre"] as? String == "exact")
    let seconds = try #require(sounds[1]["seconds"] as? Double)
    #expect(abs(seconds - 700.0 / 44_100) < 1e-9)
    #expect((sounds[0]["error"] as? String)?.hasPrefix("in/bad.wav: error: ") == true)
    // Another run reports the same, except for what it did.
    _ = try folder.convert("in -o out --manifest n.json")
    let again = try folder.shell.manifestSounds("n.json")
    for (before, after) in zip(sounds, again) {
      var (before, after) = (before, after)
      let action = after.removeValue(forKey: "action") as? String
      before.removeValue(forKey: "action")
      #expect(action == (before["error"] == nil ? "unchanged" : "failed"))
      #expect(before as NSDictionary == after as NSDictionary)
    }
    _ = try folder.convert("in -o out --over-limit omit --manifest m.json")
    let omitted = try folder.shell.manifestSounds()[5]
    #expect(omitted["output"] == nil)
    #expect(omitted["plays"] as? String == "default")
    #expect(omitted["replaced"] as? Bool == false)
  }

  @Test(arguments: [
    ("--manifest in/bell.wav", "in/bell.wav: error: --manifest would replace a sound to convert"),
    ("--depfile out/bell.caf", "out/bell.caf: error: --depfile would replace a converted sound"),
    (
      "--manifest out/../out/.alertsound-records",
      "out/../out/.alertsound-records: error: --manifest would replace the records of earlier runs"
    ),
    ("--manifest m --depfile m", "m: error: --depfile would replace what --manifest writes"),
    ("--manifest m --depfile in/../m", "in/../m: error: --depfile would replace what --manifest"),
    ("--manifest link", "link: error: --manifest would replace a sound to convert"),
    ("--manifest elsewhere/tick.caf", "elsewhere/tick.caf: error: --manifest would replace a conv"),
    ("--options o --depfile o", "o: error: --depfile would replace the options file"),
    // On a case-insensitive file system, this is the output `out/bell.caf`.
    ("--manifest out/BELL.CAF", "out/BELL.CAF: error: --manifest would replace a converted sound"),
    (
      "--default-sound own.caf --depfile own.caf",
      "own.caf: error: --depfile would replace the --default-sound file"
    ),
    // Files that are sounds by their content or by their name.
    ("--manifest other", "other: error: --manifest would replace a sound; name another file"),
    ("--depfile x.wav", "x.wav: error: --depfile would replace a sound; name another file"),
    ("--manifest empty.mp3", "empty.mp3: error: --manifest would replace a sound"),
    ("--manifest packed", "packed: error: --manifest would replace a WavPack file"),
    ("--depfile song", "song: error: --depfile would replace MP3 audio; name another file"),
    ("--manifest nowhere/m.json", "nowhere/m.json: error: there is no such file or folder"),
    ("--manifest out/nowhere/m", "out/nowhere/m: error: there is no such file or folder"),
    ("--depfile in", "in: error: this is a folder"),
    ("--depfile in/bell.wav/d", "in/bell.wav/d: error: part of the path is a file, not a folder"),
    ("--manifest /dev/null", "/dev/null: error: this is not a regular file"),
  ])
  func reportsReplaceNothingElse(options: String, error: String) throws {
    let folder = try SoundFolder()
    let caf = try soundFile(.caf, .ima4)
    for (name, bytes) in [
      ("o", Array("-d ulaw".utf8)), ("own.caf", caf), ("other", caf), ("x.wav", caf),
      ("empty.mp3", []), ("packed", Array("wvpk\u{20}\0\0\0".utf8)),
      ("song", Array("ID3\u{4}\0\0".utf8)),
    ] { try folder.write(bytes, to: name) }
    _ = try folder.run("mkdir out; ln -s in/bell.wav link; ln -s out elsewhere")
    for _ in 0..<2 {
      let before = try folder.stamps()
      let outcome = try folder.convert("in -o out \(options)")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.hasSuffix("; name another file\n") == error.contains("would replace"))
      #expect(try folder.stamps() == before)
      // Make the outputs, so that they exist in the second round.
      try folder.succeed()
    }
    #expect(try folder.files(in: "in") == SoundFolder.sounds.get())
  }

  /// Many terminals execute control sequences in printed text.
  @Test(arguments: ["plain", "xcode", "github", "json"])
  func namesCannotControlATerminal(style: String) throws {
    let folder = try SoundFolder(["a\u{1B}[2Jb\u{9B}31mc\u{85}d.wav": [1, 2, 3]])
    let outcome = try folder.convert("in -o out --diagnostics \(style)")
    let controls = outcome.errors.unicodeScalars.filter {
      $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value
    }
    #expect(String(String.UnicodeScalarView(controls)) == "\n")
    let name =
      style == "json" ? "a\\u001b[2Jb\\u009b31mc\\u0085d.wav" : "a\\x1b[2Jb\\x9b31mc\\x85d.wav"
    #expect(outcome.errors.contains(name), "\(outcome.errors)")
  }

  /// GitHub runs a line that begins with blanks and `::`; GitHub, Azure Pipelines and TeamCity run `##[` and
  /// `##name[` anywhere. JSON still states the name.
  @Test(arguments: ["plain", "xcode", "github", "json"])
  func namesCannotGiveCommands(style: String) throws {
    let names = [
      "::notice title=x::a.wav", " ::error::b.wav", "\u{3000}::error::c.wav", "d##[group]e.wav",
      "##vso[task.x]f.wav", "g ::debug::h##teamcity[x.wav",
    ]
    let folder = try SoundFolder([:])
    for (index, name) in names.enumerated() {
      let sound = try soundFile(.wave, .pcm(.int16), .int16([Int16](repeating: 9, count: 99)))
      try folder.write(index % 2 == 0 ? sound : [1, 2, 3], to: "in/\(name)")
    }
    let outcome = try folder.run(
      """
      cd in; alertsound convert -q 0 . -o ../out --diagnostics \(style) -v
      alertsound convert -q 0 . -o ../out2 --manifest /dev/stdout --quiet --diagnostics \(style)
      alertsound check . --diagnostics \(style); alertsound check .; alertsound check . --sarif
      alertsound check . --junit; alertsound info ./*; alertsound info ./* --json
      COLUMNS=40 alertsound info --chunks ./*; afinfo ./*; afinfo -b "::notice title=x::a.wav"
      afinfo -x ./*; afconvert -v "::notice title=x::a.wav" "../out/ ::o.caf" -d ima4 -f caff
      afconvert " ::error::b.wav" ../out/b.caf -d ima4; alertsound compare ./*a.wav ./d*
      """)
    let lines = (outcome.outputText + outcome.errors).components(separatedBy: "\n")
    #expect(lines.count > 100)
    let severities = ["::error", "::warning", "::notice file=", "::notice::"]
    for line in lines {
      let isOwn = style == "github" && severities.contains { line.hasPrefix($0) }
      #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::") || isOwn, "\(line)")
      #expect(line.firstMatch(of: /##[a-z]*\[/) == nil, "\(line)")
    }
    let json = try folder.run("cd in; alertsound info ./d* --json")
    let object = try JSONSerialization.jsonObject(with: Data(json.outputText.utf8))
    let file = ((object as? [String: Any])?["files"] as? [[String: Any]])?.first
    #expect((file?["file"] as? String)?.hasSuffix("d##[group]e.wav") == true)
  }

  /// A command line can break the parser's rules or our own rules.
  @Test(arguments: [
    ("--lóud", "Unknown option '--lóud'"), ("--jobs 0", "--jobs takes 1 or more, not 0"),
    ("-d N", "-d N depends on each sound; name a format, such as LEI16"),
  ])
  func usageErrorsUseTheDiagnosticStyle(options: String, message: String) throws {
    let folder = try SoundFolder()
    for (style, line) in [
      ("xcode", "error: \(message)"), ("github", "::error::\(message)"),
      ("json", #"{"severity":"error","message":"\#(message)"}"#),
    ] {
      expectFailure(
        try folder.convert("in -o out --diagnostics \(style) \(options)"), status: 64, line)
      expectFailure(
        try folder.convert("in -o out --diagnostics=\(style) \(options)"), status: 64, line)
    }
    let plain = try folder.convert("in -o out \(options)")
    expectErrors(
      plain, exit: 64,
      """
      Error: \(message)
      Usage: alertsound convert [<options>] <inputs> ... --output <path>
        See 'alertsound convert --help' for more information.

      """)
    try folder.write("--diagnostics json \"", to: "o")
    let file = try folder.convert("in -o out --options o --diagnostics github")
    #expect(file.errors.hasPrefix("::error file=o::o: missing closing quote"))
  }

  @Test func diagnosticsUseTheDiagnosticStyle() throws {
    let folder = try mixedFolder()
    let path = folder.shell.directory.path("in")
    let long =
      "31 s long, so the built-in chime is written in its place; iOS plays its default sound for alerts over 30 s; --over-limit trim keeps the first 29.9 s of the sound instead"
    for (style, bad, warning) in [
      ("plain", "in/bad.wav: error: ", "in/long.wav: warning: \(long)"),
      ("xcode", "\(path)/bad.wav: error: ", "\(path)/long.wav: warning: \(long)"),
      (
        "github", "::error file=in/bad.wav::bad.wav: ",
        "::warning file=in/long.wav::long.wav: \(long)"
      ),
      (
        "json", #"{"file":"in/bad.wav","severity":"error","message":""#,
        #"{"file":"in/long.wav","severity":"warning","message":"\#(long)"}"#
      ),
    ] {
      let outcome = try folder.convert("in -o out --diagnostics \(style) --quiet")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.outputText == "")
      let lines = outcome.errorLines
      try #require(lines.count == 2)
      // Compare only the end of Xcode's paths: the temporary folder may be behind a link.
      #expect(
        lines[0].hasPrefix(bad) || style == "xcode" && lines[0].contains("/in/bad.wav: error: "))
      #expect(
        lines[1].hasSuffix(warning)
          || style == "xcode" && lines[1].hasSuffix("/in/long.wav: warning: \(long)"))
    }
  }

  @Test func jsonDiagnosticsAreJSON() throws {
    let name = "\"q\"\\ \u{1} \u{7F}\n\té.wav"
    let folder = try SoundFolder([name: [1, 2, 3]])
    let outcome = try folder.convert("in -o out --diagnostics json")
    let lines = outcome.errorLines
    try #require(lines.count == 1)
    let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: String]
    #expect(object?["file"] == "in/" + name)
    #expect(object?["severity"] == "error")
    #expect(object?["message"]?.isEmpty == false)
    let check = try folder.run("alertsound check in --diagnostics json")
    let finding =
      try JSONSerialization.jsonObject(with: Data(check.errors.utf8)) as? [String: String]
    #expect(finding?["file"] == "in/" + name)
  }

  /// Standard output has only the manifest, so that a program can read it from a pipe.
  @Test func aManifestGoesToStandardOutput() throws {
    let folder = try SoundFolder()
    _ = try folder.convert("in -o out --manifest m.json")
    let file = try folder.read("m.json")
    let quiet = try folder.convert("in -o out --manifest - --quiet")
    #expect(quiet.errors == "")
    let again = try folder.convert("in -o out --manifest m.json --quiet")
    #expect(again.output.isEmpty)
    #expect(try folder.read("m.json") == quiet.output)
    #expect(quiet.output != file)
    let loud = try folder.convert("in -o out --manifest - --force --depfile x.d")
    #expect(loud.output == file)
    #expect(loud.errors.contains("in/bell.wav -> out/bell.caf, "))
    #expect(loud.errors.contains("5 converted, 0 unchanged"))
    #expect(try folder.text("x.d").hasPrefix("out/.alertsound-records:"))
  }

  @Test(.enabled(if: TestSystem.hasFullDevice, "there is no /dev/full"))
  func aManifestThatCannotBePrintedIsASystemFault() throws {
    let folder = try SoundFolder()
    #expect(try folder.convert("in -o out --manifest - >/dev/full").ending == .exit(74))
    #expect(try folder.files(in: "out").count == 5)
  }

  @Test func quietPrintsOnlyWarningsAndErrors() throws {
    let folder = try SoundFolder()
    expectSilentSuccess(try folder.convert("in -o out --quiet"))
    try folder.remove("in/bell.wav")
    expectSilentSuccess(try folder.convert("in -o out --quiet"))
    expectSilentSuccess(try folder.convert("in -o out --quiet --prune"))
    #expect(try folder.files(in: "out").count == 4)
  }

  /// A sound that libsamplerate's best converter resamples slowly, so that the bar appears even on
  /// a fast machine.
  private static func slowSound(frameCount: Int) throws -> [UInt8] {
    try soundFile(
      .wave, .pcm(.int16), channels: Array(repeating: .noise, count: 4), frameCount: frameCount,
      sampleRate: 48_000)
  }

  @Test(.enabled(if: ShellFolder.hasTerminal, "python3 is not installed"))
  func aBarIsShownOnlyOnTerminals() throws {
    let slow = try Self.slowSound(frameCount: 300_000)
    let folder = try SoundFolder(
      Dictionary(uniqueKeysWithValues: (0..<4).map { ("\($0).wav", slow) }))
    let arguments = "in -o out -d LEI16@44100 --jobs 1 --force"
    for (locale, sign) in [("C.UTF-8", "█"), ("C", "#")] {
      let seen = try folder.shell.onTerminal(
        "LC_ALL=\(locale) COLUMNS=80 alertsound convert \(arguments) --resampler libsamplerate")
      #expect(seen.contains("\r\u{1B}[K\(sign)"))
      #expect(seen.contains("/4  "))
      #expect(seen.contains(" saved  "))
      #expect(seen.contains(" s left"))
      #expect(!seen.contains(" -> out/"))
      #expect(seen.contains("\r\u{1B}[K4 converted, 0 unchanged"))
    }
    #expect(try folder.shell.onTerminal("alertsound convert \(arguments) --quiet") == "")
    let log = try folder.convert(arguments)
    #expect(log.errors == "")
    #expect(!log.outputText.contains("\u{1B}"))
    #expect(log.outputLines.count == 5)
  }

  /// The bar also moves within one long file.
  @Test(.enabled(if: ShellFolder.hasTerminal, "python3 is not installed"))
  func theBarAdvancesWithinAFile() throws {
    let slow = try Self.slowSound(frameCount: 1_300_000)
    let folder = try SoundFolder(["0.wav": slow])
    let seen = try folder.shell.onTerminal(
      "LC_ALL=C COLUMNS=80 alertsound convert in -o out -d LEI16@44100 --resampler libsamplerate --force"
    )
    let bars = seen.components(separatedBy: "\r\u{1B}[K").filter { $0.contains(" 0/1 ") }
    let lengths = bars.map { bar in bar.prefix { $0 == "#" }.count }
    #expect(lengths.contains { $0 > 0 && $0 < 24 }, "\(bars)")
    #expect(lengths == lengths.sorted())
    #expect(bars.allSatisfy { $0.contains("#") || $0.contains(".") })
  }

  /// A terminal that can't erase a line gets the same output as a log.
  @Test(
    .enabled(if: ShellFolder.hasTerminal, "python3 is not installed"),
    arguments: ["TERM=dumb", "TERM=", "env -u TERM"])
  func aDumbTerminalGetsNoEscapes(setting: String) throws {
    let slow = try soundFile(
      .wave, .pcm(.int16), channels: [.noise], frameCount: 300_000, sampleRate: 48_000)
    let folder = try SoundFolder(["0.wav": slow])
    let seen = try folder.shell.onTerminal(
      "\(setting) alertsound convert in -o out -d LEI16@44100 --force")
    #expect(!seen.contains("\u{1B}"))
    #expect(seen.hasPrefix("in/0.wav -> out/0.caf, "))
    let copied = try folder.shell.onTerminal(
      "\(setting) afconvert in/0.wav x.caf -f caff -d LEI16@44100")
    #expect(copied == "")
  }

  @Test(.enabled(if: ShellFolder.hasTerminal, "python3 is not installed"))
  func afconvertShowsProgress() throws {
    let slow = try Self.slowSound(frameCount: 1_300_000)
    let folder = try SoundFolder(["0.wav": slow])
    let seen = try folder.shell.onTerminal(
      "afconvert in/0.wav x.caf -f caff -d LEI16@44100 --resampler libsamplerate")
    let lines = seen.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.count > 2)
    // The bar is cleared at the end, and nothing else is printed.
    #expect(lines.first == "" && lines.last == "")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.wholeMatch(of: /[0-9]+ %/) != nil })
    let log = try folder.run("afconvert in/0.wav x.caf -f caff -d LEI16@44100")
    expectSilentSuccess(log)
  }
}
