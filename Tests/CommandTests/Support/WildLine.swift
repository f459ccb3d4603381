/// A command line from a public script, with its inputs and its expected result.
struct WildLine: Sendable, CustomStringConvertible {
  /// The line's number in the project's collection. Words after it tell variants apart.
  let number: String
  /// The line from the script, without the path before `afconvert`.
  let line: String
  /// Lines to run first, which set the script's variables.
  let setup: String
  /// The files to create: a path, then a colon and what differs from 44,100 Hz, two channels, and the container that
  /// the extension names.
  let inputs: [String]
  /// The files that the line creates, and no others: a path, the container, the data format as for `-d`, the rate, and
  /// the number of channels. Without outputs, the line fails.
  let outputs: [String]
  let status: Int32
  /// Words of the error.
  let message: String

  init(
    _ number: String, _ line: String, given setup: String = "", _ inputs: [String],
    to outputs: [String] = [], fails status: Int32 = 1, saying message: String = ""
  ) {
    self.number = number
    self.line = line
    self.setup = setup
    self.inputs = inputs
    self.outputs = outputs
    self.status = status
    self.message = message
  }

  var description: String { "\(number). \(line)" }

  /// Whether FFmpeg makes an input.
  var usesFFmpeg: Bool { inputs.contains { $0.hasSuffix(".m4a") } }
}

extension WildLine {
  /// Lines that write a Core Audio Format file.
  static let cafLines: [WildLine] =
    [
      // From Apple's and Braze's documentation. The test creates the folder `Desktop`.
      WildLine(
        "1", "afconvert System/Library/Sounds/Submarine.aiff ~/Desktop/sub.caf -d ima4 -f caff -v",
        ["System/Library/Sounds/Submarine.aiff"], to: ["Desktop/sub.caf: caf ima4 44100 2"]),
      WildLine(
        "2", "afconvert input_file.mp3 -o chime_bell.caf -d ima4 -f caff -v", ["input_file.mp3"],
        to: ["chime_bell.caf: caf ima4 44100 2"]),
      WildLine(
        "3", #"afconvert "$SOUND_SRC" "$SOUND_DST" -d ima4 -f caff -c 1 -v 2>/dev/null || true"#,
        given: "SOUND_SRC='a sound.wav' SOUND_DST='out put.caf'", ["a sound.wav"],
        to: ["out put.caf: caf ima4 44100 1"]),
      WildLine(
        "9", "afconvert -f caff -d ima4@44100 -c 2 $f", given: "f=a.wav", ["a.wav: 48000 1"],
        to: ["a.caf: caf ima4 44100 2"]),
      // AppleScript quoted the names.
      WildLine(
        "12", "afconvert -v -f 'caff' -d ima4@22050 'my sound.aiff' 'my sound.caf'",
        ["my sound.aiff"], to: ["my sound.caf: caf ima4 22050 2"]),
      // fd runs this line for each file, and each output replaces its input.
      WildLine(
        "14",
        #"afconvert "HomeAssistant/Sounds/a b.wav" "HomeAssistant/Sounds/a b.wav" -d ima4 -f caff"#,
        ["HomeAssistant/Sounds/a b.wav"], to: ["HomeAssistant/Sounds/a b.wav: caf ima4 44100 2"]),
      WildLine(
        "15", #"find . -name '*.mp3' -exec afconvert -f caff -d ima4 {} \;"#,
        ["a.mp3", "folder/b c.mp3: 22050 1"],
        to: ["a.caf: caf ima4 44100 2", "folder/b c.caf: caf ima4 22050 1"]),
      WildLine(
        "23", "afconvert -f 'caff' -d LEI16@44100 -t -v $1 ${1/.wav/.caf}",
        given: "set -- ding.wav", ["ding.wav: 48000"], to: ["ding.caf: caf LEI16 44100 2"]),
      WildLine(
        "24", "afconvert -f 'caff' -d LEI16  -b 44100 hit.wav", ["hit.wav: 22050"],
        to: ["hit.caf: caf LEI16 22050 2"]),
      WildLine(
        "25", "afconvert -f 'caff' -d LE16 myinfile.WHATEVER myoutfile.caf", ["myinfile.WHATEVER"],
        saying: "did you mean LEI16?"),
      WildLine(
        "25, corrected", "afconvert -f 'caff' -d LEI16 myinfile.WHATEVER myoutfile.caf",
        ["myinfile.WHATEVER"], to: ["myoutfile.caf: caf LEI16 44100 2"]),
      WildLine(
        "26",
        """
        afconvert -f caff -d BEI16@44100 ${file} ${caf_path} \
        && afconvert -f AIFF -d BEI16@44100 ${caf_path} ${aiff_path}
        """, given: "file=a.wav caf_path=a.caf aiff_path=a.aiff", ["a.wav: 48000"],
        to: ["a.caf: caf BEI16 44100 2", "a.aiff: aiff BEI16 44100 2"]),
      // Apple's recipe for "Digital Masters".
      WildLine(
        "29",
        #"afconvert "$input_file" -d LEF32@48000 -f caff --soundcheck-generate --src-complexity bats -r 127 "$caf_file""#,
        given: "input_file=in.wav caf_file=out.caf", ["in.wav: LEI24 96000"],
        to: ["out.caf: caf LEF32 48000 2"]),
      WildLine(
        "30", #"afconvert "$in" -o out.caf -d 0 -f caff --soundcheck-generate --anchor-generate"#,
        given: "in=a.wav", ["a.wav: LEI24"], to: ["out.caf: caf LEI24 44100 2"]),
    ]

  /// Lines that need fd.
  static let fdLines = [
    WildLine(
      "14, fd", #"fd -e wav . HomeAssistant/Sounds -x afconvert "{}" "{}" -d ima4 -f caff"#,
      ["HomeAssistant/Sounds/a b.wav", "HomeAssistant/Sounds/c/d.wav: 1"],
      to: [
        "HomeAssistant/Sounds/a b.wav: caf ima4 44100 2",
        "HomeAssistant/Sounds/c/d.wav: caf ima4 44100 1",
      ])
  ]

  /// Lines that write a WAVE file.
  static let waveLines: [WildLine] = [
    // The input is often a WAVE already, and must be kept.
    WildLine(
      "34", #"afconvert -v -f WAVE -d LEI16 "$file""#, given: "file=a.wav", ["a.wav"],
      to: ["a-1.wav: wave LEI16 44100 2"]),
    WildLine(
      "36", #"afconvert -d 'LEI16' -f 'WAVE' "$1"; test -f "$name.wav""#,
      given: "set -- song.mp3; name=song", ["song.mp3"], to: ["song.wav: wave LEI16 44100 2"]),
    WildLine(
      "38", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav", ["in.m4a"],
      to: ["out.wav: wave LEI16 16000 1"]),
    WildLine(
      "38, a WAVE in fact", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav",
      ["in.m4a: WAVE"], to: ["out.wav: wave LEI16 16000 1"]),
    WildLine(
      "39", "afconvert -f WAVE -d LEI16@16000 -c 1 --mix in out", ["in: MP3 48000"],
      to: ["out: wave LEI16 16000 1"]),
    WildLine(
      "40", "afconvert -f WAVE -d LEI16@16000 -c 1 -- in out", ["in: 8000"],
      to: ["out: wave LEI16 16000 1"]),
    WildLine(
      "42", "afconvert -f WAVE -d LEI16@22050 -c 1 speech.ogg", ["speech.ogg"],
      to: ["speech.wav: wave LEI16 22050 1"]),
    WildLine(
      "47", "afconvert -f WAVE -d LEF32@$rate -r 127 --src-complexity bats in.wav out.wav",
      given: "rate=32000", ["in.wav: LEF32"], to: ["out.wav: wave LEF32 32000 2"]),
    WildLine(
      "48", "afconvert -f WAVE -d ulaw@8000 -c 1 in.aiff out.wav", ["in.aiff: 22050"],
      to: ["out.wav: wave ulaw 8000 1"]),
    WildLine(
      "49", "afconvert -f WAVE -d 'ulaw' alarm3.caf alarm3.wav", ["alarm3.caf: ima4"],
      to: ["alarm3.wav: wave ulaw 44100 2"]),
    WildLine(
      "50", "afconvert -v -d LEI32 -c 1 --mix ${i} ${i%.*}.mono.wav", given: "i=in.wav", ["in.wav"],
      to: ["in.mono.wav: wave LEI32 44100 1"]),
    WildLine(
      "52", "afconvert -d LEI16 -f WAVE file directory", given: "mkdir directory", ["file"],
      saying: "directory: error: this is a folder"),
  ]

  /// Lines that write an AIFF or AIFF-C file.
  static let aiffLines: [WildLine] = [
    WildLine(
      "53", "afconvert -f AIFF -d BEI16 in.wav out.aiff", ["in.wav"],
      to: ["out.aiff: aiff BEI16 44100 2"]),
    WildLine(
      "54", #"afconvert input.mp3 "$HOME/Library/Sounds/output.aiff" -f AIFF -d BEI16"#,
      ["input.mp3"], to: ["Library/Sounds/output.aiff: aiff BEI16 44100 2"]),
    WildLine(
      "55",
      "afconvert -f AIFF -d BEI16 -c 2 --src-complexity bats --src-quality 127 'in put.mp3' 'out/x.aiff'",
      ["in put.mp3: 1"], to: ["out/x.aiff: aiff BEI16 44100 2"]),
    WildLine(
      "56",
      "afconvert -f AIFF -d BEI16 -c 2 --src_complexity bats --src-quality 127 'in.wav' 'x.aiff'",
      ["in.wav"], fails: 2, saying: "unknown option: --src_complexity"),
    WildLine(
      "58", "alias to_aiff='afconvert -d BEI24 -f \"AIFF\"'\nto_aiff in.wav",
      given: "shopt -s expand_aliases", ["in.wav"], to: ["in.aiff: aiff BEI24 44100 2"]),
    WildLine(
      "59", #"afconvert -f AIFF -d I8 "$INFILE" "$outfile""#,
      given: "INFILE=in.wav outfile=out.aiff", ["in.wav"], to: ["out.aiff: aiff I8 44100 2"]),
    WildLine(
      "61", "afconvert -f AIFC -d ima4 -c 1 $i", given: "i=in.wav", ["in.wav"],
      to: ["in.aifc: aifc ima4 44100 1"]),
    WildLine(
      "63, ulaw", "afconvert -f AIFC -d ulaw t44.wav af_ulaw.aifc", ["t44.wav"],
      to: ["af_ulaw.aifc: aifc ulaw 44100 2"]),
    WildLine(
      "64, FLAC", "afconvert -f AIFC -d BEI16 mono-48k.flac mono-48k.aifc",
      ["mono-48k.flac: 48000 1"], to: ["mono-48k.aifc: aifc BEI16 48000 1"]),
    WildLine(
      "65", "afconvert -f AIFC -d I16@44100 filename.wav newfile.aif", ["filename.wav: 48000"],
      to: ["newfile.aif: aifc BEI16 44100 2"]),
  ]

  /// Lines that ask for an unsupported encoder or container, and a line that asks for RF64.
  static let unsupportedLines: [WildLine] = [
    WildLine(
      "AAC, 4", "afconvert -f caff -d aac -s 3 -q 127 -u vbrq 127 in.wav out.caf", ["in.wav"],
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "m4af, 3",
      "afconvert --data aac --file m4af --soundcheck-read --bitrate 256000 --quality 127 --strategy 2 in.caf out.m4a",
      ["in.caf"], saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "Opus, 1", "afconvert -f caff -d opus in.wav out.caf", ["in.wav"],
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "MP3", "afconvert -f MPG3 -d .mp3 in.wav out.mp3", ["in.wav"],
      saying: "-f 'MPG3': error: this file type can't be written"),
    WildLine(
      "RF64", "afconvert -f RF64 -d LEI16 in.wav out.wav", ["in.wav"],
      to: ["out.wav: rf64 LEI16 44100 2"]),
  ]
}
