/// A loudspeaker, by the bit it has in a channel bitmap.
///
/// Core Audio's `AudioChannelBitmap` and Microsoft's `dwChannelMask` agree on all of these.
/// Sources: CAF specification, "Channel Bitmaps"; Microsoft's `WAVEFORMATEXTENSIBLE`.
public enum Speaker: UInt32, CaseIterable, Sendable {
  case left = 0x1
  case right = 0x2
  case center = 0x4
  case lowFrequency = 0x8
  /// Microsoft's back left, which is the surround of layouts with two of them.
  case leftSurround = 0x10
  case rightSurround = 0x20
  case leftCenter = 0x40
  case rightCenter = 0x80
  case centerSurround = 0x100
  /// Core Audio's left surround direct, Microsoft's side left.
  case rearSurroundLeft = 0x200
  case rearSurroundRight = 0x400
  case topCenterSurround = 0x800
  case topFrontLeft = 0x1000
  case topFrontCenter = 0x2000
  case topFrontRight = 0x4000
  case topBackLeft = 0x8000
  case topBackCenter = 0x10000
  case topBackRight = 0x20000
}
