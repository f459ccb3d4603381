import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import Promises
@testable import afconvert

/// A command line of `afconvert`, a word a line: it is refused in words, or its outputs are made of a
/// sound.
enum AfconvertTarget {
  private static let sources = ShortSounds.all.map { bytes in
    guard let source = try? SoundSource(bytes: bytes, importsForeignFormats: false) else {
      fatalError("the sounds for the command line are none")
    }
    return source
  }

  static func run(_ bytes: [UInt8]) throws {
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      CommandArgument(String(decoding: $0, as: UTF8.self))
    }
    let arguments: Arguments
    do throws(Arguments.ParseError) {
      arguments = try Arguments(parsing: words)
    } catch {
      return try expect(!error.message.isEmpty, "refused without a word")
    }
    guard arguments.help == nil else { return }
    try expect(!arguments.outputs.isEmpty, "no output")
    for source in sources {
      for output in arguments.outputs { try convert(source, output, arguments) }
    }
  }

  private static func convert(
    _ source: SoundSource, _ output: OutputOptions, _ arguments: Arguments
  ) throws {
    let target: ConversionTarget
    do throws(CommandError) {
      target = try output.target(for: source, arguments.input)
    } catch {
      return try expect(!error.lines.isEmpty, "refused without a word")
    }
    // The library that changes the rate is another's, and much of one sample is no fault.
    guard target.sampleRate == nil,
      let conversion = try? Conversion(of: source, to: target),
      conversion.header.audioByteCount <= 1 << 16
    else { return }
    let path = OutputNaming.path(for: conversion, tagged: output.tagsSource) { _ in false }
    try expect(!path.isEmpty, "no name for the output")
    guard let file = try? conversion.bytes() else { throw BrokenPromise("planned, but not done") }
    _ = try SoundFile(ours: file)
  }
}
