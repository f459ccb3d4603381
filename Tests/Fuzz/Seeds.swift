import Foundation
import SoundFormat
import TestSupport

@testable import Promises

/// The seeds of libFuzzer: inputs that reach deep into a target, and a dictionary of words they contain.
enum Seeds {
  /// Writes a folder for each target, and a dictionary beside it.
  static func write(to folder: URL) throws {
    for target in FuzzTarget.allCases {
      let subfolder = folder.appendingPathComponent(target.rawValue)
      try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
      let seeds = target.seeds()
      for (number, seed) in seeds.enumerated() {
        try Data(seed).write(to: subfolder.appendingPathComponent("seed-\(number)"))
      }
      let words = Set(seeds.flatMap(words)).sorted().map { "\"\($0)\"\n" }
      let dictionary = "# \(target.rawValue)\n" + words.joined()
      try Data(dictionary.utf8).write(to: subfolder.appendingPathExtension("words"))
    }
  }

  /// The words in a seed, for the dictionary that libFuzzer puts into inputs: codes of chunks, options and keys.
  private static func words(in seed: [UInt8]) -> [String] {
    seed.split { !UnicodeScalar($0).isWordCharacter }.filter { 3...24 ~= $0.count }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension UnicodeScalar {
  fileprivate var isWordCharacter: Bool {
    isASCII
      && (properties.isAlphabetic || properties.numericType != nil
        || "-_.@/".unicodeScalars.contains(self))
  }
}

extension FuzzTarget {
  fileprivate func seeds() -> [[UInt8]] {
    switch self {
    case .caf: SoundSeeds.files(of: [.caf])
    case .aiff: SoundSeeds.files(of: [.aiff, .aifc])
    case .wave: SoundSeeds.files(of: [.wave, .rf64, .bw64])
    case .mpeg4: SoundSeeds.movies
    case .alac: SoundSeeds.losslessPackets
    case .aac: SoundSeeds.aacPackets
    case .flac: SoundSeeds.flac
    case .mp3: SoundSeeds.mp3Packets
    case .conversion: SoundSeeds.conversions
    case .ima4: SoundSeeds.samples
    case .header: [[UInt8](repeating: 1, count: 64), Array(0...255)]
    case .archive: ArchiveSeeds.all
    case .foreign: ArchiveSeeds.foreign
    case .afconvert, .afinfo: texts.map { Array($0.utf8) } + [Self.unreadableName]
    case .project, .projectFile: ProjectTexts.inputs
    case .options, .records, .payload: texts.map { Array($0.utf8) }
    }
  }

  /// A command line with a file name that isn't valid UTF-8.
  private static let unreadableName = [
    Array("-f\nWAVE\n-d\nLEI16@44100\n".utf8), [0x72, 0xE9, 0xFF, 0x2E, 0x63], Array("af".utf8),
  ].flatMap { $0 }
}

/// Seeds: short sounds of every format.
enum SoundSeeds {
  static func files(of containers: [Container]) -> [[UInt8]] {
    containers.flatMap { ShortSounds.all(in: $0) + [described(in: $0)] }
  }

  /// Short files in MPEG-4, QuickTime and ADTS.
  static let movies = SmallFile.movies.filter { !$0.description.hasPrefix("CAF") }.map(\.bytes)

  /// Each seed: a magic cookie, the size of the first packet in two bytes, and two packets.
  static let losslessPackets: [[UInt8]] = SmallFile.movies.compactMap { file in
    guard let sound = try? SoundFile(parsing: file.bytes), sound.appleLossless != nil else {
      return nil
    }
    var cursor = PacketCursor(sound)
    guard let first = try? cursor.next(in: AnyByteSource(file.bytes))?.count else { return nil }
    return sound.magicCookie.suffix(24) + [UInt8(first >> 8), UInt8(first & 0xFF)]
      + sound.audioRuns.ranges.flatMap { file.bytes[$0] }
  }

  /// Each seed: a configuration with its size before it, the size of the first packet in two bytes, and two packets.
  static let aacPackets: [[UInt8]] = (0..<16).map { number in
    var stream = RandomAAC(
      seed: UInt64(number), isLowDelay: number % 4 > 1, channelCount: 1 + number % 2)
    let packets = [stream.packet(), stream.packet()]
    return [UInt8(stream.configuration.count)] + stream.configuration
      + [UInt8(packets[0].count >> 8), UInt8(packets[0].count & 0xFF)] + packets.joined()
  }

  /// Whole files, and their parameters with the packets.
  static let flac: [[UInt8]] = SmallFile.movies.filter { $0.description.contains("FLAC") }
    .flatMap { file -> [[UInt8]] in
      guard let sound = try? SoundFile(parsing: file.bytes) else { return [] }
      return [file.bytes, sound.magicCookie.suffix(38) + file.bytes[sound.audioBytes]]
    }

  /// Each seed: a number of channels, and packets with their sizes in two bytes.
  static let mp3Packets: [[UInt8]] = (0..<12).map { number in
    var stream = RandomMP3(seed: UInt64(number))
    stream.version = RandomMP3.Version.allCases[number % 3]
    (stream.mode, stream.extensionBits) = (number % 4 == 3 ? 3 : 1, UInt32(number % 4))
    stream.bitRateIndex = 3
    return [UInt8(number % 2)]
      + stream.packets(3).flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xFF)] + $0 }
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
    let header = SoundHeader(
      container: container, format: format, frameCount: 40, layout: .mono,
      metadata: SoundMetadata(
        texts: InformationEntry.Field.allCases.map { InformationEntry($0, "\($0)") }),
      usesFiller: false)
    guard let beginning = try? header.headerBytes() else { fatalError("no header in \(container)") }
    return beginning + [UInt8](repeating: 0x55, count: header.audioByteCount) + header.trailerBytes
  }
}

/// Seeds: archives, and the beginnings of foreign files.
enum ArchiveSeeds {
  static let all: [[UInt8]] = {
    var long = ZipWriter(ShortSounds.appEntries)
    long.usesLongNumbers = true
    var foreign = ZipWriter.Entry("Payload/App.app/zeros.caf", [])
    let (deflated, byteCount) = Deflate.zeros(runCount: 8)
    foreign.stored = deflated
    foreign.byteCount = byteCount
    foreign.crc32 = CRC32.checksum(of: [UInt8](repeating: 0, count: byteCount))
    foreign.method = 8
    let cycle = [
      ZipWriter.Entry("Payload/App.app/ring.caf", linkTo: "./link.caf"),
      ZipWriter.Entry("Payload/App.app/link.caf", linkTo: "../App.app/ring.caf"),
      ZipWriter.Entry("Payload/App.app/../out.caf", []),
    ]
    return [ZipWriter(ShortSounds.appEntries), long, ZipWriter([foreign]), ZipWriter(cycle)].map(
      \.bytes)
  }()

  /// Each seed: four bytes that say what to read, and a file. The file is an MPEG layer III stream,
  /// perhaps with tags around it, or has another format, which states the file's length.
  static let foreign: [[UInt8]] = {
    let frame = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    let identification =
      Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 14)
    let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let index = Array("Xing".utf8) + [0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0x20, 0]
    let indexed = Array(frame.prefix(36)) + index + frame.dropFirst(36 + index.count)
    let fraunhofers = Array("VBRI".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]
    let au = Array(".snd".utf8) + [0, 0, 0, 24, 0, 0, 1, 0, 0, 0, 0, 3]
    let svx = Array("FORM".utf8) + [0, 0, 1, 0] + Array("8SVX".utf8)
    let wave64 =
      Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0]
    return [
      frame, identification + frame + trailer, [0xFF, 0xF3, 0x40, 0xC0] + frame, indexed,
      Array(frame.prefix(36)) + fraunhofers + frame, au + frame, svx + frame,
      wave64 + [0, 1, 0, 0, 0, 0, 0, 0] + frame,
    ].map { [0, 8, 1, 0] + $0 }
  }()
}
