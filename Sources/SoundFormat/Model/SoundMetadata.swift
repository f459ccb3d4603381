/// Metadata that no player needs: texts, markers, loops and an instrument.
///
/// What each container has room for:
///
/// | | CAF | AIFF, AIFC | WAVE, RF64, BW64 |
/// | --- | --- | --- | --- |
/// | `texts` | `info`, any key | `NAME` `AUTH` `(c) ` `ANNO`: title, artist, copyright, comments | `LIST INFO` |
/// | `markers` | `mark`, names in `strg` | `MARK` | `cue `, names in `LIST adtl` |
/// | `loops` | `regn` | two, in `INST` and `MARK` | `smpl` |
/// | `instrument` | `inst` | `INST` | `inst`, its pitch in `smpl` too |
///
/// Sources: CAF specification, "Information", "Strings", "Marker", "Region" and "Instrument Chunk";
/// AIFF 1.3, "Marker", "Instrument" and "Text Chunks"; Microsoft's Multimedia Programming Interface
/// of 1991, "INFO List Chunk" and "Waveform Audio File Format", and its update of 1994 (`smpl`,
/// `inst`).
public struct SoundMetadata: Hashable, Sendable {
  /// Texts, in file order. A key may occur more than once.
  public var texts: [InformationEntry]
  /// Named positions, in file order.
  public var markers: [Marker]
  /// Parts that a sampler repeats.
  public var loops: [Loop]
  /// How a sampler plays the sound.
  public var instrument: Instrument?

  public init(
    texts: [InformationEntry] = [], markers: [Marker] = [], loops: [Loop] = [],
    instrument: Instrument? = nil
  ) {
    self.texts = texts
    self.markers = markers
    self.loops = loops
    self.instrument = instrument
  }

  /// Whether there is no metadata at all.
  public var isEmpty: Bool { self == SoundMetadata() }

  /// The first text of a field, or nil if there is none.
  public subscript(field: InformationEntry.Field) -> String? {
    texts.first { $0.key == field.rawValue }?.value
  }
}

extension SoundMetadata {
  /// A named position in a sound.
  public struct Marker: Hashable, Sendable {
    /// A number unique among the file's markers. AIFF's have 15 bits; a marker whose number doesn't
    /// fit, or isn't unique, is written with another one.
    public var identifier: UInt32
    /// How many frames come before it.
    public var framePosition: Int
    /// Its name; AIFF keeps at most 255 bytes of it.
    public var name: String
    /// CAF's marker type, `pbeg` for example; 0 ("generic") in other containers.
    public var type: FourCharCode

    public init(
      identifier: UInt32, framePosition: Int, name: String = "",
      type: FourCharCode = FourCharCode(rawValue: 0)
    ) {
      self.identifier = identifier
      self.framePosition = framePosition
      self.name = name
      self.type = type
    }
  }

  /// A part of a sound that a sampler repeats.
  public struct Loop: Hashable, Sendable {
    /// Which way it is played.
    public enum Kind: Hashable, Sendable, CaseIterable {
      case forward
      /// Forward, then backward.
      case alternating
      /// Backward. AIFF has no such loops.
      case backward
    }

    /// When a loop is played: while a key is held, or after it is released. WAVE doesn't
    /// distinguish them; its loops are all `sustain`.
    public enum Stage: Hashable, Sendable, CaseIterable {
      case sustain, release
    }

    /// The frames to repeat. A loop read from a file has at least one.
    public var frames: Range<Int>
    /// Which way it is played.
    public var kind: Kind
    /// When it is played. AIFF has one loop for each stage.
    public var stage: Stage
    /// How many times it is played. 0 means endlessly; CAF and AIFF, which store no count, always
    /// give 0.
    public var playCount: UInt32

    public init(
      frames: Range<Int>, kind: Kind = .forward, stage: Stage = .sustain, playCount: UInt32 = 0
    ) {
      self.frames = frames
      self.kind = kind
      self.stage = stage
      self.playCount = playCount
    }
  }

  /// How a sampler plays a sound. Notes and velocities are MIDI's, 0 to 127, middle C being 60.
  public struct Instrument: Hashable, Sendable {
    /// The note that plays the sound at its own pitch.
    public var baseNote: Int
    /// By how many cents to raise the pitch, -50 to 50. AIFF and WAVE's `inst` use the same sign.
    /// CAF and WAVE's `smpl` use the opposite one: they state how far the sound is above the note.
    public var detune: Int
    /// By how many decibels to raise the level.
    public var gain: Int
    /// The notes to use the sound for.
    public var notes: ClosedRange<Int>
    /// The velocities to use the sound for.
    public var velocities: ClosedRange<Int>

    public init(
      baseNote: Int = 60, detune: Int = 0, gain: Int = 0, notes: ClosedRange<Int> = 0...127,
      velocities: ClosedRange<Int> = 1...127
    ) {
      self.baseNote = baseNote
      self.detune = detune
      self.gain = gain
      self.notes = notes
      self.velocities = velocities
    }
  }
}
