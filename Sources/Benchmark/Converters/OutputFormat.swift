import SoundFormat

/// An output format, and the options for it in each program.
struct OutputFormat {
  let name: String
  let dataFormat: DataFormat
  let afconvert: String
  let ffmpeg: String
  /// Nil, here and below, if the program can't write this format.
  let sndfileConvert: String?
  let sox: String?
  let sfconvert: String?
  var pathExtension = "caf"
  /// The extension for sndfile-convert if it differs: that program infers the container from the name, and
  /// writes IMA4 in only one.
  var sndfileExtension: String?

  static let int16 = OutputFormat(
    name: "LEI16", dataFormat: .linearPCM(PCMEncoding(.int16, .little)),
    afconvert: "-f caff -d LEI16", ffmpeg: "-c:a pcm_s16le",
    sndfileConvert: "-pcm16 -endian=little", sox: "-b 16",
    sfconvert: "format caf integer 16 2scomp")
  static let int24 = OutputFormat(
    name: "LEI24", dataFormat: .linearPCM(PCMEncoding(.int24, .little)),
    afconvert: "-f caff -d LEI24", ffmpeg: "-c:a pcm_s24le",
    sndfileConvert: "-pcm24 -endian=little", sox: "-b 24",
    sfconvert: "format caf integer 24 2scomp")
  static let int32 = OutputFormat(
    name: "LEI32", dataFormat: .linearPCM(PCMEncoding(.int32, .little)),
    afconvert: "-f caff -d LEI32", ffmpeg: "-c:a pcm_s32le",
    sndfileConvert: "-pcm32 -endian=little", sox: "-b 32 -e signed-integer",
    sfconvert: "format caf integer 32 2scomp")
  static let float32 = OutputFormat(
    name: "LEF32", dataFormat: .linearPCM(PCMEncoding(.float32, .little)),
    afconvert: "-f caff -d LEF32", ffmpeg: "-c:a pcm_f32le",
    sndfileConvert: "-float32 -endian=little", sox: "-b 32 -e floating-point",
    sfconvert: "format caf float 1.0")
  static let float64 = OutputFormat(
    name: "LEF64", dataFormat: .linearPCM(PCMEncoding(.float64, .little)),
    afconvert: "-f caff -d LEF64", ffmpeg: "-c:a pcm_f64le",
    sndfileConvert: "-float64 -endian=little", sox: "-b 64 -e floating-point",
    sfconvert: nil)
  static let int8 = OutputFormat(
    name: "I8", dataFormat: .linearPCM(PCMEncoding(.int8)),
    afconvert: "-f caff -d I8", ffmpeg: "-c:a pcm_s8", sndfileConvert: "-pcms8", sox: "-b 8",
    sfconvert: "format caf integer 8 2scomp")
  static let uint8 = OutputFormat(
    name: "UI8", dataFormat: .linearPCM(PCMEncoding(.uint8)),
    afconvert: "-f WAVE -d UI8", ffmpeg: "-c:a pcm_u8", sndfileConvert: "-pcmu8", sox: "-b 8",
    sfconvert: "format wave integer 8 unsigned", pathExtension: "wav")
  static let muLaw = OutputFormat(
    name: "µ-law", dataFormat: .muLaw, afconvert: "-f caff -d ulaw", ffmpeg: "-c:a pcm_mulaw",
    sndfileConvert: "-ulaw", sox: "-e mu-law", sfconvert: "format caf compression ulaw")
  static let aLaw = OutputFormat(
    name: "A-law", dataFormat: .aLaw, afconvert: "-f caff -d alaw", ffmpeg: "-c:a pcm_alaw",
    sndfileConvert: "-alaw", sox: "-e a-law", sfconvert: "format caf compression alaw")
  static let ima4 = OutputFormat(
    name: "IMA4", dataFormat: .ima4, afconvert: "-f caff -d ima4", ffmpeg: "-c:a adpcm_ima_qt",
    sndfileConvert: "-ima-adpcm", sox: nil, sfconvert: "format caf compression ima",
    sndfileExtension: "aifc")
  /// The IMA4 closest to the sound, in programs that search for it.
  static let closestIMA4 = OutputFormat(
    name: "IMA4, searched for", dataFormat: .ima4, afconvert: "-f caff -d ima4 -q 63",
    ffmpeg: "-c:a adpcm_ima_qt -trellis 2", sndfileConvert: nil, sox: nil, sfconvert: nil)
}
