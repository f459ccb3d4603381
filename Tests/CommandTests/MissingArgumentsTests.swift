import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Hides `/proc`, in a mount namespace of its own.
  private func withoutProc(_ line: String, in folder: TemporaryDirectory) throws -> Tool.Outcome {
    try folder.shell("exec unshare -rm sh -c 'mount -t tmpfs none /proc && \(line)'")
  }

  private var canHideProc: Bool {
    guard let folder = try? TemporaryDirectory() else { return false }
    return (try? withoutProc("true", in: folder))?.ending == .exit(0)
  }

  /// If `/proc` isn't mounted, Swift's runtime knows no arguments.
  @Suite(
    .enabled(if: canHideProc, "mount namespaces are not allowed here"),
    .disabled(if: AllocationMeter.isSanitized, "a sanitizer misses /proc, too, and says so"))
  struct MissingArgumentsTests {
    @Test(arguments: [
      "afconvert in.wav out.caf -d ima4", "afinfo in.wav", "alertsound info in.wav", "afinfo",
    ])
    func areAnErrorInOneLine(line: String) throws {
      let folder = try TemporaryDirectory(["in.wav": soundFile(.wave, .pcm(.int16))])
      expectFailure(
        try withoutProc(line, in: folder), status: 74,
        "error: the arguments can't be read from /proc/self/cmdline; is /proc mounted?")
      #expect(try folder.names == ["in.wav"])
    }
  }
#endif
