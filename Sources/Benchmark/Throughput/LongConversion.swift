/// A conversion whose speed is measured.
struct LongConversion {
  let name: String
  /// Which of the inputs: an extension, a format of others, or "tenth".
  let input: String
  let format: OutputFormat
  /// Why another program may be ahead; shown where one is.
  var reasonBehind: String?
  /// Whether it belongs into the table of all parts.
  var isTelling = false

  static let all = [
    LongConversion(name: "WAVE to LEI16, a copy", input: "wav", format: .int16),
    LongConversion(
      name: "AIFF to LEI16, a byte swap", input: "aiff", format: .int16, isTelling: true),
    LongConversion(name: "WAVE to LEI24", input: "wav", format: .int24),
    LongConversion(name: "WAVE to LEF32", input: "wav", format: .float32),
    LongConversion(name: "WAVE to I8", input: "wav", format: .int8),
    LongConversion(name: "WAVE to UI8 in WAVE", input: "wav", format: .uint8),
    LongConversion(name: "WAVE to µ-law", input: "wav", format: .muLaw),
    LongConversion(name: "WAVE to A-law", input: "wav", format: .aLaw),
    LongConversion(name: "WAVE to IMA4", input: "wav", format: .ima4, isTelling: true),
    LongConversion(
      name: "a tenth of it to IMA4, `-q 63`", input: "tenth", format: .closestIMA4,
      reasonBehind: "FFmpeg's search (`-trellis 2`) looks at far fewer possibilities, and leaves"
        + " more noise than no search at all: see the section on IMA4."),
    LongConversion(name: "MP3 to LEI16", input: "MP3", format: .int16),
    LongConversion(
      name: "FLAC to LEI16", input: "FLAC", format: .int16,
      reasonBehind:
        "All but FFmpeg decode with libFLAC, which takes nearly all of the time: they differ"
        + " in how samples are handed on."),
  ]
}
