import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// If a conversion fails, the old file stays as it was, and no other file is left.
struct InterruptionTests {
  private static let old = Array("what was there before".utf8)
  /// A target for each way of converting packets: a copy, a byte swap, IMA4, and another encoding.
  private static let targets: [(Container, DataFormat)] = [
    (.caf, .pcm(.int16)), (.aiff, .pcm(.int16, .big)), (.caf, .ima4), (.wave, .muLaw),
  ]

  private static func wave() throws -> [UInt8] {
    try soundFile(.wave, .pcm(.int16), channels: [.bell, .sine], frameCount: 40_000)
  }

  @Test(arguments: targets, [true, false])
  func sourceThatEndsEarly(target: (Container, DataFormat), fails: Bool) throws {
    let wave = try Self.wave()
    let sound = try SoundFile(parsing: wave)
    let folder = try TemporaryDirectory()
    try folder.write(Self.old, to: "out")
    for limit in [0, 4096, 4097, 40_000, 100_001, wave.count - 1] {
      let source = ShrinkingSource(wave, fails: fails)
      source.presentByteCount = limit
      let conversion = try Conversion(of: SoundSource(sound, in: source), to: target.0, target.1)
      let error = #expect(throws: SoundError.self) {
        try conversion.write(to: folder.filePath("out"))
      }
      #expect(error?.step == .reading)
      #expect(error?.fileErrorCode == (fails ? .inputOutput : .truncated))
      #expect(
        error?.reason
          == (fails
            ? "the cable was pulled (at byte \(limit))"
            : "the file shrank while it was being read"))
      #expect(throws: SoundError.self) { try conversion.inMemory().bytes }
      #expect(try folder.names == ["out"])
      #expect(try folder.read("out") == Self.old)
    }
  }

  @Test(arguments: targets)
  func fileThatShrinks(target: (Container, DataFormat)) throws {
    let wave = try Self.wave()
    for length in [0, 100, 4096, 50_001, wave.count - 1] {
      let folder = try TemporaryDirectory()
      try folder.write(Self.old, to: "out")
      try folder.write(wave, to: "in.wav")
      let conversion = try Conversion(
        of: SoundSource(path: folder.filePath("in.wav")), to: target.0, target.1)
      let file = try FileHandle(forWritingTo: folder.url.appending(path: "in.wav"))
      try file.truncate(atOffset: UInt64(length))
      try file.close()
      let error = #expect(throws: SoundError.self) {
        try conversion.write(to: folder.filePath("out"))
      }
      #expect(error?.step == .reading)
      #expect(error?.reason == "the file shrank while it was being read")
      #expect(try folder.names == ["in.wav", "out"])
      #expect(try folder.read("out") == Self.old)
    }
  }

  /// Removes the output's folder while the output is written.
  @Test func folderThatIsRemoved() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "to"), withIntermediateDirectories: false)
    let conversion = try Conversion(of: Self.wave(), to: .caf, .ima4)
    let path = folder.filePath("to/out")
    let error = #expect(throws: SoundError.self) {
      try conversion.write(
        to: path,
        monitor: Monitor(progress: { [to = folder.path("to")] _ in
          try? FileManager.default.removeItem(atPath: to)
        }))
    }
    #expect(error?.step == .creatingOutput)
    #expect(error?.path == path)
    #expect(error?.cause == .system(.noSuchFileOrDirectory))
    #expect(try folder.names == [])
  }

  @Test func fileThatGrowsIsReadToItsOriginalEnd() throws {
    let wave = try Self.wave()
    let folder = try TemporaryDirectory()
    try folder.write(wave, to: "in.wav")
    let conversion = try Conversion(
      of: SoundSource(path: folder.filePath("in.wav")), to: .caf, .pcm(.int16))
    let file = try FileHandle(forWritingTo: folder.url.appending(path: "in.wav"))
    try file.seekToEnd()
    try file.write(contentsOf: wave)
    try file.close()
    _ = try conversion.write(to: folder.filePath("out"))
    let expected = try output(of: wave, .caf, .pcm(.int16))
    #expect(firstDifference(of: try folder.read("out"), from: expected) == nil)
  }
}
