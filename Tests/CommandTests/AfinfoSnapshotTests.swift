import Foundation
import TestSupport
import Testing

/// Complete reports, recorded and reviewed line by line.
struct AfinfoSnapshotTests {
  static let samples = [
    "Bell.caf", "Chime.wav", "Knock.wav", "Limit.caf", "Marimba.caf", "MislabelledCAF.wav",
    "Pluck.aifc", "Siren.caf", "Sonar.aiff", "Surround.wav",
  ]

  /// What a terminal shows for command lines about a file.
  private func session(_ commands: [String], _ name: String, _ bytes: [UInt8]) throws -> String {
    let folder = try TemporaryDirectory([name: bytes])
    return try commands.map { command in
      let outcome = try folder.shell("\(command) '\(name)' 2>&1")
      #expect(outcome.ending == .exit(0))
      return "$ \(command) \(name)\n" + outcome.outputText
    }.joined()
  }

  @Test func everySampleHasASnapshot() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appending(path: "Samples").path(percentEncoded: false))
    let sounds = names.filter { $0.contains(/\.(caf|wav|aifc|aiff)$/) }
    #expect(sounds.sorted() == Self.samples)
  }

  @Test(arguments: samples)
  func samplesAreReported(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: packageRoot.appending(path: "Samples/\(name)")))
    let session = try session(
      ["afinfo", "afinfo -b", "afinfo -i --warnings", "afinfo -x"], name, bytes)
    let snapshot = Snapshot("Tests/CommandTests/Snapshots/afinfo/\(name).txt")
    #expect(try snapshot.difference(from: session) == nil)
  }

  @Test(
    .enabled(if: Corpus.installed != nil, "the corpus is not installed"),
    arguments: Corpus.installed?.rows ?? [])
  func realFilesAreReported(row: Corpus.Row) throws {
    let session = try session(["afinfo -i --warnings"], row["file"], try row.bytes())
    let snapshot = Snapshot("Tests/CommandTests/Snapshots/afinfo/corpus/\(row).txt")
    #expect(try snapshot.difference(from: session) == nil)
  }
}
