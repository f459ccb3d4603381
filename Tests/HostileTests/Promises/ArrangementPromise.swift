import SoundFormat

@testable import AlertSound

/// An arrangement of an accepted sound: refused with a message, or of the length that it states, from any
/// frame on.
enum ArrangementPromise {
  /// A rate of a billion frames a second makes the result long.
  private static let readFrameCount = 1 << 14

  static func keep(for source: SoundSource) throws {
    var arrangement = Arrangement()
    arrangement.span = .init(start: 0.0005, end: 5)
    arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangement.fadeInDuration = 0.001
    arrangement.fadeOutDuration = 1
    arrangement.repetition = .init(seconds: 0.1, gap: 0.001)
    let (arranged, change): (SoundSource, ArrangementChange)
    do throws(SoundError) {
      (arranged, change) = try source.arranged(by: arrangement)
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    try expect(change.playCount >= 1, "\(change)")
    try expect(change.trimmedAtStart >= 0 && change.trimmedAtEnd >= 0, "\(change)")
    let frameCount = arranged.frameCount
    for first in [0, frameCount / 2, frameCount - min(frameCount, 100)] {
      let reader = try arranged.frames(from: first)
      var count = 0
      while count < readFrameCount, let block = try reader.next() {
        try expect(block.sampleCount > 0, "an empty block")
        count += block.sampleCount / arranged.format.channelCount
      }
      try expect(
        count == frameCount - first || count >= readFrameCount && count < frameCount - first,
        "\(count) frames from \(first) of \(frameCount)")
    }
    try expect(
      arranged.metadata.markers.allSatisfy { 0...frameCount ~= $0.framePosition },
      "a marker outside the sound")
  }
}
