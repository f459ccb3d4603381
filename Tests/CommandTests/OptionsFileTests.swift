import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSoundCommand

struct OptionsFileTests {
  private static func sounds() throws -> ShellFolder {
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 640)
    return try ShellFolder(["ping.wav": wave, "options/my default.wav": wave])
  }

  private static func convert(
    _ folder: ShellFolder, _ options: String, _ words: String
  ) throws -> Tool.Outcome {
    try folder.write(options, to: "options/file")
    return try folder.run("alertsound convert ping.wav --quiet \(words)")
  }

  /// The data format of `ping.caf`.
  private static func format(in folder: ShellFolder) throws -> String {
    String(decoding: try folder.read("ping.caf")[28..<32], as: UTF8.self)
  }

  @Test(arguments: [
    "-d ulaw", "# -d alaw\n  -d\tulaw\r\n", "--data=ulaw", "\"-d\" \"ulaw\"", "--da\"ta=ul\"aw",
  ])
  func optionsApply(text: String) throws {
    let folder = try Self.sounds()
    expectSilentSuccess(try Self.convert(folder, text, "-o ping.caf --options options/file"))
    #expect(try Self.format(in: folder) == "ulaw")
  }

  @Test func bothFormsOfTheOptionApply() throws {
    let folder = try Self.sounds()
    expectSilentSuccess(try Self.convert(folder, "-d ulaw", "-o ping.caf --options=options/file"))
    #expect(try Self.format(in: folder) == "ulaw")
    try folder.write("-d alaw", to: "options/other")
    expectSilentSuccess(
      try folder.run(
        "alertsound convert ping.wav --quiet --options options/file --options=options/other -o ping.caf"
          + " --depfile d"))
    #expect(try Self.format(in: folder) == "alaw")
    // The options files are dependencies.
    #expect(
      try folder.text("d") == """
        ping.caf: \\
          ping.wav \\
          options/file \\
          options/other
        ping.wav:
        options/file:
        options/other:

        """)
  }

  /// Paths in an options file, of inputs and of outputs, are relative to the options file.
  @Test(arguments: [
    ("-o new/", "--manifest m", "--depfile"), ("--output=new/", "--manifest=m", "--depfile"),
  ])
  func everyPathIsRelativeToTheFile(output: String, manifest: String, depfile: String) throws {
    let folder = try Self.sounds()
    let options = """
      "my default.wav" -d ulaw \(output) \(manifest)
      \(depfile) "d d" --limit 2 --jobs 2
      """
    try folder.write(options, to: "options/file")
    expectSilentSuccess(
      try folder.run("alertsound convert ping.wav --quiet --options options/file"))
    #expect(
      try folder.files() == [
        "options/d d", "options/file", "options/m", "options/my default.wav",
        "options/new/.alertsound-records", "options/new/my default.caf", "options/new/ping.caf",
        "ping.wav",
      ])
  }

  @Test(arguments: [
    ("-d ulaw -o other.caf", "--options options/file -d alaw -o ping.caf", "alaw"),
    ("-d ulaw -o ../ping.caf", "-d alaw -o other.caf --options options/file", "ulaw"),
  ])
  func laterOptionsOverride(text: String, words: String, format: String) throws {
    let folder = try Self.sounds()
    expectSilentSuccess(try Self.convert(folder, text, words))
    #expect(try Self.format(in: folder) == format)
    #expect(
      try folder.files() == ["options/file", "options/my default.wav", "ping.caf", "ping.wav"])
  }

  /// The shell's `<(…)` is also a pipe.
  @Test(arguments: ["printf -- '-d ulaw' | L /dev/stdin", "mkfifo p; printf -- '-d ulaw' >p & L p"])
  func aPipeIsRead(line: String) throws {
    let folder = try Self.sounds()
    let command = "alertsound convert ping.wav --quiet -o ping.caf --options "
    expectSilentSuccess(try folder.run(line.replacingOccurrences(of: "L ", with: command)))
    #expect(try Self.format(in: folder) == "ulaw")
  }

  /// A pipe can't be read again to find out whether an error is its own.
  @Test(arguments: [
    ("--nope", "", "p: error: Unknown option '--nope'"),
    ("--quiet", "--nope", "Error: Unknown option '--nope'"),
  ])
  func errorsDoNotReadAPipeAgain(text: String, words: String, error: String) throws {
    let outcome = try Self.sounds().run(
      "mkfifo p; printf -- '\(text)' >p & alertsound convert ping.wav -o ping.caf --options p \(words)"
    )
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.hasPrefix(error))
  }

  /// If an option stands where another option's value must be, the parser refuses it.
  @Test func anOptionsValueIsNotAnOptionsFile() throws {
    let folder = try Self.sounds()
    for (file, words) in [
      ("", "-d --options=none"), ("-d --options=none", "--options options/file"),
    ] {
      let outcome = try Self.convert(folder, file, words + " -o ping.caf")
      #expect(outcome.ending == .exit(64))
      let place = file.isEmpty ? "Error: " : "options/file: error: "
      #expect(outcome.errors.hasPrefix("\(place)Missing value for '-d <format>'\n"))
    }
  }

  @Test(arguments: [
    ("--options more", "an options file can't name another options file"),
    ("--options=more", "an options file can't name another options file"),
    (
      "-d ulaw\n--default-sound \"my default.wav",
      "missing closing quote in the line '--default-sound \"my default.wav'"
    ),
    ("-d ulaw --", "'--' has no meaning in a file; write ./ before a name"),
    ("--flaten", "Unknown option '--flaten'. Did you mean '--flatten'?"),
    ("-q 200", "-q takes 0 to 127, not 200"),
    // Refuse these 10,900 words, because the parser would take a minute for them.
    (
      String(repeating: "-v ", count: 10_900),
      "there are more than 1000 options and values"
    ),
  ])
  func invalidOptionsFilesAreRejected(text: String, reason: String) throws {
    let folder = try Self.sounds()
    expectFailure(
      try Self.convert(folder, text, "--options options/file -o ping.caf"),
      status: ["--fl", "-q 2"].contains(text.prefix(4)) ? 64 : 1, "options/file: error: \(reason)")
    #expect(try !folder.files().contains("ping.caf"))
  }

  @Test func whatIsNoOptionsFileIsRejected() throws {
    let folder = try Self.sounds()
    try folder.write([0xFF, 0xFE, 0], to: "options/bytes")
    for (name, reason) in [
      ("options/bytes", "this is not a valid options file"),
      ("options", "this is not a valid options file"),
      (
        "/dev/zero", "this is not a regular file; copy it to a regular file first, or pipe it in"
      ), ("none", "there is no such file or folder; check the spelling"),
    ] {
      expectFailure(
        try Self.convert(folder, "", "--options \(name) -o ping.caf"), "\(name): error: \(reason)")
    }
    // Mistakes on the command line aren't blamed on the file.
    let own = try Self.convert(folder, "-q 0", "--options options/file -o ping.caf --loud")
    #expect(own.ending == .exit(64))
    #expect(own.errors.hasPrefix("Error: Unknown option '--loud'"))
    #expect(try !folder.files().contains("ping.caf"))
  }

  /// Each case: a command that reads an endless pipe, and words of its error.
  @Test(arguments: [
    (
      "yes '# x' | alertsound convert ping.wav -o ping.caf --options /dev/stdin",
      "valid options file"
    ),
    ("yes '{' | alertsound resolve --bundle . --payload /dev/stdin", "too large for a payload"),
  ])
  func aPipeIsReadToALimit(line: String, reason: String) throws {
    let folder = try Self.sounds()
    // Limit the size of files, so that a command without its own limit fails. It would copy the pipe into a file.
    let outcome = try folder.run("ulimit -f 10000; \(line)")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  /// An options file may come from an untrusted project, so its options replace only earlier reports.
  @Test(arguments: ["--manifest", "--depfile"], ["notes", "other.json", "page.yml", "empty"])
  func reportsReplaceNoOtherFile(option: String, name: String) throws {
    let folder = try Self.sounds()
    let texts = [
      "notes": "alias ll='ls -l'\n", "other.json": "{\n  \"name\": 1\n}\n",
      "page.yml": "services:\n  web: x\n", "empty": "",
    ]
    let text = try #require(texts[name])
    try folder.write(text, to: name)
    for value in ["\(option) ../\(name)", "\(option)=../\(name)"] {
      let outcome = try Self.convert(folder, value, "-o ping.caf --options options/file")
      expectErrors(
        outcome,
        "options/file: error: \(option) would replace options/../\(name), which isn't"
          + " an earlier report; remove that file, or give \(option) on the command line\n")
    }
    #expect(try folder.read(name) == Array(text.utf8))
    #expect(try !folder.files().contains("ping.caf"))
  }
}
