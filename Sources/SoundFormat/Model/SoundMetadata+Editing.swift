extension SoundMetadata {
  /// The metadata without the texts that describe the file they came from, such as its bit depth or
  /// the program that wrote it. The rest may go into another file.
  public var withoutFileDetails: SoundMetadata {
    var kept = self
    kept.texts.removeAll { $0.field?.describesFile == true }
    return kept
  }

  /// Returns the metadata of the same sound at another sample rate.
  ///
  /// Positions are rounded to whole frames, halves up. Loops left without frames are dropped. If
  /// the resampled sound turns out shorter, clip the positions to it with `droppingFirst(0, of:)`.
  ///
  /// - Parameter factor: The new rate, divided by the old one.
  public func scaled(by factor: Double) -> SoundMetadata {
    precondition(factor > 0 && factor.isFinite, "a ratio of sample rates is positive")
    func scale(_ position: Int) -> Int {
      // Past 2⁵³, a `Double` can't represent every whole frame; the bound keeps the conversion in
      // range.
      Int(clamping: Int64(max(0, min(Double(position) * factor, 0x1p53)) + 0.5))
    }
    return movingPositions { scale($0) }
  }

  /// Returns the metadata of a sound without its first frames, and without any frames past
  /// `frameCount` of the original.
  ///
  /// Markers outside the remaining frames are dropped, but one right after the last frame is kept.
  /// Loops are clipped, and dropped if nothing is left of them.
  ///
  /// - Parameters:
  ///   - droppedCount: How many frames to drop from the beginning.
  ///   - frameCount: How many frames the original has.
  public func droppingFirst(_ droppedCount: Int, of frameCount: Int) -> SoundMetadata {
    precondition(
      0 <= droppedCount && droppedCount <= frameCount, "frames dropped that aren't there")
    let left = droppedCount...frameCount
    var clipped = self
    clipped.markers.removeAll { !left.contains($0.framePosition) }
    for index in loops.indices {
      clipped.loops[index].frames = loops[index].frames.clamped(to: droppedCount..<frameCount)
    }
    return clipped.movingPositions { $0 - droppedCount }
  }

  /// Moves markers and loops by a function that preserves their order, and drops loops left empty.
  private func movingPositions(_ move: (Int) -> Int) -> SoundMetadata {
    var moved = self
    for index in markers.indices {
      moved.markers[index].framePosition = move(markers[index].framePosition)
    }
    for index in loops.indices {
      let frames = loops[index].frames
      moved.loops[index].frames = move(frames.lowerBound)..<move(frames.upperBound)
    }
    moved.loops.removeAll { $0.frames.isEmpty }
    return moved
  }
}
