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
    // In the second round, the outputs exist.
    for round in 0..<(options.contains("out/") ? 2 : 1) {
      if round > 0 { try folder.succeed() }
      let before = try folder.stamps()
      let outcome = try folder.convert("in -o out \(options)")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
      #expect(outcome.errorLines.count == 1)
      #expect(outcome.errors.hasSuffix("; name another file\n") == error.contains("would replace"))
      #expect(try folder.stamps() == before)
    }
    #expect(try folder.files(in: "in") == SoundFolder.sounds.get())
  }

  /// Many terminals execute control sequences in printed text.
  @Test(arguments: ["plain", "xcode", "github", "json"])
  func namesCannotControlATerminal(style: String) throws {
    let name = "\"q\"\\ \u{1B}[2J\u{9B}31m\u{85}\n\té.wav"
    let folder = try SoundFolder([name: [1, 2, 3]])
    let outcome = try folder.convert("in -o out --diagnostics \(style)")
    let controls = outcome.errors.unicodeScalars.filter {
      $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value
    }
    #expect(String(String.UnicodeScalarView(controls)) == "\n")
    guard style == "json" else {
      return #expect(outcome.errors.contains(#"\x1b[2J\x9b31m\x85"#))
    }
    let check = try folder.run("alertsound check in --diagnostics json")
    for line in [outcome.errors, check.errors] {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(object?["file"] == "in/" + name)
      #expect(object?["severity"] == "error")
    }
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

  /// Standard output has only the manifest, so that a program can read it from a pipe.
  @Test func aManifestGoesToStandardOutput() throws {
    let folder = try SoundFolder()
    if TestSystem.hasFullDevice {
      #expect(try folder.convert("in -o out --manifest - >/dev/full").ending == .exit(74))
    }
    _ = try folder.convert("in -o out --manifest m.json --force")
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

  /// Four channels, which libsamplerate's best converter resamples slowly. So the bar appears even on a fast machine.
  private static func slowSound() throws -> SoundFolder {
    try SoundFolder([
      "0.wav": try soundFile(
        .wave, .pcm(.int16), channels: Array(repeating: .noise, count: 4), frameCount: 1_000_000,
        sampleRate: 48_000)
    ])
  }

  private static let slowly = "-d LEI16@44100 --resampler libsamplerate"

  @Test(
    .enabled(if: ShellFolder.hasTerminal, "python3 is not installed"),
    arguments: [("C.UTF-8", "█"), ("C", "#")])
  func aTerminalHasABar(locale: String, sign: Character) throws {
    let folder = try Self.slowSound()
    let seen = try folder.shell.onTerminal(
      "LC_ALL=\(locale) COLUMNS=80 alertsound convert in -o out \(Self.slowly)")
    for part in [" 0/1 ", " saved  ", " s left", "\r\u{1B}[K1 converted, 0 unchanged"] {
      #expect(seen.contains(part))
    }
    #expect(!seen.contains(" -> out/"))
    // The bar also moves within the file.
    let bars = seen.components(separatedBy: "\r\u{1B}[K").filter { $0.contains(" 0/1 ") }
    let lengths = bars.map { bar in bar.prefix { $0 == sign }.count }
    #expect(lengths.contains { $0 > 0 && $0 < 24 }, "\(bars)")
    #expect(lengths == lengths.sorted())
  }

  @Test(.enabled(if: ShellFolder.hasTerminal, "python3 is not installed"))
  func afconvertShowsProgressOnlyOnATerminal() throws {
    let folder = try Self.slowSound()
    let line = "afconvert in/0.wav x.caf -f caff \(Self.slowly)"
    let lines = try folder.shell.onTerminal(line).components(separatedBy: "\r\u{1B}[K")
    #expect(lines.count > 2)
    // The bar is cleared at the end, and nothing else is printed.
    #expect(lines.first == "" && lines.last == "")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.wholeMatch(of: /[0-9]+ %/) != nil })
    expectSilentSuccess(try folder.run(line))
    #expect(
      try folder.shell.onTerminal("alertsound convert in -o out --quiet \(Self.slowly)") == "")
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
}
