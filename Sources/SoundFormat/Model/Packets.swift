/// Which frames of a compressed stream are sound, and which are the codec's padding.
///
/// Source: CAF specification, "Packet Table Chunk".
package struct PacketTable: Hashable, Sendable {
  package var validFrameCount: Int
  /// How many frames a decoder drops before the sound.
  package var primingFrameCount: Int
  /// How many frames a decoder drops after the sound.
  package var remainderFrameCount: Int

  /// How many frames the packets have: priming, valid and remainder frames.
  package var frameCount: Int {
    validFrameCount.addingClamped(primingFrameCount).addingClamped(remainderFrameCount)
  }

  package init(validFrameCount: Int, primingFrameCount: Int, remainderFrameCount: Int) {
    self.validFrameCount = validFrameCount
    self.primingFrameCount = primingFrameCount
    self.remainderFrameCount = remainderFrameCount
  }
}

extension PacketTable {
  /// Reads iTunes' line of hexadecimal numbers, `iTunSMPB`. The second number counts the priming frames, the third
  /// counts the remainder frames, and the fourth counts the valid frames. Nil if the line is damaged.
  init?(iTunesLine line: String) {
    let numbers = line.words.prefix(4).map { Int64($0, radix: 16) }
    guard numbers.count == 4, let priming = numbers[1].flatMap({ Int32(exactly: $0) }),
      let remainder = numbers[2].flatMap({ Int32(exactly: $0) }), let valid = numbers[3],
      priming >= 0, remainder >= 0, valid > 0
    else { return nil }
    self.init(
      validFrameCount: Int(clamping: valid), primingFrameCount: Int(priming),
      remainderFrameCount: Int(remainder))
  }
}

/// The totals of a stream's packets. Only for packets that vary in size or in frame count.
package struct PacketSizes: Hashable, Sendable {
  package var packetCount = 0
  package var byteCount = 0
  package var frameCount = 0
  package var largestByteCount = 0

  mutating func append(byteCount: Int, frameCount: Int) {
    packetCount += 1
    self.byteCount += byteCount
    // Clamp the sum: a table can state more frames than a 32-bit `Int` can hold.
    self.frameCount = self.frameCount.addingClamped(frameCount)
    largestByteCount = max(largestByteCount, byteCount)
  }
}

extension [Range<Int>] {
  /// Appends a run of adjacent packets. Throws if there are more than 65,536 tags between the runs: each run takes
  /// memory, and even the recording of a whole day has fewer tags.
  mutating func append(run: Range<Int>) throws(SoundFileError) {
    let tagLimit = 1 << 16
    guard count <= tagLimit else {
      throw .malformed(
        "there are more than \(tagLimit) tags between the frames", at: run.lowerBound)
    }
    append(run)
  }
}

/// The parts of a file that hold a sound's packets, in the stream's order.
///
/// There is one part, except in an MPEG-4 file with other media between the packets, and in ADTS and MP3 with tags
/// between the packets. Each packet is in one part only.
package struct AudioRuns: Sendable {
  private var runs: ArraySlice<Range<Int>>
  package private(set) var byteCount: Int

  /// - Parameter runs: Ranges in bytes from the file's start. Empty ranges are left out.
  init(_ runs: [Range<Int>]) {
    self.runs = runs.filter { !$0.isEmpty }[...]
    byteCount = runs.reduce(0) { $0.addingClamped($1.count) }
  }

  /// The ranges, in bytes from the file's start. None is empty.
  package var ranges: [Range<Int>] { Array(runs) }

  package var isEmpty: Bool { runs.isEmpty }

  /// Returns the range of the first run's first `byteCount` bytes, in bytes from the file's start.
  package func prefix(_ byteCount: Int) -> Range<Int> {
    runs.first.map { $0.prefix(byteCount) } ?? 0..<0
  }

  package mutating func removeFirst(_ count: Int) {
    byteCount -= min(count, byteCount)
    var count = count
    while let first = runs.first {
      if first.count > count {
        runs[runs.startIndex] = first.dropFirst(count)
        return
      }
      count -= first.count
      runs.removeFirst()
    }
  }

  /// Removes all but the first `count` bytes.
  package mutating func keepFirst(_ count: Int) {
    var kept: [Range<Int>] = []
    var left = count
    for run in runs where left > 0 {
      kept.append(run.prefix(left))
      left -= min(left, run.count)
    }
    self = AudioRuns(kept)
  }
}
