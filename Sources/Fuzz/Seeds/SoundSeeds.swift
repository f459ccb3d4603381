import AlertSound
import Foundation
import SoundFormat
import TestSupport

@testable import Promises

/// Seeds: short sounds of every format, and the beginnings of those in Samples.
enum SoundSeeds {
  /// Returns seeds in some containers.
  static func files(of containers: [Container]) throws -> [[UInt8]] {
    containers.flatMap { ShortSounds.all(in: $0) + [described(in: $0)] }
      + (try samplesFolder().compactMap(SoundSource.init).filter {
        containers.contains($0.container)
      }.compactMap(beginning))
  }

  /// MPEG-4, QuickTime and ADTS.
  static let movies = SmallFile.movies.filter { !$0.description.hasPrefix("CAF") }.map(\.bytes)

  /// A magic cookie, the size of the first of two packets in two bytes, and the packets.
  static let losslessPackets: [[UInt8]] = SmallFile.movies.compactMap { file in
    guard let sound = try? SoundFile(parsing: file.bytes), sound.appleLossless != nil else {
      return nil
    }
    var cursor = PacketCursor(sound)
    guard let first = try? cursor.next(in: file.bytes)?.count else { return nil }
    return sound.magicCookie.suffix(24) + [UInt8(first >> 8), UInt8(first & 0xFF)]
      + sound.audioRuns.ranges.flatMap { file.bytes[$0] }
  }

  /// Seeds for `ConversionRequestTarget`: the bytes of a conversion target, then a file.
  static let conversions = ShortSounds.all.flatMap { file in
    (0..<8).map { factor in
      (0..<ConversionRequestTarget.parameterByteCount).map {
        UInt8(truncatingIfNeeded: factor * $0)
      }
        + file
    }
  }

  /// Seeds that targets read as a few numbers followed by samples.
  static let samples: [[UInt8]] =
    ShortSounds.all + [
      Array(0...255), [UInt8](repeating: 0, count: 300),
      (0..<1000).flatMap { [UInt8(truncatingIfNeeded: $0 * $0 >> 6), 0x7F &* UInt8($0 & 1)] },
    ]

  /// Returns a sound with all kinds of metadata.
  private static func described(in container: Container) -> [UInt8] {
    let format = StreamFormat(
      sampleRate: 8000, channelCount: 1, dataFormat: container.dataFormats[0])
    var header = SoundHeader(
      container: container, format: format, frameCount: 40, layout: .mono,
      metadata: SoundMetadata(
        texts: InformationEntry.Field.allCases.map { InformationEntry($0, "\($0)") },
        markers: [SoundMetadata.Marker(identifier: 1, framePosition: 20, name: "mark")],
        loops: SoundMetadata.Loop.Stage.allCases.map {
          SoundMetadata.Loop(frames: 10..<30, kind: .alternating, stage: $0)
        },
        instrument: SoundMetadata.Instrument(detune: 5)), usesFiller: false)
    header.sourceTag = SourceTag(format: format, fileType: "WAVE", fileName: "ring.wav")
    guard let beginning = try? header.headerBytes() else { fatalError("no header in \(container)") }
    return beginning + [UInt8](repeating: 0x55, count: header.audioByteCount) + header.trailerBytes
  }

  private static func samplesFolder() throws -> [URL] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Samples")
    return try FileManager.default.contentsOfDirectory(
      at: root, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }

  /// The first frames of a sound, in its own container and format.
  private static func beginning(of source: SoundSource) -> [UInt8]? {
    var target = ConversionTarget(
      container: source.container, dataFormat: source.format.dataFormat)
    target.frameLimit = 100
    target.usesFiller = false
    return try? Conversion(of: source, to: target).inMemory().bytes
  }
}

extension SoundSource {
  /// Opens a file in one of this package's formats; nil for any other.
  fileprivate init?(_ file: URL) {
    guard
      let source = try? SoundSource(
        path: file.path, policy: InputPolicy(importsForeignFormats: false))
    else { return nil }
    self = source
  }

  fileprivate var container: Container {
    guard let sound = soundFile else { fatalError("libsndfile was left out") }
    return sound.container
  }
}
