import SoundFormat
import TestSupport
import Testing

/// Exit statuses distinguish bad inputs from system failures.
struct ExitStatusTests {
  private static func folder() throws -> ShellFolder {
    try ShellFolder([
      "in.wav": soundFile(.wave, .pcm(.int16), frameCount: 700), "bad.wav": Array("no sound".utf8),
    ])
  }

  /// The status is 74 even if there are also bad inputs. Root ignores permissions, so root runs
  /// this as another user.
  @Test(
    .enabled(if: NonRoot.isPossible, "needs a user other than root"),
    arguments: [
      "afinfo bad.wav shut.wav", "alertsound convert -q 0 shut.wav bad.wav -o out",
      "alertsound check shut.wav bad.wav", "alertsound check .", "alertsound info shut.wav bad.wav",
      "alertsound resolve ring.wav --bundle App.app", "alertsound convert -q 0 in.wav -o shut",
    ])
  func aMissingPermissionIsASystemFault(line: String) throws {
    let folder = try Self.folder()
    try NonRoot.own(folder.directory.url)
    let script = """
      cp in.wav shut.wav; mkdir shut App.app; cp in.wav App.app/ring.wav
      chmod 0 shut.wav App.app/ring.wav; chmod 500 shut
      \(line)
      status=$?; chmod -R u+rwx .; exit $status
      """
    try folder.write(script, to: "script")
    let outcome = try folder.run("\(NonRoot.prefix) bash script")
    #expect(outcome.ending == .exit(74), "\(outcome.outputText)\(outcome.errors)")
  }

  @Test(arguments: ["afconvert", "afinfo", "alertsound"])
  func theVersionIsOneLine(command: String) throws {
    let outcome = try Self.folder().run("\(command) --version")
    expectSuccess(outcome, "0.1.0\n")
  }
}

/// One program contains all commands. Its name or its first argument chooses the command.
struct ProgramNameTests {
  /// A folder with a sound, and with links to the program under other names.
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder(["bell.wav": soundFile(.wave, .pcm(.int16), frameCount: 700)])
    let links = try folder.run(
      """
      mkdir bin
      for name in afconvert afinfo other alertsound-1; do
        ln -s "$(command -v alertsound)" bin/$name
      done
      """)
    #expect(links.errors == "")
    return folder
  }

  private static func expectSame(
    _ lines: String, _ others: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (one, other) = (try folder().run(lines), try folder().run(others))
    #expect(one.outputText == other.outputText, sourceLocation: sourceLocation)
    #expect(one.errors == other.errors, sourceLocation: sourceLocation)
    #expect(one.ending == other.ending, sourceLocation: sourceLocation)
    #expect(one.outputText + one.errors != "", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "afconvert -d ima4 -f caff -v bell.wav -", "afconvert", "afconvert -hf", "afinfo bell.wav",
    "afinfo none.wav", "afinfo",
  ])
  func theNameOrTheFirstWordChooses(line: String) throws {
    for other in ["alertsound ", "bin/"] {
      try Self.expectSame("\(line) | od -c", "\(other)\(line) | od -c")
      try Self.expectSame("\(line) >x; echo $?", "\(other)\(line) >x; echo $?")
    }
  }

  @Test(arguments: ["other", "alertsound-1"])
  func anyOtherNameIsAlertsound(name: String) throws {
    try Self.expectSame("alertsound --version", "bin/\(name) --version")
    try Self.expectSame("afinfo bell.wav", "bin/\(name) afinfo bell.wav")
    try Self.expectSame("alertsound check bell.wav", "bin/\(name) check bell.wav")
  }

  @Test(arguments: ["afconvert", "afinfo"])
  func theirHelpIsFound(name: String) throws {
    try Self.expectSame("\(name) -h", "alertsound help \(name)")
  }

  /// Only the first word is a command. Any word after it is an argument.
  @Test func namesDoNotNest() throws {
    let outcome = try Self.folder().run("alertsound afconvert afinfo bell.wav")
    #expect(outcome.ending != .exit(0))
    #expect(outcome.errors.contains("afinfo"))
  }
}
