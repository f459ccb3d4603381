@testable import AlertSound
@testable import Promises
@testable import SoundFormat

/// Takes a header with any properties. If the container accepts the header, it must read back the same.
enum HeaderTarget {
  static func run(_ bytes: [UInt8]) throws {
    var input = FuzzInput(bytes)
    let header = header(&input)
    guard let beginning = try? header.headerBytes() else { return }
    // Skip files that would take too much memory.
    guard header.audioByteCount <= 1 << 16 else { return }
    let packets = (0..<header.audioByteCount).map { _ in input.byte() }
    let file = beginning + packets + header.trailerBytes
    let sound = try SoundFile(ours: file)
    try expect(sound.container == header.container, "another container")
    try expect(Array(file[sound.audioBytes]) == packets, "different packets")
    try expect(
      sound.frameCount == header.playedFrameCount,
      "\(sound.frameCount) frames instead of \(header.playedFrameCount)")
    try expect(sound.format.channelCount == header.format.channelCount, "different channels")
    try expect(sound.format.dataFormat == header.format.dataFormat, "another data format")
    try expect(
      sound.format.sampleRate == header.container.statable(header.format.sampleRate),
      "\(sound.format.sampleRate) Hz instead of \(header.format.sampleRate)")
    try checkSecondHeader(of: sound, after: header, file)
  }

  /// Checks that the sound can be written again, and then reads the same.
  private static func checkSecondHeader(
    of sound: SoundFile, after header: SoundHeader, _ file: [UInt8]
  ) throws {
    var again = header
    again.layout = sound.layout
    again.information = []
    again.metadata = sound.metadata
    guard let beginning = try? again.headerBytes() else {
      throw BrokenPromise("read, but can't be written again")
    }
    let packets = Array(file[sound.audioBytes])
    let second = beginning + packets + again.trailerBytes
    let read = try SoundFile(ours: second)
    try expect(
      read.metadata == sound.metadata, "other metadata: \(read.metadata) \(sound.metadata)")
    try expect(read.layout == sound.layout, "another layout")
  }

  private static func header(_ input: inout FuzzInput) -> SoundHeader {
    let container = input.choice(of: Container.writable)
    let channelCount = input.bit() ? input.number() : Int(input.byte() % 8) + 1
    let format = StreamFormat(
      sampleRate: rate(&input), channelCount: channelCount,
      dataFormat: input.choice(of: container.dataFormats))
    return SoundHeader(
      container: container, format: format, frameCount: input.number(),
      layout: input.optional { $0.layout(channelCount: channelCount) },
      information: input.list { $0.entry() }, metadata: input.metadata(),
      usesFiller: input.bit())
  }

  private static func rate(_ input: inout FuzzInput) -> Double {
    switch input.byte() % 4 {
    case 0: 44_100
    case 1: Double(input.number())
    case 2: Double(input.number()) / 256
    default: Double(bitPattern: UInt64(bitPattern: Int64(input.number())))
    }
  }
}

extension FuzzInput {
  mutating func layout(channelCount: Int) -> ChannelLayout {
    switch byte() % 4 {
    case 0: channelCount == 1 ? .mono : .stereo
    case 1: ChannelLayout(tag: UInt32(short()) << 16 | UInt32(truncatingIfNeeded: channelCount))
    case 2: ChannelLayout(tag: 1 << 16, bitmap: UInt32(truncatingIfNeeded: number()))
    default:
      ChannelLayout(
        tag: 0,
        descriptions: list { input in
          ChannelDescription(
            label: UInt32(input.short()), flags: UInt32(input.byte()),
            coordinates: SIMD3(Float(input.byte()), 0, 0))
        })
    }
  }

  mutating func entry() -> InformationEntry {
    bit()
      ? InformationEntry(choice(of: InformationEntry.Field.allCases), text())
      : InformationEntry(key: text(), value: text())
  }

  mutating func metadata() -> SoundMetadata { SoundMetadata(texts: list { $0.entry() }) }
}

/// Takes a conversion target with any properties, then the file to convert. The request must either be
/// rejected, or write a file as long as its header says.
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
      let source = try? SoundSource(bytes: file, policy: InputPolicy(imports: false)),
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
      let result = try? alert.inMemory(), !result.facts.outcome.isOmitted
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
    // Leave out libsamplerate, which is another project's code.
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
    target.usesFiller = input.bit()
    return target
  }
}

extension SoundSource {
  /// Whether a container can state the sample rate exactly. Otherwise the rate is rounded, which changes no sample.
  fileprivate func hasStatableRate(in container: Container) -> Bool {
    container.statable(format.sampleRate) == format.sampleRate
  }
}

extension Conversion {
  /// Whether a resampler needs much memory: at least one block of frames, each with many channels.
  fileprivate var resamplesManyChannels: Bool {
    header.format.sampleRate != source.format.sampleRate && header.format.channelCount > 8
  }
}
