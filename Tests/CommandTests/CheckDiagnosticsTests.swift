import TestSupport
import Testing

/// `alertsound check --diagnostics`: the file that a line in a build log refers to.
struct CheckDiagnosticsTests {
  private static let song = Array("ID3 and so on".utf8)

  private static func archive() -> [UInt8] {
    ZipWriter([ZipWriter.Entry("Payload/Demo.app/song.mp3", song)]).bytes
  }

  private func errors(_ folder: ShellFolder, _ lines: String) throws -> [Substring] {
    let outcome = try folder.run(lines)
    #expect(outcome.ending == .exit(1))
    return outcome.errors.split(separator: "\n")
  }

  private func expect(
    _ lines: [Substring], _ beginnings: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(lines.count == beginnings.count, sourceLocation: sourceLocation)
    for (line, beginning) in zip(lines, beginnings) {
      #expect(line.hasPrefix(beginning + "this is MP3 audio"), sourceLocation: sourceLocation)
    }
  }

  /// An archive is a build product, and its entries aren't files.
  @Test func aFindingInAnArchiveAnnotatesNoFile() throws {
    let folder = try ShellFolder()
    try folder.write(Self.archive(), to: "Demo.ipa")
    expect(
      try errors(folder, "alertsound check Demo.ipa --diagnostics github"),
      "::error::Demo.ipa/Payload/Demo.app/song.mp3: ")
    expect(
      try errors(folder, "alertsound check Demo.ipa --diagnostics plain"),
      "Demo.ipa/Payload/Demo.app/song.mp3: error: ")
  }

  /// Clicking the message must open something.
  @Test func xcodeIsGivenTheArchiveItself() throws {
    let folder = try ShellFolder()
    try folder.write(Self.archive(), to: "Demo.ipa")
    let directory = try folder.run("pwd -P").outputText.dropLast()
    expect(
      try errors(folder, "cd -P . && alertsound check Demo.ipa --diagnostics xcode"),
      "\(directory)/Demo.ipa: error: Payload/Demo.app/song.mp3: ")
  }

  @Test func annotationsAreRelativeToTheCheckout() throws {
    let folder = try ShellFolder()
    try folder.write(Self.song, to: "repo/ios/Sounds/song.mp3")
    try folder.write(Self.song, to: "other.mp3")
    _ = try folder.run("mkdir repo/.git; ln -s repo alias")
    expect(
      try errors(
        folder,
        "cd repo/ios && alertsound check Sounds ../../other.mp3 --diagnostics github"),
      "::error file=ios/Sounds/song.mp3::song.mp3: ", "::error::../../other.mp3: ")
    let path = try folder.run("pwd -P").outputText.dropLast()
    expect(
      try errors(
        folder,
        "cd repo && alertsound check '\(path)/alias/ios/Sounds/song.mp3' '\(path)/other.mp3'"
          + " --diagnostics github"),
      "::error file=ios/Sounds/song.mp3::song.mp3: ", "::error::\(path)/other.mp3: ")
  }

  /// GitHub may check out to a folder without `.git`.
  @Test func theWorkspaceIsTheDefaultCheckout() throws {
    let folder = try ShellFolder()
    try folder.write(Self.song, to: "repo/ios/song.mp3")
    expect(
      try errors(
        folder,
        "export GITHUB_WORKSPACE=$PWD/repo; cd repo/ios; alertsound check . --diagnostics github"),
      "::error file=ios/song.mp3::song.mp3: ")
    expect(
      try errors(
        folder, "cd repo/ios; GITHUB_WORKSPACE= alertsound check . --diagnostics github"),
      "::error file=song.mp3::song.mp3: ")
  }
}
