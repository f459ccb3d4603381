internal import SoundFormat

/// Decodes a sound to count its frames and to find its leading and trailing silence.
struct SilenceFinder {
  /// How many frames the sound has.
  let frameCount: Int
  /// From the first to the last frame of the range that reaches the threshold in some channel; nil if
  /// there is none.
  private(set) var loud: ClosedRange<Int>?
  /// What decoding has found missing from a truncated file, in words.
  let truncation: String?

  /// Decodes a sound.
  ///
  /// - Parameters:
  ///   - range: Where to look for silence; clamped to the sound.
  ///   - threshold: The level, 1 being full scale, that sound reaches; nil doesn't look for silence.
  ///   - statedFrameCount: How many frames the sound has. Only the range is decoded then. nil decodes
  ///     everything to count them.
  init(
    in source: SoundSource, _ range: Range<Int>, threshold: Double?, statedFrameCount: Int?,
    _ monitor: Monitor
  ) throws(SoundError) {
    let first = statedFrameCount == nil ? 0 : range.lowerBound
    let end = statedFrameCount == nil ? Int.max : range.upperBound
    let reader: any BlockReader
    do throws(SoundFileError) {
      reader = try source.frames(from: first)
    } catch {
      throw SoundError(.choosingCodec, source.file, error)
    }
    let expected = Double(max(1, (statedFrameCount ?? source.frameCount) - first))
    var planes = ChannelPlanes(channelCount: source.format.channelCount)
    var position = first
    while position < end, let block = try source.reading(reader.next()) {
      try monitor.checkCancellation(reading: source)
      let count = block.sampleCount / source.format.channelCount
      if let threshold {
        planes.fill(from: block)
        let inside = range.clamped(to: position..<position + count)
        let indices = inside.lowerBound - position..<inside.upperBound - position
        if !indices.isEmpty, let found = planes.loudFrames(in: indices, threshold) {
          let (first, last) = (found.lowerBound + position, found.upperBound + position)
          loud = (loud?.lowerBound ?? first)...last
        }
      }
      position += count
      monitor.progress(min(1, Double(position - first) / expected))
    }
    frameCount = statedFrameCount ?? position
    truncation = reader.truncation
  }
}

extension ChannelPlanes {
  /// Returns the frames from the first to the last one that reaches a level in some channel.
  fileprivate func loudFrames(in frames: Range<Int>, _ level: Double) -> ClosedRange<Int>? {
    var loud: ClosedRange<Int>?
    for samples in channels {
      let part = samples[frames]
      guard let first = part.firstIndex(where: { $0.magnitude >= level }),
        let last = part.lastIndex(where: { $0.magnitude >= level })
      else { continue }
      loud = min(first, loud?.lowerBound ?? first)...max(last, loud?.upperBound ?? last)
    }
    return loud
  }
}
