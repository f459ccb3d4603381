import ConversionSupport
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

  /// An inherited descriptor can be at any offset. The input begins there.
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
    #expect(try input.contents(Monitor()).digest == ContentDigest.value(of: rest))
    // Reading doesn't move the descriptor's position.
    #expect(try descriptor.seek(offset: 0, from: .current) == Int64(start))
  }

  /// Opening a pipe without a writer would block forever.
  @Test func whatIsNoFileIsAnErrorAtOnce() throws {
    let folder = try TemporaryDirectory()
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    let advice = "copy it to a regular file first, or pipe it in"
    for (path, errno, advice) in [
      (folder.filePath("nothing"), .noSuchFileOrDirectory, "check the spelling"),
      (folder.filePath("no/thing"), .noSuchFileOrDirectory, "check the spelling"),
      (folder.filePath(""), .isDirectory, "name a sound inside it"),
      (folder.filePath("pipe"), .invalidArgument, advice),
      ("/dev/null", .invalidArgument, advice), ("/dev/zero", .invalidArgument, advice),
      ("/dev/tty", .invalidArgument, advice),
    ] as [(FilePath, Errno, String)] {
      let error = #expect(throws: SoundError.self) { try InputFile(path: path) }
      #expect(error?.step == .openingInput && error?.path == path, "\(path)")
      #expect(error?.cause == .system(errno) && error?.advice == advice, "\(path)")
    }
  }
}
