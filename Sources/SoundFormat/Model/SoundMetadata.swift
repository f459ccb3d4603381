/// What a file says about its sound that no player needs: texts, markers, loops.
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
  /// Texts, in file order. A key may come up more than once.
  public var texts: [InformationEntry]
  /// Named places, in file order.
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

  /// Whether there is nothing.
  public var isEmpty: Bool { self == SoundMetadata() }

  /// The first text about something.
  public subscript(field: InformationEntry.Field) -> String? {
    texts.first { $0.key == field.rawValue }?.value
  }
}

extension SoundMetadata {
  /// A place in a sound.
  public struct Marker: Hashable, Sendable {
    /// A number that no other marker of the file has. AIFF's have 15 bits; a marker whose number
    /// doesn't fit, or isn't its own, is written with another.
    public var identifier: UInt32
    /// How many frames come before it.
    public var framePosition: Int
    /// Its name; AIFF's end after 255 bytes.
    public var name: String
    /// CAF's marker type, `pbeg` for example; 0, "generic", elsewhere.
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

    /// While a key is held or after it is let go. WAVE doesn't tell; there, every loop is `sustain`.
    public enum Stage: Hashable, Sendable, CaseIterable {
      case sustain, release
    }

    /// The frames repeated. A file's loop has at least one.
    public var frames: Range<Int>
    /// Which way it is played.
    public var kind: Kind
    /// When it is played. AIFF has one loop for each stage.
    public var stage: Stage
    /// How often it is played; 0 for "without end", as in CAF and AIFF, which have no such count.
    public var playCount: Int

    public init(
      frames: Range<Int>, kind: Kind = .forward, stage: Stage = .sustain, playCount: Int = 0
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
    /// By how many cents to raise the pitch, -50 to 50: the sense AIFF and WAVE's `inst` have. CAF
    /// and WAVE's `smpl` say how far the sound lies above the note, which is the opposite.
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
