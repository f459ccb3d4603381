import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// A folder with sounds in `in` that are converted into `out`.
struct SoundFolder {
  let shell: ShellFolder

  /// Changes whenever a file is written or replaced.
  struct Stamp: Hashable {
    let modificationTime: Int64
    let inode: UInt64
  }

  /// Short sounds in all containers, some in folders.
  static let sounds: Result<[String: [UInt8]], any Error> = Result {
    [
      "bell.wav": try soundFile(.wave, .pcm(.int16), frameCount: 700),
      "chime.aiff": try soundFile(.aiff, .pcm(.int24, .big), channels: [.bell, .noise]),
      "deep/knock.caf": try soundFile(.caf, .pcm(.float32), frameCount: 300),
      "deep/down/ring.wav": try soundFile(.wave, .muLaw, frameCount: 900, sampleRate: 8000),
      "tick.caf": try soundFile(.caf, .ima4, frameCount: 640),
    ]
  }

  /// A sound of 31 seconds.
  static let longSound: Result<[UInt8], any Error> = Result {
    try soundFile(.wave, .pcm(.int16), frameCount: 31_000, sampleRate: 1000)
  }

  init(_ sounds: [String: [UInt8]]) throws {
    shell = try ShellFolder(
      Dictionary(uniqueKeysWithValues: sounds.map { ("in/" + $0, $1) }))
    try shell.makeParent(of: "in/x")
  }

  init() throws {
    try self.init(try Self.sounds.get())
  }

  /// Writes a file, and creates its folders if necessary.
  func write(_ bytes: [UInt8], to name: String) throws {
    try shell.write(bytes, to: name)
  }

  func write(_ text: String, to name: String) throws { try shell.write(text, to: name) }

  /// Makes a file look this many seconds old.
  func age(_ name: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
      ofItemAtPath: shell.directory.path(name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: shell.directory.path(name))
  }

  func read(_ name: String) throws -> [UInt8] { try shell.read(name) }

  func text(_ name: String) throws -> String { try shell.text(name) }

  /// Runs shell lines with Apple's encoder, because the IMA4 search is slow in a debug build.
  func run(_ lines: String) throws -> Tool.Outcome {
    try shell.run(
      lines.replacingOccurrences(of: "alertsound convert", with: "alertsound convert -q 0"))
  }

  /// Runs `alertsound convert`.
  func convert(
    _ arguments: String = "in -o out", prefix: String = ""
  ) throws -> Tool.Outcome {
    try run("\(prefix) alertsound convert \(arguments)")
  }

  /// Runs `alertsound convert`, expects success, and returns the counts in the last line.
  @discardableResult
  func succeed(
    _ arguments: String = "in -o out", prefix: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try convert(arguments, prefix: prefix)
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return Self.counts(outcome)
  }

  /// The last line. If nothing fell back or failed, only its numbers of converted and unchanged sounds.
  static func counts(_ outcome: Tool.Outcome) -> String {
    let line = outcome.outputLines.last ?? ""
    return line.contains("fell back") ? line : line.components(separatedBy: ", 0 failed")[0]
  }

  /// All files in a folder except the records, by name.
  func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try shell.files() where name.hasPrefix(folder + "/") {
      guard !name.hasSuffix("/.alertsound-records") else { continue }
      files[String(name.dropFirst(folder.count + 1))] = try read(name)
    }
    return files
  }

  /// The stamps of all files, or of the files in one folder, including the records.
  func stamps(in folder: String? = nil) throws -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for name in try shell.files() where name.hasPrefix(folder.map { $0 + "/" } ?? "") {
      stamps[name] = try stamp(of: name)
    }
    return stamps
  }

  /// The stamp of a file or a link.
  func stamp(of name: String) throws -> Stamp {
    let status = try FilePath(shell.directory.path(name)).stat(followTargetSymlink: false)
    return Stamp(modificationTime: status.modificationTime, inode: UInt64(status.inode.rawValue))
  }
}
