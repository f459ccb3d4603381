extension SoundMetadata {
  /// The instrument to write: in every container, a loop is an instrument's.
  var writtenInstrument: Instrument? {
    instrument?.withinMIDI ?? (loops.isEmpty ? nil : Instrument())
  }

  /// The markers, each with an identifier in a range that no other has: its own where that is so,
  /// else the lowest that is free. Markers for which none is left are dropped.
  func markersWithIdentifiers(in range: ClosedRange<UInt32>) -> [Marker] {
    let wanted = Set(markers.map(\.identifier).filter(range.contains))
    var taken: Set<UInt32> = []
    var next: UInt32? = range.lowerBound
    return markers.compactMap { marker in
      var marker = marker
      guard !range.contains(marker.identifier) || !taken.insert(marker.identifier).inserted else {
        return marker
      }
      while let candidate = next {
        next = candidate < range.upperBound ? candidate + 1 : nil
        guard !wanted.contains(candidate) else { continue }
        marker.identifier = candidate
        taken.insert(candidate)
        return marker
      }
      return nil
    }
  }
}

extension SoundFile {
  /// Takes over what chunks say of the sound's metadata, as far as it lies inside the sound.
  mutating func adopt(_ candidate: SoundMetadata) {
    var candidate = candidate
    candidate.instrument = candidate.instrument?.withinMIDI
    // How long a sound is can't be told where packets differ, or the codec is unknown.
    guard format.bytesPerPacket > 0, format.framesPerPacket > 0 else {
      metadata = candidate
      return
    }
    metadata = candidate.droppingFirst(0, of: frameCount)
    let markerCount = candidate.markers.count - metadata.markers.count
    if markerCount > 0 {
      notes.append(Note("\(counted(markerCount, "marker")) outside the sound: ignored"))
    }
    let loopCount = candidate.loops.count - metadata.loops.count
    if loopCount > 0 {
      notes.append(Note("\(counted(loopCount, "loop")) empty or outside the sound: ignored"))
    } else if candidate.loops != metadata.loops {
      notes.append(Note("a loop ends after the sound: cut"))
    }
  }
}

extension SoundMetadata.Instrument {
  /// The most that a gain may come to, in decibels: no more is meant.
  private static let gains = -1000...1000
  private static let detunes = -50...50
  private static let notes = 0...127

  /// The instrument in MIDI's numbers, and with a detuning that no other note is nearer to: fields hold
  /// others, too, and one container's more than another's.
  var withinMIDI: Self {
    var instrument = self
    if !Self.detunes.contains(detune) {
      let cents = 100 * baseNote.clamped(to: Self.notes) - detune.clamped(to: -12_800...12_800)
      // Rounded to the nearest note; the sum is never negative.
      instrument.baseNote = (cents + 12_850) / 100 - 128
      instrument.detune = 100 * instrument.baseNote - cents
    }
    instrument.baseNote = instrument.baseNote.clamped(to: Self.notes)
    instrument.gain = gain.clamped(to: Self.gains)
    instrument.notes = notes.clamped(to: Self.notes)
    instrument.velocities = velocities.clamped(to: Self.notes)
    return instrument
  }
}

extension Int {
  fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension ClosedRange<Int> {
  /// The values between a file's limits, or all that MIDI has where they stand the wrong way round.
  init(from low: UInt8, to high: UInt8) {
    self = low <= high ? Int(low)...Int(high) : 0...127
  }
}

extension [Note] {
  /// Notes that a chunk has fewer entries than it says.
  mutating func append(
    count claimed: some FixedWidthInteger, found: Int, _ chunk: String, of things: String,
    at offset: Int
  ) {
    guard Int(claimed) != found else { return }
    append(Note("the \(chunk) chunk claims \(claimed) \(things) and has \(found)", at: offset))
  }

  /// Notes an encoding other than UTF-8, once for texts of the same kind that follow each other.
  mutating func append(_ encoding: TextEncoding, of text: String, at offset: Int) {
    let message = "the \(text) is not UTF-8, and read as \(encoding.rawValue)"
    guard encoding != .utf8, last?.message != message else { return }
    append(Note(message, at: offset))
  }
}
