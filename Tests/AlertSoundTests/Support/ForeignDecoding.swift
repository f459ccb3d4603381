import Foundation
import Platform
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// A shell script in its own folder, in place of a program that decodes sounds.
struct StandIn: Sendable {
  enum Program: String {
    case appleConverter = "afconvert"
    case ffmpeg
  }

  let folder: TemporaryDirectory
  let decoders: ForeignDecoders
  /// A file that the program is asked to decode.
  let sound: [UInt8]

  /// - Parameters:
  ///   - lines: The script. `$OWN` is its folder.
  ///   - decoded: The contents of the file `decoded` in the folder.
  ///   - limits: The limits at which the script is stopped.
  ///   - others: The decoders to try after the script.
  init(
    _ program: Program, _ lines: String, decoding decoded: [UInt8] = [],
    limits: ExternalLimits = .standard, others: [any ForeignDecoder] = []
  ) throws {
    folder = try TemporaryDirectory()
    try folder.write(decoded, to: "decoded")
    let script = "#!/bin/sh\nOWN='\(folder.path(""))'\n\(lines)\n"
    let path = try folder.write(Array(script.utf8), to: program.rawValue)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let external = ExternalProgram(FilePath(path))
    sound = program == .ffmpeg ? Self.m4a : Self.mp3
    decoders =
      switch program {
      case .appleConverter:
        ForeignDecoders(all: [AppleConverter(external, limits: limits)] + others)
      case .ffmpeg:
        ForeignDecoders(all: [SndFileDecoder(), FFmpegDecoder(external, limits: limits)] + others)
      }
  }

  /// The beginning of an MP3 with a tag, and other bytes.
  static let mp3: [UInt8] = Array("ID3".utf8) + (0..<997).map { UInt8($0 & 0x7F) }

  /// Four packets of 1,024 frames of AAC. The file states 2,112 frames of priming, then 1,000 frames of sound.
  static let m4a: [UInt8] = {
    var movie = SmallMovie.aac()
    movie.padding = " 00000000 00000840 000003D8 00000000000003E8"
    return movie.bytes
  }()

  /// Opens a file, by default `sound`.
  func open(
    _ bytes: [UInt8]? = nil, policy: InputPolicy = InputPolicy()
  ) throws(SoundError) -> SoundSource {
    try SoundSource(bytes: bytes ?? sound, of: nil, policy: policy, decoders: decoders)
  }

  /// Expects that opening a file, by default `sound`, fails with a matching error.
  func expectFailure(
    _ bytes: [UInt8]? = nil, policy: InputPolicy = InputPolicy(),
    sourceLocation: SourceLocation = #_sourceLocation, _ matches: (SoundError) -> Bool
  ) {
    do {
      _ = try open(bytes, policy: policy)
      Issue.record("the sound was opened", sourceLocation: sourceLocation)
    } catch {
      #expect(matches(error), "\(error)", sourceLocation: sourceLocation)
    }
  }

  func text(_ name: String) throws -> String { try folder.text(name) }
}

extension Trait where Self == ConditionTrait {
  /// Enables tests of sounds that libsndfile decodes, and of messages that name libsndfile. On a Mac, Apple's
  /// `afconvert` decodes these sounds first.
  static var ifLibsndfileDecodes: Self {
    .enabled(if: TestSystem.decodesWithLibsndfile, "Apple's afconvert decodes foreign formats here")
  }
}
