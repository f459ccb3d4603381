import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertSound
@testable import afconvert

/// A command line of `afconvert`, a word a line: it is refused in words, or its outputs are made of a
/// sound.
enum AfconvertTarget {
  private static let sources = FuzzSounds.all.map { bytes in
    guard let source = try? SoundSource(bytes: bytes, importsForeignFormats: false) else {
      fatalError("the sounds for the command line are none")
    }
    return source
  }

  static func run(_ bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      CommandArgument(String(decoding: $0, as: UTF8.self))
    }
    let arguments: Arguments
    do throws(Arguments.ParseError) {
      arguments = try Arguments(parsing: words)
    } catch {
      return expect(!error.message.isEmpty, "refused without a word")
    }
    guard arguments.help == nil else { return }
    expect(!arguments.outputs.isEmpty, "no output")
    for source in sources {
      for output in arguments.outputs { convert(source, output, arguments) }
    }
  }

  private static func convert(
    _ source: SoundSource, _ output: OutputOptions, _ arguments: Arguments
  ) {
    let target: ConversionTarget
    do throws(CommandError) {
      target = try output.target(for: source, arguments.input)
    } catch {
      return expect(!error.lines.isEmpty, "refused without a word")
    }
    // The library that changes the rate is another's, and much of one sample is no fault.
    guard target.sampleRate == nil,
      let conversion = try? Conversion(of: source, to: target),
      conversion.header.audioByteCount <= 1 << 16
    else { return }
    let path = OutputNaming.path(for: conversion, tagged: output.tagsSource) { _ in false }
    expect(!path.isEmpty, "no name for the output")
    guard let file = try? conversion.bytes() else { fatalError("planned, but not done") }
    _ = SoundFile(ours: file)
  }
}
