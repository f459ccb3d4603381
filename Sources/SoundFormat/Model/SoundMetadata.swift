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
  package var loops: [Loop]
  package var instrument: Instrument?

  public init() { self.init(texts: []) }

  package init(
    texts: [InformationEntry] = [], markers: [Marker] = [], loops: [Loop] = [],
    instrument: Instrument? = nil
  ) {
    self.texts = texts
    self.markers = markers
    self.loops = loops
    self.instrument = instrument
  }

  public var isEmpty: Bool { self == SoundMetadata() }

  /// The first text of a field; nil if no text has this field.
  public subscript(field: InformationEntry.Field) -> String? {
    texts.first { $0.key == field.rawValue }?.value
  }
}

/// The names of a file's markers.
///
/// In a hostile file, thousands of markers share a long name, and an output has it for each. So all names together have at
/// most 4 MiB; the names after that are dropped.
struct MarkerNames {
  private let names: [UInt32: String]
  private var spareByteCount = 4 << 20

  init(_ names: [UInt32: String]) { self.names = names }

  mutating func name(of identifier: UInt32) -> String {
    guard let name = names[identifier], name.utf8.count <= spareByteCount else { return "" }
    spareByteCount -= name.utf8.count
    return name
  }
}

extension SoundMetadata {
  /// A named position in a sound.
  public struct Marker: Hashable, Sendable {
    /// A number that no other marker of the file has. A marker whose number isn't unique, or doesn't
    /// fit AIFF's 15 bits, is written with another number.
    public var identifier: UInt32
    /// How many frames come before the marker.
    public var framePosition: Int
    /// The marker's name; AIFF keeps at most 255 bytes of it.
    public var name: String
    /// CAF's marker type, `pbeg` for example; 0 ("generic") in other containers.
    package var type: FourCharCode

    package init(
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
  package struct Loop: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
      case forward
      /// Forward, then backward.
      case alternating
      /// Backward. AIFF has no backward loops.
      case backward
    }

    /// When a loop is played: while a key is held, or after it is released. All of WAVE's loops are
    /// `sustain`.
    package enum Stage: Hashable, Sendable, CaseIterable {
      case sustain, release
    }

    /// The frames to repeat. A loop read from a file has at least one frame.
    package var frames: Range<Int>
    package var kind: Kind
    /// AIFF has one loop for each stage.
    package var stage: Stage
    /// How many times the loop is played; 0 means endlessly. CAF and AIFF store no count.
    package var playCount: UInt32

    package init(
      frames: Range<Int>, kind: Kind = .forward, stage: Stage = .sustain, playCount: UInt32 = 0
    ) {
      self.frames = frames
      self.kind = kind
      self.stage = stage
      self.playCount = playCount
    }
  }

  /// How a sampler plays a sound. Notes and velocities are MIDI's, 0 to 127, middle C being 60.
  package struct Instrument: Hashable, Sendable {
    /// The note that plays the sound at its original pitch.
    package var baseNote: Int
    /// How many cents to raise the pitch, -50 to 50. AIFF and WAVE's `inst` use the same sign. CAF
    /// and WAVE's `smpl` use the opposite sign: they state how far the sound is above the note.
    package var detune: Int
    package var gain: Int
    package var notes: ClosedRange<Int>
    package var velocities: ClosedRange<Int>

    package init(
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

/// A line of text about a sound: an artist, a comment, the source's bit depth.
public struct InformationEntry: Hashable, Sendable {
  /// The text's subject, as CAF spells it; `Field` lists the known keys.
  public var key: String
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  public init(_ field: Field, _ value: String) {
    self.init(key: field.rawValue, value: value)
  }

  /// The field that the key names; nil for an unknown key.
  package var field: Field? { Field(rawValue: key) }
}

extension InformationEntry {
  /// The keys whose meaning is known.
  ///
  /// Source: CAF specification, "Information Chunk", and the `kAFInfoDictionary_…` keys of
  /// AudioFile.h, which share their spelling.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    case title, artist, album, composer, lyricist, genre, year, comments, copyright, tempo
    case trackNumber = "track number"
    case keySignature = "key signature"
    case timeSignature = "time signature"
    case recordedDate = "recorded date"
    case encodingApplication = "encoding application"
    case sourceEncoder = "source encoder"
    case nominalBitRate = "nominal bit rate"
    case channelLayout = "channel layout"
    case approximateDuration = "approximate duration in seconds"
    case sourceBitDepth = "source bit depth"
    /// FFmpeg's name for `encodingApplication`.
    case encoder

    /// Whether the text describes this file only, and would be wrong in another file of the sound.
    var describesFile: Bool {
      switch self {
      case .encodingApplication, .sourceEncoder, .nominalBitRate, .channelLayout,
        .approximateDuration, .sourceBitDepth, .encoder:
        true
      case .title, .artist, .album, .composer, .lyricist, .genre, .year, .comments, .copyright,
        .tempo, .trackNumber, .keySignature, .timeSignature, .recordedDate:
        false
      }
    }
  }
}

extension SoundMetadata {
  /// The metadata without the texts that describe the file itself, such as its bit depth or the
  /// program that wrote it. The rest also suits another file of the same sound.
  package var withoutFileDetails: SoundMetadata {
    var kept = self
    kept.texts.removeAll { $0.field?.describesFile == true }
    return kept
  }

  /// Returns the metadata of the same sound at a sample rate that is `factor` times as high.
  ///
  /// Positions are rounded to whole frames, halves up. Loops that become empty are dropped. The
  /// last positions may exceed the resampled sound: clip them with `droppingFirst(0, of:)`.
  package func scaled(by factor: Double) -> SoundMetadata {
    precondition(factor > 0 && factor.isFinite, "a ratio of sample rates is positive")
    func scale(_ position: Int) -> Int {
      // Limit positions to 2⁵³, so that the conversion can't overflow. Above this limit, a `Double` can't
      // represent every whole frame anyway.
      Int(clamping: Int64(max(0, min(Double(position) * factor, 0x1p53)) + 0.5))
    }
    return movingPositions { scale($0) }
  }

  /// Returns the metadata of a sound of `frameCount` frames after `droppedCount` frames are removed from
  /// its beginning.
  ///
  /// Drops markers outside the remaining frames, except for one right after the last frame. Clips
  /// loops, and drops loops that become empty.
  package func droppingFirst(_ droppedCount: Int, of frameCount: Int) -> SoundMetadata {
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

  /// Moves markers and loops by a function that preserves their order. Drops loops that become empty.
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
