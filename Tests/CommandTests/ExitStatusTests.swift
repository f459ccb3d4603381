import SoundFormat
import TestSupport
import Testing

/// Exit statuses distinguish bad inputs from system failures.
struct ExitStatusTests {
  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 700), to: "in.wav")
    try folder.write(Array("no sound".utf8), to: "bad.wav")
    try folder.write([], to: "file/x")
    return folder
  }

  @Test(arguments: [
    ("afconvert bad.wav out.caf -f caff -d ima4", 1),
    ("afconvert none.wav out.caf -f caff -d ima4", 1),
    ("afconvert in.wav out.wav -f WAVE -d ima4", 1),
    ("afconvert in.wav /dev/full/out.caf -f caff -d ima4", 1),
    ("afconvert in.wav -x", 2),
    ("afinfo bad.wav", 1),
    ("afinfo none.wav", 1),
    ("afinfo -c nope in.wav", 1),
    ("afinfo --nope", 2),
    ("alertsound convert -q 0 in.wav bad.wav -o out", 1),
    ("alertsound convert -q 0 in.wav none.wav -o out", 1),
    ("alertsound convert in.wav", 64),
    ("alertsound check bad.wav", 1),
    ("alertsound check none.wav", 1),
    ("alertsound info none.wav", 1),
    ("alertsound compare in.wav none.wav", 1),
    ("alertsound resolve no.caf --bundle file", 1),
    ("alertsound resolve no.caf --bundle none.app", 1),
  ])
  func statusDistinguishesInputAndSystem(line: String, status: Int32) throws {
    let outcome = try Self.folder().run(line)
    #expect(outcome.ending == .exit(status), "\(outcome.errors)")
  }

  @Test(
    .enabled(if: TestSystem.hasFullDevice, "there is no /dev/full"),
    arguments: [
      "afinfo in.wav",
      "afconvert -v in.wav out.caf -f caff -d ima4",
      "afconvert -hf",
      "afconvert --version",
      "afinfo --version",
      "alertsound --help",
      "alertsound convert -q 0 in.wav -o out",
      "alertsound check in.wav",
      "alertsound info in.wav",
    ])
  func aFullDiskIsASystemFault(line: String) throws {
    let outcome = try Self.folder().run("\(line) >/dev/full")
    #expect(outcome.ending == .exit(74), "\(outcome.errors)")
  }

  /// Permissions don't apply to root, so root runs this as another user.
  @Test(
    .enabled(if: NonRoot.isPossible, "needs a user other than root"),
    arguments: [
      "afconvert shut.wav out.caf -f caff -d ima4", "afinfo shut.wav", "afinfo bad.wav shut.wav",
      "alertsound convert -q 0 shut.wav bad.wav -o out", "alertsound check shut.wav bad.wav",
      "alertsound check .", "alertsound info shut.wav bad.wav",
      "alertsound compare shut.wav in.wav",
      "alertsound resolve ring.wav --bundle App.app",
      "afconvert in.wav shut/out.caf -f caff -d ima4", "alertsound convert -q 0 in.wav -o shut",
      "alertsound default-sound -o shut/out.caf",
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
    try folder.write(Array(script.utf8), to: "script")
    let outcome = try folder.run("\(NonRoot.prefix) bash script")
    #expect(outcome.ending == .exit(74), "\(outcome.outputText)\(outcome.errors)")
  }

  @Test(arguments: ["afconvert", "afinfo", "alertsound"])
  func theVersionIsOneLine(command: String) throws {
    let outcome = try Self.folder().run("\(command) --version")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "0.1.0\n")
    #expect(outcome.errors == "")
  }
}
