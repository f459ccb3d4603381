/// A loudspeaker, identified by its bit in a channel bitmap.
///
/// Core Audio's `AudioChannelBitmap` and Microsoft's `dwChannelMask` agree on all of these.
/// Sources: CAF specification, "Channel Bitmaps"; Microsoft's `WAVEFORMATEXTENSIBLE`.
public enum Speaker: UInt32, CaseIterable, Sendable {
  /// Front left.
  case left = 0x1
  /// Front right.
  case right = 0x2
  /// Front centre.
  case center = 0x4
  /// Low frequencies, as for a subwoofer.
  case lowFrequency = 0x8
  /// Microsoft's back left; the left surround in layouts with two surrounds.
  case leftSurround = 0x10
  /// Microsoft's back right; the right surround in layouts with two surrounds.
  case rightSurround = 0x20
  /// Front, between the left and the centre.
  case leftCenter = 0x40
  /// Front, between the right and the centre.
  case rightCenter = 0x80
  /// Behind, in the middle.
  case centerSurround = 0x100
  /// Core Audio's left surround direct, Microsoft's side left.
  case leftSurroundDirect = 0x200
  /// Core Audio's right surround direct, Microsoft's side right.
  case rightSurroundDirect = 0x400
  /// Above the listener.
  case topCenterSurround = 0x800
  /// Above, front left.
  case topFrontLeft = 0x1000
  /// Above, front centre.
  case topFrontCenter = 0x2000
  /// Above, front right.
  case topFrontRight = 0x4000
  /// Above, behind on the left.
  case topBackLeft = 0x8000
  /// Above, behind in the middle.
  case topBackCenter = 0x10000
  /// Above, behind on the right.
  case topBackRight = 0x20000
}
