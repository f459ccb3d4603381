extension SoundMetadata {
  /// The metadata less the texts that describe the file they were found in: its bit depth, say, or
  /// the program that wrote it. The rest may go into another file.
  public var withoutFileDetails: SoundMetadata {
    var kept = self
    kept.texts.removeAll { $0.field?.describesFile == true }
    return kept
  }

  /// The metadata of the same sound at another sample rate.
  ///
  /// Positions are rounded to whole frames, halves up; a loop that has no frame left is dropped.
  /// Where the resampled sound is shorter than that, `droppingFirst(0, of:)` clips them to it.
  ///
  /// - Parameter factor: The new rate, divided by the old one.
  public func scaled(by factor: Double) -> SoundMetadata {
    precondition(factor > 0 && factor.isFinite, "a ratio of sample rates is positive")
    func scale(_ position: Int) -> Int {
      // Past 2⁵³ there are no whole frames to tell apart; the bound keeps the conversion in range.
      Int(max(0, min(Double(position) * factor, 0x1p53)) + 0.5)
    }
    return movingPositions { scale($0) }
  }

  /// The metadata of a sound without its first frames, and without any after `frameCount` of the
  /// original.
  ///
  /// Markers outside what is left vanish; one right after its last frame stays. Loops are clipped, and
  /// dropped where nothing is left of them.
  ///
  /// - Parameters:
  ///   - droppedCount: How many frames go.
  ///   - frameCount: How many frames there were.
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

  /// Moves what has a position by a function that keeps the order; empty loops go.
  private func movingPositions(_ move: (Int) -> Int) -> SoundMetadata {
    var moved = self
    for index in markers.indices {
      moved.markers[index].framePosition = move(markers[index].framePosition)
    }
    for index in loops.indices {
      let frames = loops[index].frames
      moved.loops[index].frames = move(frames.lowerBound)..<move(frames.upperBound)
    }
    moved.loops.removeAll(where: \.frames.isEmpty)
    return moved
  }
}
