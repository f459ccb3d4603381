import SoundFormat

/// A conversion whose speed is measured.
struct LongConversion {
  let name: String
  let input: LongInput
  let format: OutputFormat
  /// Why another program may be ahead; shown only if one is.
  var reasonBehind: String?
  /// Whether it appears in the summary table.
  var isTelling = false

  static let all = [
    LongConversion(
      name: "WAVE to LEI16, a copy", input: .pcm(.wave, .int16), format: .int16, isTelling: true),
    LongConversion(
      name: "AIFF to LEI16, a byte swap", input: .pcm(.aiff, .int16), format: .int16,
      isTelling: true),
    LongConversion(
      name: "AIFF of 24 bits to LEI24, a byte swap", input: .pcm(.aiff, .int24), format: .int24),
    LongConversion(
      name: "AIFF of 32 bits to LEI32, a byte swap", input: .pcm(.aiff, .int32), format: .int32),
    LongConversion(name: "WAVE to LEI24", input: .pcm(.wave, .int16), format: .int24),
    LongConversion(name: "WAVE to LEF32", input: .pcm(.wave, .int16), format: .float32),
    LongConversion(name: "WAVE to LEF64", input: .pcm(.wave, .int16), format: .float64),
    LongConversion(name: "WAVE of 24 bits to LEI16", input: .pcm(.wave, .int24), format: .int16),
    LongConversion(name: "WAVE of floats to LEI16", input: .pcm(.wave, .float32), format: .int16),
    LongConversion(name: "WAVE of floats to LEI24", input: .pcm(.wave, .float32), format: .int24),
    LongConversion(name: "WAVE to I8", input: .pcm(.wave, .int16), format: .int8),
    LongConversion(name: "WAVE to UI8 in WAVE", input: .pcm(.wave, .int16), format: .uint8),
    LongConversion(name: "WAVE to µ-law", input: .pcm(.wave, .int16), format: .muLaw),
    LongConversion(name: "WAVE to A-law", input: .pcm(.wave, .int16), format: .aLaw),
    LongConversion(
      name: "WAVE to IMA4", input: .pcm(.wave, .int16), format: .ima4, isTelling: true),
    LongConversion(
      name: "a tenth of it to IMA4, `-q 63`", input: .tenth, format: .closestIMA4,
      reasonBehind: "FFmpeg's search (`-trellis 2`) tries far fewer possibilities, and leaves more"
        + " noise than no search at all; see the section on IMA4."),
    LongConversion(
      name: "MP3 to LEI16", input: .foreign(.mp3), format: .int16,
      reasonBehind:
        "FFmpeg has its own decoder; afconvert decodes with mpg123, through libsndfile, which takes"
        + " nearly all of the time."),
    LongConversion(
      name: "FLAC to LEI16", input: .foreign(.flac), format: .int16,
      reasonBehind:
        "All but FFmpeg decode with libFLAC, which takes nearly all of the time; they differ only in"
        + " how they pass the samples on."),
  ]
}
