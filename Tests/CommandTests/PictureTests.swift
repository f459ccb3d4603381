import Foundation
import TestSupport
import Testing

/// The pictures of the articles are what the commands draw.
struct PictureTests {
  private static let pictures = [
    ("SonarBefore.svg", "cp Samples/Sonar.aiff .; alertsound info Sonar.aiff"),
    (
      "SonarReady.svg",
      "alertsound convert Samples/Sonar.aiff -o alert.caf --trim-silence --loudness -16; alertsound info alert.caf"
    ),
    (
      "BellRing.svg",
      "alertsound convert Samples/Bell.caf -o ring.caf --repeat 29 --gap 0.5; alertsound info ring.caf"
    ),
  ]

  @Test(arguments: pictures)
  func picturesAreUpToDate(name: String, line: String) throws {
    let folder = try ShellFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.directory.url.appending(path: "Samples"),
      withDestinationURL: packageRoot.appending(path: "Samples"))
    let outcome = try folder.run("set -e; \(line) --plot made.svg")
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let kept = packageRoot.appending(path: "Sources/AlertSound/AlertSound.docc/Resources/\(name)")
    #expect(try folder.directory.read("made.svg") == Array(Data(contentsOf: kept)))
  }
}
