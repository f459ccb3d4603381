public import Foundation
import SoundFormat

/// An invented app with a sound for every fault.
public struct DemoApp: Sendable {
  public struct File: Sendable {
    public let path: String
    public let contents: Contents
    /// The rules that the sound breaks, the deciding rules first.
    public let brokenRules: [String]
  }

  public enum Contents: Sendable {
    case bytes([UInt8])
    case link(String)
  }

  public let files: [File]

  public static var instance: DemoApp { get throws { try made.get() } }

  private static let made = Result { try DemoApp() }

  private init() throws {
    let good = try soundFile(.caf, .ima4, frameCount: 640, usesFiller: false)
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 100, usesFiller: false)
    func file(_ path: String, _ bytes: [UInt8], _ brokenRules: String...) -> File {
      File(path: path, contents: .bytes(bytes), brokenRules: brokenRules)
    }
    func link(_ path: String, to target: String, _ brokenRules: String...) -> File {
      File(path: path, contents: .link(target), brokenRules: brokenRules)
    }
    files = [
      file("good.caf", good),
      file("good.aiff", try soundFile(.aiff, .pcm(.int16, .big), frameCount: 100)),
      file("almost.caf", try Self.silence(seconds: 29.9), "banner-length"),
      file("long.caf", try Self.silence(seconds: 30), "length"),
      file("aac.caf", good.replacing(at: 28, with: Array("aac ".utf8)), "listed-data-format"),
      file("music.mp3", Array("ID3 and so on, up to the end".utf8), "container"),
      file("text.caf", Array("no sound at all".utf8), "readable"),
      file("empty.caf", [], "readable"),
      file("cut.wav", Array(wave.prefix(60)), "readable"),
      file("none.wav", try soundFile(.wave, .pcm(.int16), .int16([])), "readable"),
      file("renamed.wav", good, "extension"),
      file(
        "wide.caf",
        try soundFile(.caf, .pcm(.int16), channels: [.sine, .sine, .bell], frameCount: 50),
        "channel-count"),
      file(
        "fast.caf", try soundFile(.caf, .pcm(.int16), frameCount: 50, sampleRate: 96_000),
        "sample-rate"),
      file("deep.caf", try soundFile(.caf, .pcm(.float64), frameCount: 50), "sample-depth"),
      file("en.lproj/hello.caf", good, "localization"),
      file("Sounds/inside.caf", good, "folder"),
      file("Sounds/both.caf", try Self.silence(seconds: 31), "length", "folder"),
      file("Frameworks/Kit.framework/kit.caf", good, "bundle"),
      file("Kit.bundle/kit.caf", good, "bundle"),
      file("Watch/Wrist.app/tick.caf", good, "watch"),
      file("PlugIns/Service.appex/service.caf", good, "bundle"),
      file("PlugIns/Service.appex/Sounds/service.caf", good, "folder"),
      file("twice.caf", good, "unique-name"),
      file("twice.wav", wave, "unique-name"),
      link("linked.caf", to: "Sounds/inside.caf"),
      link("outside.caf", to: "../../secret.caf", "link"),
      link("root.caf", to: "/etc/passwd", "link"),
      link("gone.caf", to: "nowhere.caf", "readable"),
      link("circle.caf", to: "circle.caf", "readable"),
      link("folder.caf", to: "Sounds"),
      file("Info.plist", []), file("Demo", Array("a program".utf8)), file("._good.caf", [0]),
      file("Sounds/readme.txt", []),
    ]
  }

  private static func silence(seconds: Double) throws -> [UInt8] {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw)
    let frameCount = Int(seconds * 8000)
    let header = SoundHeader(
      container: .caf, format: format, frameCount: frameCount, usesFiller: false)
    // Repeat the byte 0xFF, which is zero in µ-law.
    return try header.headerBytes() + [UInt8](repeating: 0xFF, count: frameCount)
      + header.trailerBytes
  }

  /// The rules that each sound breaks, by its path. Other files have no entry.
  public var expected: [String: [String]] {
    let others = ["Info.plist", "Demo", "._good.caf", "Sounds/readme.txt", "folder.caf"]
    // `good.caf` and `good.aiff` share a name, so they break the rule about unique names.
    return Dictionary(
      uniqueKeysWithValues: files.filter { !others.contains($0.path) }.map {
        ($0.path, $0.path.hasPrefix("good.") ? ["unique-name"] : $0.brokenRules)
      })
  }

  public func write(to folder: URL) throws {
    for file in files {
      let url = folder.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      switch file.contents {
      case .bytes(let bytes): try Data(bytes).write(to: url)
      case .link(let target):
        try FileManager.default.createSymbolicLink(
          atPath: url.path(percentEncoded: false), withDestinationPath: target)
      }
    }
  }

  /// The app as an archive that stores and deflates files alternately.
  public static var archive: [UInt8] { get throws { try madeArchive.get() } }

  private static let madeArchive = Result { try instance.archive }

  private var archive: [UInt8] {
    let entries = files.enumerated().map { index, file in
      let name = "Payload/Demo.app/" + file.path
      return switch file.contents {
      case .bytes(let bytes) where index.isMultiple(of: 2):
        ZipWriter.Entry(deflating: bytes, as: name)
      case .bytes(let bytes): ZipWriter.Entry(name, bytes)
      case .link(let target): ZipWriter.Entry(name, linkTo: target)
      }
    }
    return ZipWriter(entries).bytes
  }
}
