import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

private final class DiscardingSink: ByteSink {
  func write(_ bytes: [UInt8]) {}
  func overwriteBeginning(with bytes: [UInt8]) {}
  func restart() {}
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> { range }
}

/// Conversions process a stream block by block and reuse the buffers.
@Suite(.enabled(if: AllocationMeter.isAvailable, "nothing counts allocations here"))
struct BufferReuseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: DataFormat
    let target: DataFormat
    var channels = ConversionTarget.Channels.unchanged
    var sampleRate: Double?
    var method = ResamplingMethod.bandLimited
    var testDescription: String {
      "\(source) to \(target), \(channels), \(sampleRate ?? 0) Hz, \(method)"
    }
  }

  static let cases = [
    Case(source: .pcm(.int16), target: .pcm(.float64)),
    Case(source: .pcm(.int8), target: .pcm(.float64, .big)),
    Case(source: .pcm(.float32), target: .pcm(.int24)),
    Case(source: .pcm(.int24), target: .pcm(.int16, .big)),
    Case(source: .pcm(.float64), target: .pcm(.int32)),
    Case(source: .pcm(.int16), target: .pcm(.int16, .big)),
    Case(source: .muLaw, target: .aLaw), Case(source: .aLaw, target: .pcm(.float32)),
    Case(source: .pcm(.int16), target: .ima4), Case(source: .ima4, target: .pcm(.int16)),
    Case(source: .pcm(.int16), target: .pcm(.int16), channels: .count(1)),
    Case(source: .pcm(.int16), target: .pcm(.int16), sampleRate: 22_050),
    Case(source: .pcm(.int16), target: .pcm(.int16), sampleRate: 22_050, method: .linear),
    Case(
      source: .pcm(.int16), target: .pcm(.int16), sampleRate: 22_050,
      method: .libsamplerate(.linear)),
  ]

  /// The total number of bytes that a conversion allocates.
  private static func allocatedByteCount(_ test: Case, frameCount: Int) throws -> Int {
    let folder = try TemporaryDirectory()
    try folder.write(
      soundFile(
        .caf, test.source, channels: [.silence, .silence], frameCount: frameCount,
        sampleRate: 44_100), to: "in.caf")
    var target = ConversionTarget(container: .caf, dataFormat: test.target)
    target.channels = test.channels
    target.sampleRate = test.sampleRate
    target.resamplingMethod = test.method
    let conversion = try Conversion(
      of: SoundSource(path: folder.filePath("in.caf")), to: target)
    let (isDone, byteCount) = AllocationMeter.total {
      (try? conversion.run(into: DiscardingSink(), monitor: Monitor())) != nil
    }
    #expect(isDone)
    return byteCount
  }

  @Test(arguments: cases)
  func aLongerSoundAllocatesNoMoreForItsSamples(test: Case) throws {
    let (few, many) = (200_000, 600_000)
    _ = try Self.allocatedByteCount(test, frameCount: 1000)
    let (short, long) = (
      try Self.allocatedByteCount(test, frameCount: few),
      try Self.allocatedByteCount(test, frameCount: many)
    )
    // Allow 8 KB a block. A block of stereo has at most 8192 frames, which take at least 32 KB. If every block
    // allocated an array for its frames, the difference would be four times as large.
    let blockCount = (many - few) / 8192
    #expect(
      long - short < blockCount * 8192,
      "\((long - short) / blockCount) bytes a block, besides \(short)")
  }
}
