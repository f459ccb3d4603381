import SoundFormat

@testable import AlertSound

/// A planned conversion succeeds, and its output is what its header states.
enum ConversionPromise {
  /// - Returns: The output file.
  @discardableResult
  static func keep(for conversion: Conversion) throws -> [UInt8] {
    guard let output = try? conversion.inMemory().bytes else {
      throw BrokenPromise("planned, but not done")
    }
    let (sound, header) = (try SoundFile(ours: output), conversion.header)
    try expect(
      sound.frameCount == header.playedFrameCount,
      "\(sound.frameCount) frames instead of \(header.playedFrameCount)")
    try expect(
      sound.format.channelCount == header.format.channelCount,
      "\(sound.format.channelCount) channels instead of \(header.format.channelCount)")
    try expect(
      sound.format.sampleRate == header.format.sampleRate,
      "\(sound.format.sampleRate) frames a second instead of \(header.format.sampleRate)")
    return output
  }
}
