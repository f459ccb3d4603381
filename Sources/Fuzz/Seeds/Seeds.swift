import Foundation
import SoundFormat

@testable import Promises

/// The seeds of libFuzzer: inputs that reach deep into a target, and a dictionary of words they contain.
enum Seeds {
  /// Writes a folder for each target, and a dictionary beside it.
  static func write(to folder: URL) throws {
    for target in FuzzTarget.allCases {
      let subfolder = folder.appendingPathComponent(target.rawValue)
      try FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
      for (number, seed) in try target.seeds().enumerated() {
        try Data(seed).write(to: subfolder.appendingPathComponent("seed-\(number)"))
      }
      let dictionary =
        "# \(target.rawValue)\n" + target.words.map { "\"\(escaped($0))\"\n" }.joined()
      try Data(dictionary.utf8).write(to: subfolder.appendingPathExtension("words"))
    }
  }

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}

extension FuzzTarget {
  /// Returns the seeds.
  fileprivate func seeds() throws -> [[UInt8]] {
    switch self {
    case .caf: try SoundSeeds.files(of: [.caf])
    case .aiff: try SoundSeeds.files(of: [.aiff, .aifc])
    case .wave: try SoundSeeds.files(of: [.wave, .rf64, .bw64])
    case .mpeg4: SoundSeeds.movies
    case .alac: SoundSeeds.losslessPackets
    case .conversion: SoundSeeds.conversions
    case .pcm, .g711, .ima4, .ima4Encoders: SoundSeeds.samples
    case .header: [[UInt8](repeating: 1, count: 64), Array(0...255)]
    case .archive: ArchiveSeeds.all
    case .mpeg: ArchiveSeeds.mpeg
    case .afconvert, .afinfo: texts.map { Array($0.utf8) } + [Self.unreadableName]
    case .project, .projectFile: ProjectTexts.inputs
    case .pbxproj, .cordova, .pubspec, .options, .state, .payload, .manifest:
      texts.map { Array($0.utf8) }
    }
  }

  /// A command line with a file name that isn't valid UTF-8.
  private static let unreadableName = [
    Array("-f\nWAVE\n-d\nLEI16@44100\n".utf8), [0x72, 0xE9, 0xFF, 0x2E, 0x63], Array("af".utf8),
  ].flatMap { $0 }
}
