import Foundation
import SoundFormat
import TestSupport
import Testing

/// Help, and the usage errors that print it.
struct HelpTests {
  private static let banner = """

        Audio File Convert
        Version: 0.1.0 of alertsound, with the command line of Apple's afconvert 2.0
        Specify -h (-help) for command options


    """

  private static let synopsis = """
    Usage:
    afconvert [option...] input_file [output_file]
        Options may come before, between or after the file names.
        Without output_file, writes a new file beside input_file and overwrites nothing.

    afconvert input_file [-o output_file [option...]]...
        Writes several files. Options for an output file apply to the -o before them.

    """

  /// Shell completions parse this table, so its layout is Apple's.
  private static let formats = """
    Audio file and data formats:
        'AIFC' = AIFC (.aifc, .aiff, .aif)
                   data_formats: I8 BEI16 BEI24 BEI32 BEF32 BEF64 UI8 'ulaw'\u{20}
                                 'alaw' 'ima4'\u{20}
        'AIFF' = AIFF (.aiff, .aif)
                   data_formats: I8 BEI16 BEI24 BEI32\u{20}
        'BW64' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}
        'caff' = CAF (.caf)
                   data_formats: 'alaw' 'ima4' I8 BEI16 BEI24 BEI32 BEF32\u{20}
                                 BEF64 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
        'RF64' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}
        'WAVE' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}

    """

  @Test(arguments: [
    "-h", "-help", "--help", "-hello", "in.wav out.caf -h", "-h -x", "in -v -h -hf",
  ])
  func helpIsOnStandardOutputWithApplesStatus(arguments: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.shell("afconvert " + arguments)
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.outputText.hasPrefix(Self.banner + Self.synopsis + "\nOptions for an output file:"))
    #expect(outcome.errors == "")
  }

  @Test(arguments: ["-hf", "--help-formats", "-hf -h", "in.wav -hf"])
  func tableOfFormatsSucceeds(arguments: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.shell("afconvert " + arguments)
    expectSuccess(outcome, Self.formats)
  }

  @Test func noArgumentsAreAUsageError() throws {
    let outcome = try afconvert.outcome(of: [])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix(Self.banner + Self.synopsis))
  }

  @Test(arguments: [
    ("-v", "no input file specified"),
    ("a.wav b.caf c.caf", "too many file names: c.caf"),
    ("a.wav b.caf -o c.caf", "too many file names: b.caf"),
    ("-x a.wav", "unknown option: -x"),
    ("-ima4 a.wav", "unknown option: -ima4"),
    (
      "--src_complexity bats a.wav b.aiff",
      "unknown option: --src_complexity (did you mean --src-complexity?)"
    ),
    ("--data=ima4 a.wav", "unknown option: --data=ima4 (did you mean --data?)"),
    ("a.wav -d", "missing argument for -d | --data"),
    ("a.wav --src-complexity", "missing argument for --src-complexity"),
    ("a.wav -u vbrq", "missing argument for -u | --userproperty"),
    ("-c x a.wav", "invalid integer argument for -c | --channels: 'x'"),
    ("-c 0 a.wav", "-c | --channels takes 1 to 32767, not 0"),
    ("-c 32768 a.wav", "-c | --channels takes 1 to 32767, not 32768"),
    ("-f CA a.wav", "invalid 4-char-code argument for -f | --file: 'CA'"),
    ("-l Nonsense a.wav", "unknown channel layout tag: Nonsense"),
    ("-l Mono -l Mono -l Mono a.wav", "too many channel layout tags!"),
    ("--dither 3 a.wav", "--dither takes 1 to 2, not 3"),
    ("--over-limit Trim", "--over-limit takes default, omit, trim, fail, warn, not 'Trim'"),
    ("--limit 0", "--limit takes seconds, such as 30, not '0'"),
    ("a.wav --default-sound", "missing argument for --default-sound"),
  ])
  func usageErrorsArePrintedWithTheUsage(arguments: String, message: String) throws {
    let folder = try TemporaryDirectory()
    expectFailure(
      try folder.shell("afconvert " + arguments), status: 2,
      message + "\n\n" + Self.synopsis + "\n-h lists the options.")
    #expect(try folder.names == [])
  }
}

/// The help of `alertsound`'s commands.
struct CommandHelpTests {
  static let commands = [
    "", "convert", "info", "compare", "preview", "check", "resolve", "default-sound",
  ]

  private static func help(of command: String, columns: Int = 100) throws -> [String] {
    let outcome = try ShellFolder().run("COLUMNS=\(columns) alertsound \(command) --help")
    expectSuccess(outcome)
    return outcome.outputText.components(separatedBy: "\n")
  }

  /// A screen has 50 lines. The long lists are elsewhere.
  @Test(arguments: commands)
  func fitsTwoScreens(command: String) throws {
    let lines = try Self.help(of: command, columns: 80)
    #expect(lines.count <= 100)
    #expect(lines.filter { $0.count > 80 } == [])
    for word in ["android-channel-sound", "live-activity"] {
      #expect(!lines.joined().contains(word))
    }
  }

  /// Each listed value works. A wrong value's error says how to list them.
  @Test(arguments: [
    ("check --explain", "alertsound check --explain", "length", 55),
    ("check x --for", "alertsound check x.caf --for", "notification", 9),
    ("convert --for", "alertsound check x.caf --for", "notification", 9),
    ("resolve x --bundle x --for", "alertsound check x.caf --for", "notification", 9),
  ])
  func longListsAreShownOnRequest(
    line: String, use: String, first: String, count: Int
  ) throws {
    let folder = try ShellFolder(["x.caf": soundFile(.caf, .ima4, frameCount: 640)])
    let outcome = try folder.run("alertsound \(line) help")
    expectSuccess(outcome)
    let names = outcome.outputLines.map { $0.split(separator: " ")[0] }
    #expect(names.first == first[...] && names.count == count)
    for name in names {
      #expect([.exit(0), .exit(1)].contains(try folder.run("\(use) \(name)").ending), "\(name)")
    }
    let wrong = try folder.run("alertsound \(line) nothing")
    let option = line.split(separator: " ").last ?? ""
    #expect(wrong.ending == .exit(64) && wrong.errors.contains("'\(option) help' lists the values"))
  }

  /// The help opens with two examples, which work.
  @Test(arguments: commands)
  func opensWithTwoExamples(command: String) throws {
    let lines = try Self.help(of: command)
    #expect(lines[0].hasPrefix("OVERVIEW: ") && lines[1].isEmpty && lines[4].isEmpty)
    let folder = try ShellFolder.withDemoApp()
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 8000, sampleRate: 8000)
    for name in ["ring.mp3", "ring.wav", "Sounds/ring.wav", "MyApp/Sounds/ring.wav"] {
      try folder.write(sound, to: name)
    }
    let caf = try soundFile(.caf, .ima4, frameCount: 8000, sampleRate: 8000)
    for name in ["ring.caf", "Demo.app/ring.caf"] { try folder.write(caf, to: name) }
    try folder.write(#"{"aps": {"alert": "!", "sound": "default"}}"#, to: "push.json")
    _ = try folder.run("mv Demo.app MyApp.app; mv Demo.ipa MyApp.ipa")
    for line in lines[2...3] {
      #expect(line.hasPrefix("  alertsound \(command)"))
      let outcome = try folder.run(line)
      if outcome.errors.contains("this program was built without the page") { continue }
      let mayFail = line.contains("check MyApp.ipa")
      #expect(
        outcome.ending == .exit(0) || mayFail && outcome.ending == .exit(1),
        "\(line)\n\(outcome.errors)")
    }
  }
}

/// The man pages: no warnings, and examples that work as described.
struct ManualPageTests {
  static let pages = [
    "Sources/afconvert/afconvert.1", "Sources/afinfo/afinfo.1",
    "Sources/AlertSoundCommand/alertsound.1",
  ]

  private static func path(_ page: String) -> String {
    packageRoot.appending(path: page).path(percentEncoded: false)
  }

  /// On macOS, `man` has no `--warnings`.
  private static let warns =
    (try? ShellFolder().run("man --warnings -l '\(path(pages[0]))' >/dev/null"))?.ending == .exit(0)

  @Test(.enabled(if: warns, "man or its --warnings is not here"), arguments: pages, [78, 80, 120])
  func manHasNoWarnings(page: String, width: Int) throws {
    let outcome = try ShellFolder().run(
      "LC_ALL=C.UTF-8 MANWIDTH=\(width) man --warnings -l '\(Self.path(page))' >page")
    expectSuccess(outcome)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let page: String
    let line: String

    var testDescription: String { line }
  }

  /// The command lines in the literal blocks of the section EXAMPLES.
  static let examples: [Example] = pages.flatMap { page in
    let text = try? String(contentsOfFile: path(page), encoding: .utf8)
    let section =
      (text ?? "").components(separatedBy: "\n.Sh EXAMPLES\n").last?
      .components(separatedBy: "\n.Sh ").first ?? ""
    var lines: [Example] = []
    var isLiteral = false
    for line in section.split(separator: "\n") {
      if line.hasPrefix(".Bd ") || line == ".Ed" {
        isLiteral = line != ".Ed"
      } else if isLiteral {
        lines.append(Example(page: page, line: String(line).replacing("\\e", with: "\\")))
      }
    }
    return lines
  }

  /// A folder with the sounds that the examples name.
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 66_150)
    let caf = try soundFile(.caf, .ima4, frameCount: 640)
    let aiff = try soundFile(.aiff, .pcm(.int16, .big), frameCount: 640)
    // Write a WAVE under each name. Formats are detected by content, so the extensions don't matter.
    for name in ["ring.wav", "ring.mp3", "ring.flac"] { try folder.write(wave, to: name) }
    for name in ["ring.caf", "MyApp/Sounds/ring.caf", "build/MyApp.app/ring.caf"] {
      try folder.write(caf, to: name)
    }
    try folder.write(aiff, to: "Sounds/chime.aiff")
    return folder
  }

  @Test(arguments: examples)
  func examplesWriteTheStatedFiles(example: Example) throws {
    let folder = try Self.folder()
    let before = try folder.files()
    let outcome = try folder.run(
      example.line.replacing("alertsound convert", with: "alertsound convert -q 0"))
    expectSuccess(outcome)
    // Check the new files, and `ring.wav`, which an output may have replaced.
    for name in try folder.files() where !before.contains(name) || name == "ring.wav" {
      guard let dot = name.lastIndex(of: "."), !name.hasSuffix("-records") else { continue }
      let type = try folder.run("afinfo -b '\(name)'").outputText
      let expected = ["caf": "caff", "wav": "WAVE", "aiff": "AIFF"][
        String(name[dot...].dropFirst())]
      #expect(type.hasPrefix("\(name), \(expected ?? "none"), "), "\(type)")
    }
  }

  @Test func thereAreExamples() {
    for page in Self.pages { #expect(Self.examples.count { $0.page == page } >= 3, "\(page)") }
  }
}
