extension SoundMetadata {
  /// The instrument to write. In every container, loops belong to an instrument, so if the metadata has
  /// only loops, they get a default instrument.
  var writtenInstrument: Instrument? {
    instrument?.withinMIDI ?? (loops.isEmpty ? nil : Instrument())
  }

  /// Returns the markers with unique identifiers from a range. A marker keeps its identifier if the
  /// identifier is in the range and unique. Otherwise the marker gets the lowest free identifier; if none
  /// is free, the marker is dropped.
  func markersWithIdentifiers(in range: ClosedRange<UInt32>) -> [Marker] {
    let wanted = Set(markers.map { $0.identifier }.filter(range.contains))
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
  /// Sets the metadata that chunks state, clipped to the sound.
  mutating func adopt(_ candidate: SoundMetadata) {
    var candidate = candidate
    candidate.instrument = candidate.instrument?.withinMIDI
    // Don't clip if packets vary or the codec is unknown, because the sound's length is then unknown.
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
      notes.append(Note("a loop ends after the sound: shortened"))
    }
  }
}

extension SoundMetadata.Instrument {
  /// In decibels; no sensible file states more.
  private static let gains = -1000...1000
  private static let detunes = -50...50
  private static let notes = 0...127

  /// The instrument with its numbers limited to MIDI's ranges, and with the base note that is nearest to
  /// the pitch. Files can state any numbers, and some containers have larger fields than others.
  var withinMIDI: Self {
    var instrument = self
    if !Self.detunes.contains(detune) {
      let cents = 100 * baseNote.clamped(to: Self.notes) - detune.clamped(to: -12_800...12_800)
      // Round to the nearest note. The sum is never negative, so the division rounds down.
      instrument.baseNote = (cents + 12_850) / 100 - 128
      instrument.detune = 100 * instrument.baseNote - cents
    }
    instrument.baseNote = instrument.baseNote.clamped(to: Self.notes)
    instrument.gain = gain.clamped(to: Self.gains)
    instrument.notes = notes.clamped(to: Self.notes)
    instrument.velocities = velocities.clamped(to: Self.notes)
    return instrument
  }

  /// Reads the ranges of notes and velocities: four bytes in every container. A reversed range becomes 0...127.
  mutating func readRanges(from reader: inout ByteReader) throws(SoundFileError) {
    func range() throws(SoundFileError) -> ClosedRange<Int> {
      let (low, high) = (try reader.read(UInt8.self), try reader.read(UInt8.self))
      return low <= high ? Int(low)...Int(high) : 0...127
    }
    notes = try range()
    velocities = try range()
  }

  func writeRanges(to writer: inout ByteWriter) {
    for range in [notes, velocities] {
      writer.write(UInt8(clamping: range.lowerBound))
      writer.write(UInt8(clamping: range.upperBound))
    }
  }
}

extension Int {
  package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension [Note] {
  /// Adds a note on a text in Latin-1, but only one for consecutive texts with the same name.
  mutating func appendLatin1(_ text: String, at offset: Int) {
    let message = "the \(text) is not UTF-8, and read as Latin-1"
    if last?.message != message { append(Note(message, at: offset)) }
  }
}
