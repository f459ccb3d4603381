import SoundFormat
import TestSupport

extension WildLine {
  /// Lines that write an AIFF or AIFF-C file.
  static let aiffLines: [WildLine] = [
    WildLine(
      "53", "afconvert -f AIFF -d BEI16 in.wav out.aiff", .wave("in.wav"),
      to: WildOutput("out.aiff", .aiff, "BEI16")),
    WildLine(
      "54", #"afconvert input.mp3 "$HOME/Library/Sounds/output.aiff" -f AIFF -d BEI16"#,
      .mp3("input.mp3"), to: WildOutput("Library/Sounds/output.aiff", .aiff, "BEI16")),
    WildLine(
      "55",
      "afconvert -f AIFF -d BEI16 -c 2 --src-complexity bats --src-quality 127 'in put.mp3' 'out/x.aiff'",
      .mp3("in put.mp3", channels: 1), to: WildOutput("out/x.aiff", .aiff, "BEI16")),
    WildLine(
      "56",
      "afconvert -f AIFF -d BEI16 -c 2 --src_complexity bats --src-quality 127 'in.wav' 'x.aiff'",
      .wave("in.wav"), fails: 2, saying: "unknown option: --src_complexity"),
    WildLine(
      "57", "afconvert -f AIFF -d BEI24@88200 a.wav b.aiff", .wave("a.wav", .littleInt24),
      to: WildOutput("b.aiff", .aiff, "BEI24", rate: 88_200)),
    WildLine(
      "58", "alias to_aiff='afconvert -d BEI24 -f \"AIFF\"'\nto_aiff in.wav",
      given: "shopt -s expand_aliases", .wave("in.wav"), to: WildOutput("in.aiff", .aiff, "BEI24")),
    WildLine(
      "59", #"afconvert -f AIFF -d I8 "$INFILE" "$outfile""#,
      given: "INFILE=in.wav outfile=out.aiff", .wave("in.wav"),
      to: WildOutput("out.aiff", .aiff, "I8")),
    WildLine(
      "60", "afconvert -f AIFF -d LEI16 in out", .wave("in"),
      saying: "Error: ExtAudioFileCreateWithURL failed ('fmt?')"),
    WildLine(
      "61", "afconvert -f AIFC -d ima4 -c 1 $i", given: "i=in.wav", .wave("in.wav"),
      to: WildOutput("in.aifc", .aifc, "ima4", channels: 1)),
    WildLine(
      "61, 22 kHz", "afconvert -f AIFC -d ima4@22050 -c 1 $i", given: "i=in.wav", .wave("in.wav"),
      to: WildOutput("in.aifc", .aifc, "ima4", rate: 22_050, channels: 1)),
    WildLine(
      "61, CAF", "afconvert -f AIFC -d ima4 tritone.caf", .caf("tritone.caf"),
      to: WildOutput("tritone.aifc", .aifc, "ima4")),
    WildLine(
      "62", "afconvert -f AIFC -d ima4 sound.wav", .wave("sound.wav", channels: 1),
      to: WildOutput("sound.aifc", .aifc, "ima4", channels: 1)),
    WildLine(
      "63, ulaw", "afconvert -f AIFC -d ulaw t44.wav af_ulaw.aifc", .wave("t44.wav"),
      to: WildOutput("af_ulaw.aifc", .aifc, "ulaw")),
    WildLine(
      "63, alaw", "afconvert -f AIFC -d alaw t44.wav af_alaw.aifc", .wave("t44.wav"),
      to: WildOutput("af_alaw.aifc", .aifc, "alaw")),
    WildLine(
      "63, ima4", "afconvert -f AIFC -d ima4 t44.wav af_ima4.aifc", .wave("t44.wav"),
      to: WildOutput("af_ima4.aifc", .aifc, "ima4")),
    WildLine(
      "63, BEI24", "afconvert -f AIFC -d BEI24 t44.wav af_BEI24.aifc", .wave("t44.wav"),
      to: WildOutput("af_BEI24.aifc", .aifc, "BEI24")),
    WildLine(
      "63, BEF32", "afconvert -f AIFC -d BEF32 t44.wav af_BEF32.aifc", .wave("t44.wav"),
      to: WildOutput("af_BEF32.aifc", .aifc, "BEF32")),
    WildLine(
      "64", "afconvert -f AIFC -d BEI16@22050 hello.wav hello.aiff", .wave("hello.wav"),
      to: WildOutput("hello.aiff", .aifc, "BEI16", rate: 22_050)),
    WildLine(
      "64, FLAC", "afconvert -f AIFC -d BEI16 mono-48k.flac mono-48k.aifc",
      .flac("mono-48k.flac", rate: 48_000, channels: 1),
      to: WildOutput("mono-48k.aifc", .aifc, "BEI16", rate: 48_000, channels: 1)),
    WildLine(
      "65", "afconvert -f AIFC -d I16@44100 filename.wav newfile.aif",
      .wave("filename.wav", rate: 48_000), to: WildOutput("newfile.aif", .aifc, "BEI16")),
  ]
}
