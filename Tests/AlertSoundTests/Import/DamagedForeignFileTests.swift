import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@Suite
struct DamagedForeignFileTests {
  static let old = Array("what was there before".utf8)

  private static func file(_ format: ForeignFormatTests.Format) throws -> [UInt8] {
    try PlainSound(.noise, frameCount: 30_000, sampleRate: format.rate)
      .file(libsndfile: format.number)
  }

  /// Formats whose files show that something is missing.
  private static let revealing = ForeignFormatTests.formats.filter {
    ["flac", "flac 24", "alac", "alac 24", "vorbis", "opus"].contains($0.name)
  }

  /// Converts a file to an existing path. Expects that no other file appears, even on failure.
  ///
  /// - Returns: The error, or nil if there is a new, complete file.
  private func convert(_ file: [UInt8], rate: Double?) throws -> SoundError? {
    let folder = try TemporaryDirectory()
    let input = FilePath(try folder.write(file, to: "in"))
    let path = FilePath(try folder.write(Self.old, to: "out"))
    var target = ConversionTarget(container: .wave, dataFormat: .littleInt16)
    target.sampleRate = rate
    var failure: SoundError?
    do {
      _ = try Conversion(of: SoundSource(path: input), to: target).write(to: path)
      let sound = try #require(try? SoundFile(parsing: folder.read("out")))
      #expect(sound.missingByteCount == 0)
    } catch let error as SoundError {
      failure = error
      #expect(try folder.read("out") == Self.old)
    }
    #expect(try folder.names == ["in", "out"])
    return failure
  }

  @Test(arguments: revealing, [nil, 22_050.0])
  func truncatedFilesFail(format: ForeignFormatTests.Format, rate: Double?) throws {
    let file = try Self.file(format)
    for share in [0.1, 0.3, 0.5, 0.9, 0.99] {
      let cut = Array(file.prefix(Int(Double(file.count) * share)))
      #expect(try convert(cut, rate: rate) != nil, "\(share)")
    }
  }

  /// Converting a damaged file doesn't trap or hang, and leaves no temporary files.
  @Test(arguments: ForeignFormatTests.formats)
  func anyDamageIsHandled(format: ForeignFormatTests.Format) throws {
    let file = try Self.file(format)
    for share in [0.01, 0.3, 0.9] {
      _ = try convert(Array(file.prefix(Int(Double(file.count) * share))), rate: nil)
    }
    for seed: UInt64 in 1...10 {
      var generator = SeededGenerator(seed: seed)
      var damaged = file
      for _ in 0..<8 {
        let index = Int.random(in: 0..<(seed < 6 ? 200 : file.count), using: &generator)
        damaged[min(index, file.count - 1)] = UInt8.random(in: 0...255, using: &generator)
      }
      // Skip headers that claim hundreds of channels or more: converting them would take too much memory.
      guard let source = try? SoundSource(bytes: damaged), source.format.channelCount < 100 else {
        continue
      }
      _ = try convert(damaged, rate: nil)
    }
  }
}

/// Foreign files that end or fail while libsndfile reads them. libsndfile alone would decode a shorter sound.
@Suite
struct InterruptedForeignFileTests {
  @Test(arguments: ForeignFormatTests.formats, [true, false])
  func theOldFileIsKept(format: ForeignFormatTests.Format, fails: Bool) throws {
    let file = try PlainSound(.noise, frameCount: 60_000, sampleRate: format.rate)
      .file(libsndfile: format.number)
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write(DamagedForeignFileTests.old, to: "out"))
    for share in [0.5, 0.9] {
      let source = ShrinkingSource(file, fails: fails)
      let conversion = try Conversion(
        of: SoundSource(bytes: source, of: nil, policy: InputPolicy()), to: .caf, .littleInt16)
      source.presentByteCount = Int(Double(file.count) * share)
      let error = #expect(throws: SoundError.self) { try conversion.write(to: path) }
      #expect(
        error?.reason.hasPrefix(
          fails ? "the cable was pulled" : "the file shrank while it was being read") == true,
        "\(String(describing: error))")
      #expect(try folder.names == ["out"])
      #expect(try folder.read("out") == DamagedForeignFileTests.old)
    }
  }
}
