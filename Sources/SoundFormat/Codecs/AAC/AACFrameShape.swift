/// How a channel's part of a packet is divided into windows, and how many bands of each window are coded.
///
/// Source: ISO/IEC 14496-3, 4.4.2.1, "ics_info".
struct AACFrameShape: Sendable {
  /// The slopes of a packet's windows: long, from long to short (`start`), short, or from short to long (`stop`).
  enum Sequence: Int, Sendable {
    case long, start, short, stop
  }

  var sequence = Sequence.long
  /// Whether the slope to the next packet has the second shape: Kaiser-Bessel-derived, or low overlap in AAC-LD.
  var hasSecondShape = false
  /// How many bands are coded in each window.
  var bandCount = 0
  /// For each group: its windows, which share their scale factors.
  var groups = [0..<1]

  init() {}

  init(
    _ bits: inout BitReader, _ bands: AACBands, _ configuration: AudioSpecificConfig
  ) throws(SoundFileError) {
    guard try bits.next(1) == 0, let sequence = Sequence(rawValue: try bits.next(2)) else {
      throw AACDecoder.damage
    }
    self.sequence = sequence
    hasSecondShape = try bits.next(1) == 1
    let window = try window(bands)
    if sequence == .short {
      bandCount = try bits.next(4)
      for index in 1..<8 {
        if try bits.next(1) == 1 {
          groups[groups.count - 1] = groups[groups.count - 1].lowerBound..<index + 1
        } else {
          groups.append(index..<index + 1)
        }
      }
    } else {
      bandCount = try bits.next(6)
      if try bits.next(1) == 1 {
        throw AudioSpecificConfig.refusal(
          of: configuration.objectType == 1
            ? "AAC Main" : configuration.objectType == 4 ? "AAC-LTP" : "AAC with prediction")
      }
    }
    guard bandCount <= window.count else { throw AACDecoder.damage }
  }

  /// Returns the bands of the packet's windows. Throws for windows that AAC-LD doesn't have.
  func window(_ bands: AACBands) throws(SoundFileError) -> AACBands.Window {
    if bands.short == nil, sequence != .long { throw AACDecoder.damage }
    return sequence == .short ? bands.short ?? bands.long : bands.long
  }

  /// Whether the packet begins with a long slope.
  var beginsLong: Bool { sequence == .long || sequence == .start }
  /// Whether the packet ends with a long slope.
  var endsLong: Bool { sequence == .long || sequence == .stop }

  var windows: (Sequence, Bool) { (sequence, hasSecondShape) }

  /// How many windows the packet has. Each window has its own spectrum.
  var windowCount: Int { sequence == .short ? 8 : 1 }
}

extension BitReader {
  /// Reads a number of up to 32 bits.
  mutating func next(_ count: Int) throws(SoundFileError) -> Int {
    guard let value = read(count) else { throw AACDecoder.damage }
    return Int(truncatingIfNeeded: value)
  }
}
