/// The quality of a change of sample rate.
///
/// The figures are libsamplerate's own: the signal-to-noise ratio and the share of the smaller
/// Nyquist band that passes.
public enum ResamplingQuality: Hashable, Sendable, CaseIterable {
  /// Band-limited, 145 dB, 96 % of the band. The default, since Apple's default is its best, too.
  case best
  /// Band-limited, 121 dB, 90 %: five times as fast.
  case medium
  /// Band-limited, 97 dB, 80 %: ten times as fast.
  case fast
  /// Straight lines between samples: fifty times as fast, and audibly worse.
  case linear

  /// Creates the quality for a number of `afconvert -r`: linear, fast from 32, medium from 64, best from
  /// 96 to 127.
  public init(sourceQuality: Int) {
    self =
      switch sourceQuality {
      case ..<32: .linear
      case ..<64: .fast
      case ..<96: .medium
      default: .best
      }
  }
}
