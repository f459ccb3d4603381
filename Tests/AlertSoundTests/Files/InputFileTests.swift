import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct InputFileTests {
  @Test func bytesAreThoseOfTheFile() throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "file")
    let input = try InputFile(path: folder.filePath("file"))
    #expect(input.byteCount == bytes.count)
    #expect(input.path == folder.filePath("file"))
    for (offset, count) in [
      (0, 10_000), (0, 1), (9999, 1), (5000, 2500), (9999, 50), (10_000, 1), (10_001, 1), (0, 0),
      (0, -1), (7, .max), (.max, .max),
    ] {
      #expect(try input.bytes(at: offset, count: count) == bytes.bytes(at: offset, count: count))
    }
  }

  @Test func emptyFileOpens() throws {
    let folder = try TemporaryDirectory()
    try folder.write([], to: "file")
    let input = try InputFile(path: folder.filePath("file"))
    #expect(input.byteCount == 0)
    #expect(try input.bytes(at: 0, count: 12) == [])
    let error = #expect(throws: SoundError.self) { try SoundSource(path: input.path) }
    #expect(error?.step == .openingInput)
    #expect(error?.path == input.path)
    #expect(error?.cause == .sound(.empty, reason: "the file is empty"))
  }

  @Test func unlinkedFileStaysReadable() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1, 2, 3], to: "file")
    let input = try InputFile(path: folder.filePath("file"))
    try FileManager.default.removeItem(atPath: folder.path("file"))
    #expect(try input.bytes(at: 0, count: 3) == [1, 2, 3])
  }

  /// A descriptor that is passed in may not be at its start.
  @Test(arguments: [0, 1, 9999, 10_000, 10_001, 50_000])
  func aDescriptorIsReadFromItsOffset(start: Int) throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let rest = Array(bytes.dropFirst(start))
    let folder = try TemporaryDirectory()
    try folder.write(bytes, to: "file")
    let descriptor = try FileDescriptor.open(folder.filePath("file"), .readOnly)
    defer { try? descriptor.close() }
    try descriptor.seek(offset: Int64(start), from: .start)
    let input = try InputFile(path: FilePath("/dev/fd/\(descriptor.rawValue)"))
    #expect(input.byteCount == rest.count)
    for (offset, count) in [(0, 10_000), (0, 1), (7, 20), (9998, 5), (.max, 1), (3, .max)] {
      #expect(try input.bytes(at: offset, count: count) == rest.bytes(at: offset, count: count))
    }
    #expect(try input.digest(Monitor()) == ContentDigest.value(of: rest))
    // Reading doesn't move the descriptor's position.
    #expect(try descriptor.seek(offset: 0, from: .current) == Int64(start))
  }

  @Test func aLargeFileIsRejectedWithoutReadingIt() throws {
    let folder = try TemporaryDirectory()
    try folder.write([UInt8](repeating: 1, count: 1000), to: "file")
    let path = folder.filePath("file")
    #expect(try InputFile(path: path, byteLimit: 1000).byteCount == 1000)
    let error = #expect(throws: SoundError.self) { try InputFile(path: path, byteLimit: 999) }
    #expect(error?.isLimitExceeded == true)
    #expect(error?.description == "\(path): error: the file has 1000 bytes, and the limit is 999")
  }

  @Test func missingFileIsAnError() throws {
    let folder = try TemporaryDirectory()
    expectError(.noSuchFileOrDirectory, folder.filePath("nothing"), "check the spelling")
    expectError(.noSuchFileOrDirectory, folder.filePath("no/thing"), "check the spelling")
  }

  @Test func folderIsAnError() throws {
    let folder = try TemporaryDirectory()
    expectError(.isDirectory, folder.filePath(""), "name a sound inside it")
  }

  /// Opening a pipe without a writer would block for ever.
  @Test
  func pipeIsAnErrorAtOnce() throws {
    let folder = try TemporaryDirectory()
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    expectError(
      .invalidArgument, folder.filePath("pipe"), "copy it to a regular file first, or pipe it in")
  }

  @Test(arguments: ["/dev/null", "/dev/zero", "/dev/tty"])
  func deviceIsAnError(path: String) {
    expectError(.invalidArgument, FilePath(path), "copy it to a regular file first, or pipe it in")
  }

  private func expectError(
    _ errno: Errno, _ path: FilePath, _ advice: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SoundError.self, sourceLocation: sourceLocation) {
      try InputFile(path: path)
    }
    #expect(error?.step == .openingInput, sourceLocation: sourceLocation)
    #expect(error?.path == path, sourceLocation: sourceLocation)
    #expect(error?.cause == .system(errno), sourceLocation: sourceLocation)
    #expect(error?.advice == advice, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("x.wav", Container.caf, "the extension is .wav, the content is CAF"),
    ("x.WAV", .aiff, "the extension is .wav, the content is AIFF"),
    ("x.caf", .wave, "the extension is .caf, the content is WAVE"),
    ("x.aifc", .aiff, "the extension is .aifc, the content is AIFF"),
    ("x.mp3", .wave, "the extension is .mp3, the content is WAVE"),
    ("x.wave", .wave, "the extension is .wave, not .wav"),
  ])
  func mismatchedExtensionIsNoted(
    name: String, container: Container, note: String
  ) throws {
    #expect(try notes(on: name, container) == [note])
  }

  @Test(arguments: [
    ("x.wav", Container.wave), ("x.wav", .rf64), ("x.WAV", .bw64), ("x.caf", .caf),
    ("x.aiff", .aiff), ("x.aiff", .aifc), ("x.aif", .aifc), ("x.aifc", .aifc),
    ("x", .caf), ("caf", .wave), (".wav", .caf),
  ])
  func otherExtensionsAreNot(name: String, container: Container) throws {
    #expect(try notes(on: name, container) == [])
  }

  private func notes(on name: String, _ container: Container) throws -> [String] {
    let folder = try TemporaryDirectory()
    try folder.write(try soundFile(container, container.defaultDataFormat), to: name)
    return try SoundSource(path: folder.filePath(name)).notes.map(\.description)
  }
}
