import Foundation
import Platform
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// A shell script in place of a program that decodes sounds, in its own folder.
struct StandIn: Sendable {
  enum Program: String {
    case appleConverter = "afconvert"
    case ffmpeg
  }

  let folder: TemporaryDirectory
  let decoders: ForeignDecoders

  /// - Parameters:
  ///   - lines: What the script does. `$OWN` is its folder.
  ///   - decoded: The contents of the file `decoded` in the folder.
  ///   - limits: When it is stopped.
  ///   - others: The decoders that are asked after it.
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
    decoders =
      switch program {
      case .appleConverter:
        ForeignDecoders(all: [AppleConverter(external, limits: limits)] + others)
      case .ffmpeg:
        ForeignDecoders(all: [SndFileDecoder(), FFmpegDecoder(external, limits: limits)] + others)
      }
  }

  func open(
    _ bytes: [UInt8], policy: InputPolicy = InputPolicy()
  ) throws(SoundError) -> SoundSource {
    try SoundSource(bytes: bytes, of: nil, policy: policy, decoders: decoders)
  }

  /// Expects that opening a file fails with such an error.
  func expectFailure(
    _ bytes: [UInt8], policy: InputPolicy, sourceLocation: SourceLocation,
    _ matches: (SoundError) -> Bool
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
  /// For tests of what libsndfile decodes, and of messages that name it. On a Mac, Apple's afconvert comes
  /// first.
  static var ifLibsndfileDecodes: Self {
    .enabled(if: TestSystem.decodesWithLibsndfile, "Apple's afconvert decodes foreign formats here")
  }
}
