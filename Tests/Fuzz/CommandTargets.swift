import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import Promises
@testable import afconvert

/// Takes a command line of `afconvert`, one word per line. Either the command line is rejected with a
/// message, or its outputs are converted from short sounds.
enum AfconvertTarget {
  /// At most this many outputs are converted. More outputs would repeat the same work and take longer.
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
          bytes: sound, of: arguments.input.path, policy: InputPolicy(imports: false))
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
    try checkName(of: conversion)
    let report = Report(
      conversion: conversion, output: output.path ?? "sound", options: output)
    try expect(report.beginning.allSatisfy { !$0.isEmpty }, "an empty line in the report")
    try ConversionPromise.keep(for: conversion)
  }

  /// Checks that an output's derived name keeps the input's bytes up to the extension, even if they aren't valid UTF-8.
  private static func checkName(of conversion: Conversion) throws {
    // Skip other last components, such as `..`. They are folders, which aren't opened.
    guard let input = conversion.source.path, input.lastComponent?.kind == .regular else { return }
    var taken: [FilePath] = []
    for _ in 0..<3 {
      let path = OutputNaming.path(for: conversion) { taken.contains($0) }
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
  /// Whether the output is short enough to check. One sample may legitimately become a lot of audio, with
  /// many channels or at a rate 256 times as high. A change of rate takes the longest.
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

extension FuzzTarget {
  /// The seeds of the targets that take text.
  var texts: [String] {
    switch self {
    case .afconvert:
      [
        "in.wav\nout.caf\n-d\nima4\n-f\ncaff\n-v",
        "-o\na.wav\n-d\nLEI16@22050\n-o\nb.aifc\nin.aiff",
        "in.wav\n-c\n1\n-q\n64\n--offset\n3\n--prime-override\n1\n-1\n-t\n--no-filler",
        "in.wav\n-m\n1,0\n-l\nStereo\n-l\nStereo\n--dither\n2\n-d\n0",
        "in.wav\n-f\ncaff\n-d\nima4@16000\n-r\n0\n-o\na.wav\n-d\nUI8@8001\n--src-complexity\nbats",
        "in.caf\n-f\nAIFC\n-c\n4\n-d\nalaw@96000\n-r\n40\n-o\nb\n-f\nAIFF\n-d\nBEI24@11025\n-c\n1",
        "in.wav\n--over-limit\ntrim\n--limit\n2.5\n--default-sound\nding.caf\n-r\n127\n-b\n64000",
        Arguments.grammar.options.flatMap(\.spellings).joined(separator: "\n"),
      ]
    case .afinfo:
      ["-b\na.caf", "-c\ndesc\n-u\nffmt\na.caf\nb.wav", "-x\n-i\n-r\n--warnings\n--\n-a"]
    case .options:
      HostileTexts.options + ["--flatten --prune --no-import --diagnostics xcode -f WAV"]
    case .records: HostileTexts.records + RecordsFolder.records
    case .payload: HostileTexts.payloads
    default: []
    }
  }
}
