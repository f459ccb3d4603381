import CommandSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck
@testable import AlertSound
@testable import AlertSoundCommand

/// A link to another folder replaces a folder during a run. Nothing is written, read or removed through the link.
struct HostileLinkTests {
  private let directory: TemporaryDirectory
  private let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  /// Makes a folder of sounds, and another folder of files that have the names of sounds and outputs but are no sounds.
  init() throws {
    directory = try TemporaryDirectory()
    for name in ["a", "sub/b", "sub/c", "sub/d"] {
      try directory.make("in/\(name).wav", soundFile(.wave, .pcm(.int16), frameCount: 300))
    }
    for path in ["b", "c", "d", "sub/b", "sub/c", "sub/d"].flatMap({ [$0 + ".wav", $0 + ".caf"] }) {
      try directory.make("other/" + path, [7])
    }
  }

  /// The bytes of the files in the other folder, by their paths.
  private func others() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: directory.path("other"))
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, (try? directory.read("other/\($0)")) ?? []) })
  }

  private func path(_ name: String) -> FilePath { FilePath(directory.path(name)) }

  private func swap(_ name: String) throws {
    let path = directory.path(name)
    try? FileManager.default.moveItem(atPath: path, toPath: directory.path("moved"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: directory.path("other"))
  }

  private func listing() -> BatchListing {
    BatchListing(of: [path("in")], into: path("out"), container: .caf)
  }

  /// Runs a batch, and swaps a folder after a number of sounds. Returns the errors.
  private func convert(
    swapping folder: String, after count: Int, prune: Bool = false
  ) throws -> [String] {
    let listing = listing()
    var batch = try Batch(
      listing.items, into: path("out"), by: AlertConverter(to: target, limit: LengthLimit(.fail)))
    batch.listing = listing
    batch.prunes = prune
    if folder == "res" {
      batch = batch.forAndroid(AndroidOutput(folder: path("res"), format: .wav))
    }
    let results = try BatchRun(batch).results(jobs: 1) {
      if case .finished(count - 1, _) = $0 { try swap(folder) }
    }
    #expect(results.recordsFailure == nil)
    return results.sounds.compactMap {
      if case .failed(let error) = $0.action { error.reason } else { nil }
    }
  }

  /// The columns are the folder, after how many sounds it is swapped, and the error of the other sounds. If there is no
  /// error, they are read or written in the folder that was moved away. `res` is the folder for Android.
  @Test(
    arguments: [
      ("out/sub", 1, "is a symbolic link"), ("out/sub", 2, "is a symbolic link"), ("out", 1, nil),
      ("res", 1, nil), ("in/sub", 1, "was replaced while"), ("in/sub", 2, nil),
      ("in", 1, "was replaced while"), ("in", 2, nil),
    ] as [(String, Int, String?)])
  func conversions(folder: String, count: Int, error: String?) throws {
    let before = try others()
    let errors = try convert(swapping: folder, after: count)
    #expect(errors.count == (error == nil ? 0 : 4 - count))
    #expect(errors.allSatisfy { $0.contains(error ?? "") })
    #expect(try others() == before)
  }

  /// The output of a missing sound is removed, but not a file with the same bytes in the other folder.
  @Test(arguments: ["out/sub", "out"]) func orphans(folder: String) throws {
    _ = try convert(swapping: "unused", after: 1)
    for name in ["d.caf", "sub/d.caf"] {
      try directory.write(directory.read("out/sub/d.caf"), to: "other/\(name)")
    }
    try FileManager.default.removeItem(atPath: directory.path("in/sub/d.wav"))
    let before = try others()
    #expect(try convert(swapping: folder, after: 3, prune: true) == [])
    #expect(try others() == before)
  }

  /// A staged file, and a report, a page or a candidate of `compare`, whose folder was opened before.
  @Test func singleFiles() throws {
    let (file, before) = (path("out/sub/b.caf"), try others())
    try file.folder.createFolders()
    let (report, folder) = (try WholeFile.check(file), OutputFolder(file.folder))
    let staged = try [folder.file(for: file), OutputFile(for: file)]
    try swap("out/sub")
    for file in staged { try file.commit(replacing: true) }
    try WholeFile.write([1], to: file, in: report)
    let stamp = FileStamp(of: file)
    try report.setTimes(of: file, toEpoch: true)
    #expect(FileStamp(of: file) == stamp)
    #expect(try directory.read("moved/b.caf") == [1])
    // Create a folder again after it was removed, but not if a link has its path.
    try FileManager.default.removeItem(atPath: directory.path("moved"))
    #expect(throws: SoundError.self) { try WholeFile.write([2], to: file, in: folder) }
    #expect(try others() == before)
    try FileManager.default.removeItem(atPath: directory.path("out/sub"))
    try WholeFile.write([2], to: file, in: folder)
    #expect(try directory.read("out/sub/b.caf") == [2])
  }

  /// The columns are the checked folder, the folder that is swapped after the first sound, and how many sounds are read.
  @Test(
    arguments: [
      ("in", "in/sub", 1), ("in", "in", 4), ("A.app", "A.app/sub", 1), ("A.app", "A.app", 4),
    ])
  func checks(checked: String, folder: String, count: Int) throws {
    try FileManager.default.copyItem(
      atPath: directory.path("in"), toPath: directory.path("A.app"))
    var readCount = 0
    try SoundCheck().check(path(checked)) {
      if case .sound(let sound) = $0, sound.sound != nil { readCount += 1 }
      if !FileManager.default.fileExists(atPath: directory.path("moved")) { try swap(folder) }
    }
    #expect(readCount == count)
  }

  /// The folder is swapped after it was listed.
  @Test(arguments: ["in/sub", "in"]) func previews(folder: String) throws {
    let words = ["preview", directory.path("in"), "--markdown"].map { CommandArgument($0) }
    let command = try #require(try CommandLineWords.parsed(words) as? PreviewCommand)
    let preview = try Preview(command, words: words)
    try swap(folder)
    #expect(preview.sounds.count == 4)
    for sound in preview.sounds {
      #expect((try? preview.open(sound.path).bytes(at: 0, count: 1)) != [7])
    }
  }

  /// The columns are the folder, swapped after the project was listed, and how many sounds are read.
  @Test(arguments: [("in/res/raw", 0), ("in", 3)]) func projects(folder: String, count: Int) throws
  {
    try directory.make("in/res/")
    try FileManager.default.moveItem(
      atPath: directory.path("in/sub"), toPath: directory.path("in/res/raw"))
    try directory.write("android {}", to: "in/build.gradle")
    let files = try ProjectFiles(
      in: AnchoredFolder(path("in")), of: .known
    ) { _ in false }
    try swap(folder)
    let check = ProjectCheck(of: try #require(Project(reading: files)), for: SoundCheck())
    #expect(check.sounds.count { $0.sound != nil } == count)
  }
}
