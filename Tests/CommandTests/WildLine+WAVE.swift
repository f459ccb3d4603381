import SoundFormat
import TestSupport

extension WildLine {
  /// Lines that write a WAVE file.
  static let waveLines: [WildLine] = [
    // The input is often a WAVE already, and must be kept.
    WildLine(
      "34", #"afconvert -v -f WAVE -d LEI16 "$file""#, given: "file=a.wav", .wave("a.wav"),
      to: WildOutput("a-1.wav", .wave, "LEI16")),
    WildLine(
      "34, 24 bits", #"afconvert -v -f WAVE -d LEI16 "$file""#, given: "file=a.wav",
      .wave("a.wav", .littleInt24), to: WildOutput("a-16bit.wav", .wave, "LEI16")),
    WildLine(
      "35", "afconvert -v -f WAVE -d LEI16 notworking.wav working.wav",
      .wave("notworking.wav", .littleFloat32), to: WildOutput("working.wav", .wave, "LEI16")),
    WildLine(
      "36", #"afconvert -d 'LEI16' -f 'WAVE' "$1"; test -f "$name.wav""#,
      given: "set -- song.mp3; name=song", .mp3("song.mp3"),
      to: WildOutput("song.wav", .wave, "LEI16")),
    WildLine(
      "37", #"afconvert -d LEI16 -f 'WAVE' $FILE "$name.wav""#, given: "FILE=a.mp3 name='b c'",
      .mp3("a.mp3", channels: 1), to: WildOutput("b c.wav", .wave, "LEI16", channels: 1)),
    WildLine(
      "38", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav", .m4a("in.m4a"),
      to: WildOutput("out.wav", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "38, a WAVE in fact", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav",
      .wave("in.m4a"), to: WildOutput("out.wav", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "39", "afconvert -f WAVE -d LEI16@16000 -c 1 --mix in out", .mp3("in", rate: 48_000),
      to: WildOutput("out", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "40", "afconvert -f WAVE -d LEI16@16000 -c 1 -- in out", .wave("in", rate: 8000),
      to: WildOutput("out", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "41", "afconvert -f WAVE -d LEI16@48000 -c 2 call-sample.aiff call-sample-raw.wav",
      .aiff("call-sample.aiff", rate: 22_050, channels: 1),
      to: WildOutput("call-sample-raw.wav", .wave, "LEI16", rate: 48_000)),
    WildLine(
      "42", "afconvert -f WAVE -d LEI16@22050 -c 1 speech.ogg", .ogg("speech.ogg"),
      to: WildOutput("speech.wav", .wave, "LEI16", rate: 22_050, channels: 1)),
    WildLine(
      "43", #"afconvert -f WAVE -d LEI24@48000 "${i}" "${base}.wav""#, given: "i=a.aiff base=b",
      .aiff("a.aiff"), to: WildOutput("b.wav", .wave, "LEI24", rate: 48_000)),
    WildLine(
      "44", "afconvert -f WAVE -d LEI24@96000 src.wav ref.wav", .wave("src.wav", .littleInt24),
      to: WildOutput("ref.wav", .wave, "LEI24", rate: 96_000)),
    WildLine(
      "45", #"afconvert -f WAVE -d LEF32@16000 "$aiff" "$wav""#, given: "aiff=a.aiff wav=b.wav",
      .aiff("a.aiff", rate: 22_050, channels: 1),
      to: WildOutput("b.wav", .wave, "LEF32", rate: 16_000, channels: 1)),
    WildLine(
      "46", "afconvert a.aiff b.wav -d LEF32@16000 -c 1 -f WAVE", .aiff("a.aiff"),
      to: WildOutput("b.wav", .wave, "LEF32", rate: 16_000, channels: 1)),
    WildLine(
      "47", "afconvert -f WAVE -d LEF32@$rate -r 127 --src-complexity bats in.wav out.wav",
      given: "rate=32000", .wave("in.wav", .littleFloat32),
      to: WildOutput("out.wav", .wave, "LEF32", rate: 32_000)),
    WildLine(
      "48", "afconvert -f WAVE -d ulaw@8000 -c 1 in.aiff out.wav", .aiff("in.aiff", rate: 22_050),
      to: WildOutput("out.wav", .wave, "ulaw", rate: 8000, channels: 1)),
    WildLine(
      "49", "afconvert -f WAVE -d 'ulaw' alarm3.caf alarm3.wav", .caf("alarm3.caf", .ima4),
      to: WildOutput("alarm3.wav", .wave, "ulaw")),
    WildLine(
      "50", "afconvert -v -d LEI32 -c 1 --mix ${i} ${i%.*}.mono.wav", given: "i=in.wav",
      .wave("in.wav"), to: WildOutput("in.mono.wav", .wave, "LEI32", channels: 1)),
    WildLine(
      "51", "afconvert pineapple.m4a -o pine.wav -d LEI16@16000", .m4a("pineapple.m4a"),
      to: WildOutput("pine.wav", .wave, "LEI16", rate: 16_000, channels: 2)),
    WildLine(
      "51, a CAF in fact", "afconvert pineapple.m4a -o pine.wav -d LEI16@16000",
      .caf("pineapple.m4a", .muLaw, channels: 1),
      to: WildOutput("pine.wav", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "52", "afconvert -d LEI16 -f WAVE file directory", given: "mkdir directory", .wave("file"),
      saying: "directory: error: this is a folder"),
  ]
}
