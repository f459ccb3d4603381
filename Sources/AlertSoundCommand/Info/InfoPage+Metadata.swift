import AlertSound
import SoundFormat

extension SoundMetadata {
  /// Returns texts, markers, loops and the instrument as rows with labels.
  func rows(sampleRate: Double) -> [(String, String)] {
    func time(_ frame: Int) -> String { secondsText(Double(frame) / sampleRate) }
    let textRows =
      texts.filter { $0.field != .sourceBitDepth && $0.field != .approximateDuration }
      .map { entry in
        entry.field?.isShort == true
          ? (entry.key.capitalizedFirst, entry.value) : ("Text", "\(entry.key): \(entry.value)")
      }
    let markerRows = markers.map { marker in
      (
        "Marker",
        (marker.name.isEmpty ? "" : "\(marker.name), ") + "at " + time(marker.framePosition)
      )
    }
    let loopRows = loops.map { loop in
      let count = loop.playCount == 0 ? "" : ", \(counted(loop.playCount, "time"))"
      return (
        "Loop",
        "\(loop.kind), \(loop.stage), from \(time(loop.frames.lowerBound)) to"
          + " \(time(loop.frames.upperBound))\(count)"
      )
    }
    let instrumentRows = instrument.map { instrument in
      [("Instrument", "base note \(instrument.baseNote), gain \(instrument.gain) dB")]
    }
    return textRows + markerRows + loopRows + (instrumentRows ?? [])
  }
}

extension InformationEntry.Field {
  /// Whether the key fits into the column of labels.
  fileprivate var isShort: Bool {
    [.title, .artist, .album, .composer, .lyricist, .genre, .year, .comments, .copyright, .encoder]
      .contains(self)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// Pads the text with spaces on the right to a width, with at least one space.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
