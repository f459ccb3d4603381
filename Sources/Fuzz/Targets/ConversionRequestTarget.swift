import SoundFormat

@testable import AlertSound
@testable import Promises

/// Takes a conversion target with any properties, then the file to convert. The request must be refused, or
/// write a file as long as its header says.
enum ConversionRequestTarget {
  /// The file always begins after this many bytes.
  static let parameterByteCount = 52

  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(Array(bytes.prefix(parameterByteCount)))
    let target = target(&input)
    let policy = input.choice(of: OverLimitPolicy.allCases)
    let seconds = Double(input.byte()) / 1000
    let file = Array(bytes.dropFirst(parameterByteCount))
    guard
      let source = try? SoundSource(bytes: file, policy: InputPolicy(importsForeignFormats: false)),
      target.sampleRate != nil || source.hasStatableRate(in: target.container),
      let conversion = try? Conversion(of: source, to: target)
    else { return }
    // A request may legitimately multiply the size, so skip large outputs.
    guard conversion.header.audioByteCount <= 1 << 16, !conversion.resamplesManyChannels else {
      return
    }
    let copy = try ConversionPromise.keep(for: conversion)
    try expect((try? conversion.inMemory().bytes) == copy, "different bytes the second time")
    // Limit the channels, since the default sound is much longer than these inputs.
    guard conversion.header.format.channelCount <= 8,
      let limit = try? LengthLimit(policy, seconds: seconds),
      let alert = try? Conversion(of: source, to: target, limit: limit),
      let result = try? alert.inMemory(), !result.outcome.isOmitted
    else { return }
    _ = try SoundFile(ours: result.bytes)
  }

  private static func target(_ input: inout FuzzInput) -> ConversionTarget {
    let container = input.choice(of: Container.writable)
    var target = ConversionTarget(
      container: container,
      dataFormat: input.optional { $0.choice(of: container.dataFormats) })
    target.channels =
      switch input.byte() % 6 {
      case 1: .count(input.number())
      case 2: .mixed(input.number())
      case 3: .map(input.list { input in input.optional { $0.number() } })
      default: .unchanged
      }
    target.sampleRate = input.optional { Double(1 + $0.short()) * $0.choice(of: [1, 0.37, 11.5]) }
    // libsamplerate is the work of another project.
    target.resamplingMethod = input.choice(of: [.bandLimited, .linear])
    target.inputLayout = input.optional { $0.layout(channelCount: 2) }
    target.outputLayout = input.optional { $0.layout(channelCount: 2) }
    if input.bit() { target.firstFrame = input.number() }
    target.frameLimit = input.optional { $0.number() }
    if input.bit() { target.fadeOutFrameCount = input.number() }
    if input.bit() { target.ima4Quality = Int(input.byte()) }
    target.dither = Dither(rawValue: Int(input.byte() % 4))
    target.primingOverride = PrimingOverride(
      primingFrameCount: input.optional { $0.number() },
      remainderFrameCount: input.optional { $0.number() })
    target.tagsSource = input.bit()
    target.usesFiller = input.bit()
    return target
  }
}

extension SoundSource {
  /// Whether a container can state the sample rate exactly. Otherwise it is rounded, which changes no sample.
  fileprivate func hasStatableRate(in container: Container) -> Bool {
    container.statable(format.sampleRate) == format.sampleRate
  }
}

extension Conversion {
  /// Whether a resampler needs much memory, at least for one block of frames of many channels.
  fileprivate var resamplesManyChannels: Bool {
    header.format.sampleRate != source.format.sampleRate && header.format.channelCount > 8
  }
}
