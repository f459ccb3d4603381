import SoundFormat
import TestSupport

extension WildLine {
  /// Lines that write a Core Audio Format file.
  static let cafLines: [WildLine] =
    [
      // Apple's and Braze's documentation; the folder belongs to the test.
      WildLine(
        "1", "afconvert System/Library/Sounds/Submarine.aiff ~/Desktop/sub.caf -d ima4 -f caff -v",
        .aiff("System/Library/Sounds/Submarine.aiff"),
        to: WildOutput("Desktop/sub.caf", .caf, "ima4")
      ),
      WildLine(
        "2", "afconvert input_file.mp3 -o chime_bell.caf -d ima4 -f caff -v",
        .mp3("input_file.mp3"),
        to: WildOutput("chime_bell.caf", .caf, "ima4")),
      WildLine(
        "3", #"afconvert "$SOUND_SRC" "$SOUND_DST" -d ima4 -f caff -c 1 -v 2>/dev/null || true"#,
        given: "SOUND_SRC='a sound.wav' SOUND_DST='out put.caf'", .wave("a sound.wav"),
        to: WildOutput("out put.caf", .caf, "ima4", channels: 1)),
      WildLine(
        "4", "afconvert beep.wav beep.caf -d ima4 -f caff", .wave("beep.wav"),
        to: WildOutput("beep.caf", .caf, "ima4")),
      WildLine(
        "5", "afconvert -d ima4 -f caff emergency_alarm_fire.mp3 emergency_alarm_fire.caf",
        .mp3("emergency_alarm_fire.mp3", rate: 48_000, channels: 1),
        to: WildOutput("emergency_alarm_fire.caf", .caf, "ima4", rate: 48_000, channels: 1)),
      // A Ruby loop inserted the names.
      WildLine(
        "6", "afconvert wav/bell.wav caf/bell.caf -d ima4 -f caff -v", .wave("wav/bell.wav"),
        to: WildOutput("caf/bell.caf", .caf, "ima4")),
      WildLine(
        "7", "afconvert -d 'ima4' -f 'caff' inputfile.mp3 outputfile.caf", .mp3("inputfile.mp3"),
        to: WildOutput("outputfile.caf", .caf, "ima4")),
      WildLine(
        "8", #"afconvert -f caff -d ima4 -c 1 "$tmp" "$OUT/$key.caf""#,
        given: "tmp=tmp.wav OUT=out key=chime", .wave("tmp.wav"),
        to: WildOutput("out/chime.caf", .caf, "ima4", channels: 1)),
      WildLine(
        "9", "afconvert -f caff -d ima4@44100 -c 2 $f", given: "f=a.wav",
        .wave("a.wav", rate: 48_000, channels: 1), to: WildOutput("a.caf", .caf, "ima4")),
      WildLine(
        "10", "afconvert -v -f caff -d ima4@22050 -c 1 $f ${f%.*}.caf", given: "f=a.b.wav",
        .wave("a.b.wav"), to: WildOutput("a.b.caf", .caf, "ima4", rate: 22_050, channels: 1)),
      WildLine(
        "11", "afconvert -v -f caff -d ima4 $f ${f%.*}.caf", given: "f=a.wav", .wave("a.wav"),
        to: WildOutput("a.caf", .caf, "ima4")),
      // AppleScript quoted the names.
      WildLine(
        "12", "afconvert -v -f 'caff' -d ima4@22050 'my sound.aiff' 'my sound.caf'",
        .aiff("my sound.aiff"), to: WildOutput("my sound.caf", .caf, "ima4", rate: 22_050)),
      WildLine(
        "13", "afconvert -f caff -d ima4 yourfile.wav", .wave("yourfile.wav"),
        to: WildOutput("yourfile.caf", .caf, "ima4")),
      // The line that fd runs for each file, in place.
      WildLine(
        "14",
        #"afconvert "HomeAssistant/Sounds/a b.wav" "HomeAssistant/Sounds/a b.wav" -d ima4 -f caff"#,
        .wave("HomeAssistant/Sounds/a b.wav"),
        to: WildOutput("HomeAssistant/Sounds/a b.wav", .caf, "ima4")),
      WildLine(
        "15", #"find . -name '*.mp3' -exec afconvert -f caff -d ima4 {} \;"#, .mp3("a.mp3"),
        .mp3("folder/b c.mp3", rate: 22_050, channels: 1), to: WildOutput("a.caf", .caf, "ima4"),
        WildOutput("folder/b c.caf", .caf, "ima4", rate: 22_050, channels: 1)),
      // Swift's Process passed these as an array.
      WildLine(
        "16", "afconvert -f caff -d ima4 source.wav dest.caf", .wave("source.wav"),
        to: WildOutput("dest.caf", .caf, "ima4")),
      WildLine(
        "17", "afconvert -f caff -d LEI16 out.wav tone_NAME.caf", .wave("out.wav"),
        to: WildOutput("tone_NAME.caf", .caf, "LEI16")),
      WildLine(
        "18", "afconvert -f caff -d LEI16@44100 ambient-rain.wav ambient-rain.caf",
        .wave("ambient-rain.wav", .littleInt24, rate: 48_000),
        to: WildOutput("ambient-rain.caf", .caf, "LEI16")),
      WildLine(
        "19", #"afconvert -f caff -d LEI16@44100 -c 1 "${oldPath}" "${outputPath}""#,
        given: "oldPath='in 1.mp3' outputPath=out.caf", .mp3("in 1.mp3", rate: 48_000),
        to: WildOutput("out.caf", .caf, "LEI16", channels: 1)),
      WildLine(
        "20", "afconvert -f caff -d LEI16@44100 -c 1 click.mp3 click.caf", .mp3("click.mp3"),
        to: WildOutput("click.caf", .caf, "LEI16", channels: 1)),
      WildLine(
        "21", #"afconvert -f caff -d LEI16 "P200 Piano D2.wav""#, .wave("P200 Piano D2.wav"),
        to: WildOutput("P200 Piano D2.caf", .caf, "LEI16")),
      WildLine(
        "22", #"afconvert -d LEI16@44100 -f caff "$mp3" "$out" 2>/dev/null"#,
        given: "mp3=x.mp3 out=y.caf", .mp3("x.mp3", rate: 32_000, channels: 1),
        to: WildOutput("y.caf", .caf, "LEI16", channels: 1)),
      WildLine(
        "23", "afconvert -f 'caff' -d LEI16@44100 -t -v $1 ${1/.wav/.caf}",
        given: "set -- ding.wav",
        .wave("ding.wav", rate: 48_000), to: WildOutput("ding.caf", .caf, "LEI16")),
      WildLine(
        "24", "afconvert -f 'caff' -d LEI16  -b 44100 hit.wav", .wave("hit.wav", rate: 22_050),
        to: WildOutput("hit.caf", .caf, "LEI16", rate: 22_050)),
      WildLine(
        "25", "afconvert -f 'caff' -d LE16 myinfile.WHATEVER myoutfile.caf",
        .wave("myinfile.WHATEVER"), saying: "did you mean LEI16?"),
      WildLine(
        "25, corrected", "afconvert -f 'caff' -d LEI16 myinfile.WHATEVER myoutfile.caf",
        .wave("myinfile.WHATEVER"), to: WildOutput("myoutfile.caf", .caf, "LEI16")),
      WildLine(
        "26",
        """
        afconvert -f caff -d BEI16@44100 ${file} ${caf_path} \
        && afconvert -f AIFF -d BEI16@44100 ${caf_path} ${aiff_path}
        """, given: "file=a.wav caf_path=a.caf aiff_path=a.aiff", .wave("a.wav", rate: 48_000),
        to: WildOutput("a.caf", .caf, "BEI16"), WildOutput("a.aiff", .aiff, "BEI16")),
      WildLine(
        "27", #"afconvert -f caff -d LEF32@48000 -c 1 "$f" "${base}.caf""#,
        given: "f=a.wav base=b", .wave("a.wav"),
        to: WildOutput("b.caf", .caf, "LEF32", rate: 48_000, channels: 1)),
      WildLine(
        "28", "afconvert -f caff -d LEF32@44100 input.wav output.caf",
        .wave("input.wav", .littleInt24, rate: 96_000), to: WildOutput("output.caf", .caf, "LEF32")),
      // Apple's recipe for "Digital Masters".
      WildLine(
        "29",
        #"afconvert "$input_file" -d LEF32@48000 -f caff --soundcheck-generate --src-complexity bats -r 127 "$caf_file""#,
        given: "input_file=in.wav caf_file=out.caf", .wave("in.wav", .littleInt24, rate: 96_000),
        to: WildOutput("out.caf", .caf, "LEF32", rate: 48_000)),
      WildLine(
        "30", #"afconvert "$in" -o out.caf -d 0 -f caff --soundcheck-generate --anchor-generate"#,
        given: "in=a.wav", .wave("a.wav", .littleInt24), to: WildOutput("out.caf", .caf, "LEI24")),
      WildLine(
        "31", "afconvert -f caff -d LEI16@44100 tagged.flac bare.caf",
        .flac("tagged.flac", rate: 48_000), to: WildOutput("bare.caf", .caf, "LEI16")),
      // Python's subprocess passed these as an array.
      WildLine(
        "33", "afconvert src.aiff out.caf --data 0 --file caff --soundcheck-generate",
        .aiff("src.aiff"), to: WildOutput("out.caf", .caf, "BEI16")),
    ] + everyFormatLines

  /// The generator of a decoder's test files.
  private static let everyFormatLines: [WildLine] = [
    "I8", "ulaw", "alaw", "ima4", "BEI16", "BEI24", "BEI32", "BEF32", "BEF64", "LEI16", "LEI24",
    "LEI32", "LEF32", "LEF64",
  ].flatMap { dataFormat in
    [1, 2].map { channelCount in
      WildLine(
        "32, \(dataFormat), \(channelCount)",
        "afconvert -f caff -c $channels -d $data_format in.wav out.caf",
        given: "channels=\(channelCount) data_format=\(dataFormat)", .wave("in.wav"),
        to: WildOutput("out.caf", .caf, dataFormat, channels: channelCount))
    }
  }

  /// Lines that need fd.
  static let fdLines = [
    WildLine(
      "14, fd", #"fd -e wav . HomeAssistant/Sounds -x afconvert "{}" "{}" -d ima4 -f caff"#,
      .wave("HomeAssistant/Sounds/a b.wav"), .wave("HomeAssistant/Sounds/c/d.wav", channels: 1),
      to: WildOutput("HomeAssistant/Sounds/a b.wav", .caf, "ima4"),
      WildOutput("HomeAssistant/Sounds/c/d.wav", .caf, "ima4", channels: 1))
  ]
}
