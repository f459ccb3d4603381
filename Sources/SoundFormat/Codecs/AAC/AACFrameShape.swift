/// How a channel's frame is divided into windows, and which bands of their spectra are coded.
///
/// Source: ISO/IEC 14496-3, 4.4.2.1, "ics_info".
struct AACFrameShape: Sendable {
  /// The slopes of a frame's windows: long ones, short ones, or a long and a short one.
  enum Sequence: Int, Sendable {
    case long, start, short, stop
  }

  var sequence = Sequence.long
  /// Whether the slope to the next frame has the second shape: Kaiser and Bessel's, or in AAC-LD the low overlap.
  var hasSecondShape = false
  /// How many bands are coded in each window.
  var bandCount = 0
  /// The windows of each group. The windows of a group share their scale factors.
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

  /// The bands of the frame's windows.
  func window(_ bands: AACBands) throws(SoundFileError) -> AACBands.Window {
    if bands.short == nil, sequence != .long { throw AACDecoder.damage }
    return sequence == .short ? bands.short ?? bands.long : bands.long
  }

  /// Whether the frame begins with a long slope, and whether it ends with one.
  var beginsLong: Bool { sequence == .long || sequence == .start }
  var endsLong: Bool { sequence == .long || sequence == .stop }

  var windows: (Sequence, Bool) { (sequence, hasSecondShape) }

  /// How many windows the frame has, each with its part of the spectrum.
  var windowCount: Int { sequence == .short ? 8 : 1 }
}

extension BitReader {
  /// Reads a number of up to 32 bits.
  mutating func next(_ count: Int) throws(SoundFileError) -> Int {
    guard let value = read(count) else { throw AACDecoder.damage }
    return Int(truncatingIfNeeded: value)
  }
}
