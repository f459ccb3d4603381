import SoundFormat
import TestSupport
import Testing

private var canHideDescriptors: Bool {
  guard let folder = try? TemporaryDirectory() else { return false }
  return (try? hidingDescriptors("true", in: folder))?.ending == .exit(0)
}

private func hidingDescriptors(
  _ line: String, in folder: TemporaryDirectory
) throws -> Tool.Outcome {
  try folder.shell(
    "exec unshare -rm sh -c 'mkdir hidden; mount --bind hidden /proc/$$/fd && \(line)'")
}

/// If the file system doesn't support unnamed files, outputs have a temporary name until they are complete.
///
/// Such systems are rare among test machines. So the test hides the command's way to name an unnamed file,
/// its entry in `/proc`, in a mount namespace of its own.
@Suite(.enabled(if: canHideDescriptors, "mount namespaces are not allowed here"))
struct FallbackTests {
  private static let old: [UInt8] = Array("what was there before".utf8)

  private func run(_ line: String, in folder: TemporaryDirectory) throws -> Tool.Outcome {
    try hidingDescriptors(line, in: folder)
  }

  private static func folder() throws -> TemporaryDirectory {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 33_000)
    let folder = try TemporaryDirectory(["in.wav": wave, "out": old])
    expectSilentSuccess(try folder.afconvert("in.wav", "expected", "-f", "caff", "-d", "ima4"))
    return folder
  }

  @Test(arguments: ["new", "out", "in.wav"])
  func bytesAreTheSame(name: String) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try run("exec afconvert in.wav \(name) -f caff -d ima4", in: folder))
    #expect(try folder.read(name) == folder.read("expected"))
    #expect(try folder.names == Set(["expected", "hidden", "in.wav", "out", name]).sorted())
  }

  @Test func aFreeNameIsChosen() throws {
    let folder = try Self.folder()
    try folder.write(Self.old, to: "in.caf")
    expectSilentSuccess(try run("exec afconvert -f caff -d ima4 in.wav", in: folder))
    #expect(try folder.read("in-1.caf") == folder.read("expected"))
    #expect(try folder.read("in.caf") == Self.old)
    #expect(
      try folder.names == ["expected", "hidden", "in-1.caf", "in.caf", "in.wav", "out"])
  }

  @Test(arguments: [1, 9, 50])
  func failedWriteLeavesTheOldFile(limit: Int) throws {
    let folder = try Self.folder()
    let outcome = try run(
      "ulimit -f \(limit); trap \"\" XFSZ; exec afconvert -f caff -d ima4 in.wav out", in: folder)
    #expect(outcome.ending == .exit(74))
    #expect(outcome.errors.hasPrefix("Error: ExtAudioFileWrite failed (-36)\n"))
    #expect(try folder.names == ["expected", "hidden", "in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
  }
}
