import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import Promises
@testable import afconvert

/// Takes a command line of `afconvert`, one word per line. It must be refused with a message, or its
/// outputs are converted from short sounds.
enum AfconvertTarget {
  /// More outputs only repeat the same work and take longer.
  private static let maximumOutputCount = 4

  static func run(_ bytes: [UInt8]) throws {
    let arguments: Arguments
    do throws(CommandLineError) {
      arguments = try Arguments(parsing: [CommandArgument](lines: bytes))
    } catch {
      return try expect(!error.message.isEmpty, "rejected without a message")
    }
    guard arguments.answer == nil else { return }
    try expect(!arguments.outputs.isEmpty, "no output")
    for sound in ShortSounds.all {
      guard
        let source = try? SoundSource(
          bytes: sound, of: arguments.input.path, policy: InputPolicy(importsForeignFormats: false))
      else { throw BrokenPromise("a short sound is rejected") }
      for output in arguments.outputs.prefix(maximumOutputCount) {
        try convert(source, output, arguments)
      }
    }
  }

  private static func convert(
    _ source: SoundSource, _ output: OutputOptions, _ arguments: Arguments
  ) throws {
    let target: ConversionTarget
    do throws(CommandError) {
      target = try output.target(for: source, arguments.input)
    } catch {
      return try expect(!error.lines.isEmpty, "rejected without a message")
    }
    guard let conversion = try? Conversion(of: source, to: target), conversion.isShort else {
      return
    }
    try checkName(of: conversion, tagged: output.tagsSource)
    let report = Report(
      conversion: conversion, output: output.path ?? "sound", options: output)
    try expect(report.beginning.allSatisfy { !$0.isEmpty }, "an empty line in the report")
    try ConversionPromise.keep(for: conversion)
  }

  /// Checks that a made-up name keeps the input's bytes up to its ending, even if they aren't valid UTF-8.
  private static func checkName(of conversion: Conversion, tagged: Bool) throws {
    // Other last components, such as `..`, are folders, which aren't opened.
    guard let input = conversion.source.path, input.lastComponent?.kind == .regular else { return }
    var taken: [FilePath] = []
    for _ in 0..<3 {
      let path = OutputNaming.path(for: conversion, tagged: tagged) { taken.contains($0) }
      try expect(!taken.contains(path), "the name of another file")
      let stem = input.stemBytes
      let ending = Array(".\(conversion.header.container.pathExtensions[0])".utf8)
      let name = path.bytes
      try expect(
        name.starts(with: stem) && name.suffix(ending.count) == ending[...], "another name")
      if taken.isEmpty {
        try expect(name == stem + ending, "another name, although the plain one is free")
      }
      taken.append(path)
    }
  }
}

extension Conversion {
  /// Whether the output is short enough to check. Turning one sample into a lot of audio is legitimate:
  /// with many channels, or at a rate 256 times as high, which takes the longest.
  fileprivate var isShort: Bool {
    guard header.format.sampleRate != source.format.sampleRate else {
      return header.audioByteCount <= 1 << 16
    }
    let channelCount = header.format.channelCount
    return channelCount <= 4 && header.frameCount <= 4096 / channelCount
  }
}

extension FilePath {
  /// The path up to its extension's dot.
  fileprivate var stemBytes: [UInt8] {
    let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return bytes
    }
    return Array(bytes[..<dot])
  }
}
