/// One of the sines that make up a note: the sine's frequency as a multiple of the note's frequency, the level at the
/// beginning, and the time in which the level halves, in seconds.
package typealias Partial = (ratio: Double, level: Double, halfLife: Double)

/// Computes notes of instruments. Each function returns one note.
package struct Instruments {
  package let sampleRate: Double

  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
  }

  /// Returns a struck note. All partials begin at once, and each fades at its own rate.
  package func struck(_ frequency: Double, _ partials: [Partial], seconds: Double) -> Signal {
    var note = Signal(seconds: seconds, sampleRate: sampleRate)
    for partial in partials {
      var oscillator = Oscillator()
      var decay = Decay(halfLife: partial.halfLife * sampleRate)
      let turns = frequency * partial.ratio / sampleRate
      note.mix(
        Signal(seconds: seconds, sampleRate: sampleRate) {
          partial.level * decay.next() * oscillator.next(turns: turns)
        })
    }
    return note
  }
}
