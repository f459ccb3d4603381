import Foundation
import SoundFormat
import TestSupport
import Testing

/// A failed conversion leaves everything as it was.
struct SafetyTests {
  private static let old: [UInt8] = Array("what was there before".utf8)

  /// Conversions through the system's copy, a change of byte order, and the codecs.
  private static let conversions = [
    "-f caff -d LEI16", "-f AIFF -d BEI16", "-f caff -d ima4", "-f WAVE -d ulaw --no-filler",
  ]

  /// Where writing stops, in blocks of 512 bytes: inside the header, right after it, and early and late in
  /// the audio. The shortest output has 65 blocks.
  private static let limits = [1, 2, 7, 8, 9, 10, 17, 32, 50, 64]

  private static func folder() throws -> TemporaryDirectory {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 33_000)
    return try TemporaryDirectory(["in.wav": wave, "out": old])
  }

  private func expectNothingHappened(in folder: TemporaryDirectory, to input: [UInt8]) throws {
    #expect(try folder.names == ["in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
    #expect(try folder.read("in.wav") == input)
  }

  @Test(arguments: conversions)
  func failedWriteLeavesTheOldFile(options: String) throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    for limit in Self.limits {
      let outcome = try folder.shell(
        "ulimit -f \(limit); trap '' XFSZ; exec afconvert \(options) in.wav out")
      #expect(outcome.ending == .exit(74), "\(limit) blocks")
      #expect(outcome.outputText == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first == "Error: ExtAudioFileWrite failed (-36)")
      #expect(lines.last?.hasPrefix("out: error: ") == true)
      try expectNothingHappened(in: folder, to: input)
    }
  }

  @Test(arguments: conversions)
  func failedWriteInPlaceLeavesTheInput(options: String) throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    for limit in [1, 9, 64] {
      let outcome = try folder.shell(
        "ulimit -f \(limit); trap '' XFSZ; exec afconvert \(options) in.wav in.wav")
      #expect(outcome.ending == .exit(74), "\(limit) blocks")
      try expectNothingHappened(in: folder, to: input)
    }
  }

  @Test func failedWriteOfANewFileLeavesNone() throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    for arguments in ["in.wav new", "in.wav"] {
      let outcome = try folder.shell(
        "ulimit -f 20; trap '' XFSZ; exec afconvert -f caff -d ima4 \(arguments)")
      #expect(outcome.ending == .exit(74))
      try expectNothingHappened(in: folder, to: input)
    }
  }

  /// The limit allows the smallest output, so that only the second one fails.
  @Test func severalOutputsAreWrittenTogetherOrNotAtAll() throws {
    let folder = try Self.folder()
    let outcome = try folder.shell(
      "ulimit -f 100; trap '' XFSZ; exec afconvert in.wav -f caff -o 1 -d ima4 -o out -d LEI16")
    #expect(outcome.ending == .exit(74))
    #expect(try folder.names == ["in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
  }

  @Test(.enabled(if: NonRoot.isPossible, "needs a user other than root"))
  func readOnlyFolderIsAnError() throws {
    let folder = try Self.folder()
    try NonRoot.own(folder.url)
    expectFailure(
      try folder.shell(
        "chmod a-w . && (\(NonRoot.prefix) afconvert in.wav new.caf -d ima4); s=$?; chmod u+w .; exit $s"
      ), status: 74,
      """
      Error: ExtAudioFileCreateWithURL failed (-54)
      new.caf: error: permission denied; check the permissions of the file and its folder
      """)
    #expect(try folder.names == ["in.wav", "out"])
  }

  @Test(.enabled(if: NonRoot.isPossible, "needs a user other than root"))
  func unreadableInputIsAnError() throws {
    let folder = try Self.folder()
    try NonRoot.own(folder.url)
    expectFailure(
      try folder.shell("chmod a-r in.wav && \(NonRoot.prefix) afconvert in.wav new.caf -d ima4"),
      status: 74,
      """
      Error: Couldn't open input file (-54)
      in.wav: error: permission denied; check the permissions of the file and its folder
      """)
  }

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("002", 0o664), ("0", 0o666)])
  func permissionsOfANewFileFollowTheUmask(mask: (String, permissions: Int)) throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("umask \(mask.0); afconvert -f caff -d ima4 in.wav new"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
    #expect(attributes[.posixPermissions] as? Int == mask.permissions)
  }

  @Test func linkAsOutputIsReplacedAndItsFileKept() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell(
        """
        ln -s out link && ln -s nowhere broken || exit 9
        afconvert -f caff -d ima4 in.wav link && afconvert -f caff -d ima4 in.wav broken || exit 8
        test ! -h link && test ! -h broken && cmp link broken
        """))
    #expect(try folder.names == ["broken", "in.wav", "link", "out"])
    #expect(try folder.read("out") == Self.old)
  }

  @Test func hardLinksToTheOldFileKeepItsBytes() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("ln out other && afconvert -f caff -d ima4 in.wav out"))
    #expect(try folder.read("other") == Self.old)
    #expect(try SoundFile(parsing: folder.read("out")).container == .caf)
  }

  @Test func linksToAFolderOrDeviceAreRejected() throws {
    let folder = try Self.folder()
    for target in ["/tmp", "/dev/null"] {
      let outcome = try folder.shell(
        "ln -s \(target) link; afconvert -f caff in.wav link; s=$?; test -h link || exit 9; rm link; exit $s"
      )
      #expect(outcome.ending == .exit(1))
    }
  }

  @Test func linkAsInputIsFollowed() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("ln -s in.wav link.wav && afconvert -f caff -d ima4 link.wav"))
    #expect(try folder.names == ["in.wav", "link.caf", "link.wav", "out"])
  }

  @Test func manyProcessesMayWriteTheSameFile() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell(
        """
        afconvert -f caff -d ima4 in.wav expected || exit 9
        for i in 1 2 3 4 5 6 7 8; do afconvert -f caff -d ima4 in.wav out & done
        wait; cmp out expected
        """))
    #expect(try folder.names == ["expected", "in.wav", "out"])
  }

  /// A file opened in place of a closed stream must not receive what the stream should.
  @Test(arguments: [
    ("", "<&- >&-"), ("", ">&- 2>&-"), ("", "<&- >&- 2>&-"), ("-v", "<&- 2>&-"), ("-v", "2>&-"),
  ])
  func closedStreamsDoNotCorruptFiles(option: String, redirection: String) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.afconvert("in.wav", "expected", "-f", "caff", "-d", "ima4"))
    let outputs = (1...40).map { " -o \($0).caf" }.joined()
    let outcome = try folder.shell(
      "afconvert \(option) in.wav -f caff -d ima4\(outputs) \(redirection)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
    let expected = try folder.read("expected")
    for name in 1...40 { #expect(try folder.read("\(name).caf") == expected) }
  }
}
