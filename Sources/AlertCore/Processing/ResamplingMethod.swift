/// How a change of sample rate is computed.
public enum ResamplingMethod: Hashable, Sendable {
  /// Band-limited, with linear phase and the same bits on every machine.
  case bandLimited
  /// Straight lines between frames: fast, and audibly worse. The same bits on every machine.
  case linear
  /// One of libsamplerate's converters, for its exact output. The library is loaded when it is first needed;
  /// without it, a conversion throws an error with the code `libraryMissing`. It takes at most 64 channels,
  /// and its output depends on its version and on the system's C library.
  case libsamplerate(LibsamplerateConverter)
}

/// The converters of libsamplerate.
///
/// The figures are libsamplerate's own: the signal-to-noise ratio and the share of the smaller
/// Nyquist band that passes.
public enum LibsamplerateConverter: String, Hashable, Sendable, CaseIterable {
  /// Band-limited, 145 dB, 96 % of the band.
  case best
  /// Band-limited, 121 dB, 90 %: five times as fast as `best`.
  case medium
  /// Band-limited, 97 dB, 80 %: ten times as fast as `best`.
  case fast
  /// Straight lines between frames: fifty times as fast as `best`, and audibly worse.
  case linear
}
