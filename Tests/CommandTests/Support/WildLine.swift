import SoundFormat
import TestSupport

/// A command line from a public script, with its inputs and its expected result.
struct WildLine: Sendable, CustomStringConvertible {
  /// The line's number in the project's collection. Words after it tell variants apart.
  let number: String
  /// The line from the script, without the path before `afconvert`.
  let line: String
  /// Lines to run first, which set the script's variables.
  let setup: String
  let inputs: [WildInput]
  let result: Result

  enum Result: Sendable {
    /// The line creates these files and no others.
    case outputs([WildOutput])
    /// The line creates no files, exits with this status, and prints the text to standard error.
    case failure(status: Int32, String)
  }

  var description: String { "\(number). \(line)" }

  /// Whether this package decodes all inputs itself.
  var usesOwnFormats: Bool {
    inputs.allSatisfy { if case .own = $0.content { true } else { false } }
  }

  /// Whether FFmpeg makes and decodes an input.
  var usesFFmpeg: Bool {
    inputs.contains { if case .encoded = $0.content { true } else { false } }
  }
}

extension WildLine {
  init(
    _ number: String, _ line: String, given setup: String = "", _ inputs: WildInput...,
    to outputs: WildOutput...
  ) {
    self.init(
      number: number, line: line, setup: setup, inputs: inputs, result: .outputs(outputs))
  }

  init(
    _ number: String, _ line: String, given setup: String = "", _ inputs: WildInput...,
    fails status: Int32 = 1, saying text: String
  ) {
    self.init(
      number: number, line: line, setup: setup, inputs: inputs,
      result: .failure(status: status, text))
  }
}

/// A file to create before a line runs.
struct WildInput: Sendable {
  enum Content: Sendable {
    case own(Container, DataFormat?)
    /// libsndfile's code for a container and an encoding.
    case foreign(Int)
    /// FFmpeg encodes the sound as the file's extension says.
    case encoded
  }

  let name: String
  let content: Content
  let rate: Double
  let channelCount: Int

  /// A little more than a tenth of a second, so that no resampling gives a whole number of frames.
  static let frameCount = 4807

  static func wave(
    _ name: String, _ dataFormat: DataFormat? = nil, rate: Double = 44_100, channels: Int = 2
  ) -> WildInput {
    WildInput(name: name, content: .own(.wave, dataFormat), rate: rate, channelCount: channels)
  }

  static func aiff(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    WildInput(name: name, content: .own(.aiff, nil), rate: rate, channelCount: channels)
  }

  static func caf(
    _ name: String, _ dataFormat: DataFormat? = nil, rate: Double = 44_100, channels: Int = 2
  ) -> WildInput {
    WildInput(name: name, content: .own(.caf, dataFormat), rate: rate, channelCount: channels)
  }

  /// A file in the format that the extension names. An MP3 needs no extension.
  static func foreign(_ name: String, rate: Double = 44_100, channels: Int = 2) -> WildInput {
    let format =
      name.hasSuffix(".ogg")
      ? Libsndfile.vorbis : name.hasSuffix(".flac") ? Libsndfile.flac : Libsndfile.mp3
    return WildInput(name: name, content: .foreign(format), rate: rate, channelCount: channels)
  }

  static func m4a(_ name: String) -> WildInput {
    WildInput(name: name, content: .encoded, rate: 44_100, channelCount: 2)
  }

  func bytes() throws -> [UInt8] {
    let sound = PlainSound(
      .bell, channelCount: channelCount, frameCount: Self.frameCount, sampleRate: rate)
    return switch content {
    case .own(let container, let dataFormat): try sound.file(container, dataFormat)
    case .foreign(let format): try sound.file(libsndfile: format)
    case .encoded: try sound.file(ffmpeg: name)
    }
  }

  /// The file's number of frames. libsndfile says how many an encoder wrote.
  func frameCount(in bytes: [UInt8]) throws -> Int {
    guard case .foreign = content else { return Self.frameCount }
    return try Libsndfile.read(bytes, as: Float.self).info.frameCount
  }
}

/// A file that a line must create.
struct WildOutput: Sendable {
  let name: String
  let container: Container
  /// The data format, spelled as for `-d`.
  let dataFormat: String
  let rate: Double
  let channelCount: Int

  init(
    _ name: String, _ container: Container, _ dataFormat: String, rate: Double = 44_100,
    channels: Int = 2
  ) {
    self.name = name
    self.container = container
    self.dataFormat = dataFormat
    self.rate = rate
    self.channelCount = channels
  }

  /// The number of frames that the file must have.
  func frameCount(ofSource frameCount: Int, at sourceRate: Double) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    let resampled = Int(rate < sourceRate ? exact.rounded(.up) : exact.rounded(.down))
    // Count whole packets: AIFF-C can't store how many frames of the last packet are valid.
    return container == .aifc && dataFormat == "ima4" ? (resampled / 64 + 1) * 64 : resampled
  }
}

extension WildLine {
  /// Lines that write a Core Audio Format file.
  static let cafLines: [WildLine] =
    [
      // From Apple's and Braze's documentation. The test creates the folder `Desktop`.
      WildLine(
        "1", "afconvert System/Library/Sounds/Submarine.aiff ~/Desktop/sub.caf -d ima4 -f caff -v",
        .aiff("System/Library/Sounds/Submarine.aiff"),
        to: WildOutput("Desktop/sub.caf", .caf, "ima4")
      ),
      WildLine(
        "2", "afconvert input_file.mp3 -o chime_bell.caf -d ima4 -f caff -v",
        .foreign("input_file.mp3"),
        to: WildOutput("chime_bell.caf", .caf, "ima4")),
      WildLine(
        "3", #"afconvert "$SOUND_SRC" "$SOUND_DST" -d ima4 -f caff -c 1 -v 2>/dev/null || true"#,
        given: "SOUND_SRC='a sound.wav' SOUND_DST='out put.caf'", .wave("a sound.wav"),
        to: WildOutput("out put.caf", .caf, "ima4", channels: 1)),
      // A Ruby loop inserted the names.
      WildLine(
        "6", "afconvert wav/bell.wav caf/bell.caf -d ima4 -f caff -v", .wave("wav/bell.wav"),
        to: WildOutput("caf/bell.caf", .caf, "ima4")),
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
      // AppleScript quoted the names.
      WildLine(
        "12", "afconvert -v -f 'caff' -d ima4@22050 'my sound.aiff' 'my sound.caf'",
        .aiff("my sound.aiff"), to: WildOutput("my sound.caf", .caf, "ima4", rate: 22_050)),
      // fd runs this line for each file, and each output replaces its input.
      WildLine(
        "14",
        #"afconvert "HomeAssistant/Sounds/a b.wav" "HomeAssistant/Sounds/a b.wav" -d ima4 -f caff"#,
        .wave("HomeAssistant/Sounds/a b.wav"),
        to: WildOutput("HomeAssistant/Sounds/a b.wav", .caf, "ima4")),
      WildLine(
        "15", #"find . -name '*.mp3' -exec afconvert -f caff -d ima4 {} \;"#, .foreign("a.mp3"),
        .foreign("folder/b c.mp3", rate: 22_050, channels: 1),
        to: WildOutput("a.caf", .caf, "ima4"),
        WildOutput("folder/b c.caf", .caf, "ima4", rate: 22_050, channels: 1)),
      WildLine(
        "19", #"afconvert -f caff -d LEI16@44100 -c 1 "${oldPath}" "${outputPath}""#,
        given: "oldPath='in 1.mp3' outputPath=out.caf", .foreign("in 1.mp3", rate: 48_000),
        to: WildOutput("out.caf", .caf, "LEI16", channels: 1)),
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
      // Apple's recipe for "Digital Masters".
      WildLine(
        "29",
        #"afconvert "$input_file" -d LEF32@48000 -f caff --soundcheck-generate --src-complexity bats -r 127 "$caf_file""#,
        given: "input_file=in.wav caf_file=out.caf", .wave("in.wav", .littleInt24, rate: 96_000),
        to: WildOutput("out.caf", .caf, "LEF32", rate: 48_000)),
      WildLine(
        "30", #"afconvert "$in" -o out.caf -d 0 -f caff --soundcheck-generate --anchor-generate"#,
        given: "in=a.wav", .wave("a.wav", .littleInt24), to: WildOutput("out.caf", .caf, "LEI24")),
      // Python's `subprocess` passed these arguments as an array.
      WildLine(
        "33", "afconvert src.aiff out.caf --data 0 --file caff --soundcheck-generate",
        .aiff("src.aiff"), to: WildOutput("out.caf", .caf, "BEI16")),
    ] + everyFormatLines

  /// From a script that generates a decoder's test files.
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
      "36", #"afconvert -d 'LEI16' -f 'WAVE' "$1"; test -f "$name.wav""#,
      given: "set -- song.mp3; name=song", .foreign("song.mp3"),
      to: WildOutput("song.wav", .wave, "LEI16")),
    WildLine(
      "38", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav", .m4a("in.m4a"),
      to: WildOutput("out.wav", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "38, a WAVE in fact", "afconvert -f WAVE -d LEI16@16000 -c 1 in.m4a out.wav",
      .wave("in.m4a"), to: WildOutput("out.wav", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "39", "afconvert -f WAVE -d LEI16@16000 -c 1 --mix in out", .foreign("in", rate: 48_000),
      to: WildOutput("out", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "40", "afconvert -f WAVE -d LEI16@16000 -c 1 -- in out", .wave("in", rate: 8000),
      to: WildOutput("out", .wave, "LEI16", rate: 16_000, channels: 1)),
    WildLine(
      "42", "afconvert -f WAVE -d LEI16@22050 -c 1 speech.ogg", .foreign("speech.ogg"),
      to: WildOutput("speech.wav", .wave, "LEI16", rate: 22_050, channels: 1)),
    WildLine(
      "43", #"afconvert -f WAVE -d LEI24@48000 "${i}" "${base}.wav""#, given: "i=a.aiff base=b",
      .aiff("a.aiff"), to: WildOutput("b.wav", .wave, "LEI24", rate: 48_000)),
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
      "52", "afconvert -d LEI16 -f WAVE file directory", given: "mkdir directory", .wave("file"),
      saying: "directory: error: this is a folder"),
  ]
}

extension WildLine {
  /// Lines that write an AIFF or AIFF-C file.
  static let aiffLines: [WildLine] = [
    WildLine(
      "53", "afconvert -f AIFF -d BEI16 in.wav out.aiff", .wave("in.wav"),
      to: WildOutput("out.aiff", .aiff, "BEI16")),
    WildLine(
      "54", #"afconvert input.mp3 "$HOME/Library/Sounds/output.aiff" -f AIFF -d BEI16"#,
      .foreign("input.mp3"), to: WildOutput("Library/Sounds/output.aiff", .aiff, "BEI16")),
    WildLine(
      "55",
      "afconvert -f AIFF -d BEI16 -c 2 --src-complexity bats --src-quality 127 'in put.mp3' 'out/x.aiff'",
      .foreign("in put.mp3", channels: 1), to: WildOutput("out/x.aiff", .aiff, "BEI16")),
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
      "61", "afconvert -f AIFC -d ima4 -c 1 $i", given: "i=in.wav", .wave("in.wav"),
      to: WildOutput("in.aifc", .aifc, "ima4", channels: 1)),
    WildLine(
      "61, 22 kHz", "afconvert -f AIFC -d ima4@22050 -c 1 $i", given: "i=in.wav", .wave("in.wav"),
      to: WildOutput("in.aifc", .aifc, "ima4", rate: 22_050, channels: 1)),
    WildLine(
      "63, ulaw", "afconvert -f AIFC -d ulaw t44.wav af_ulaw.aifc", .wave("t44.wav"),
      to: WildOutput("af_ulaw.aifc", .aifc, "ulaw")),
    WildLine(
      "64, FLAC", "afconvert -f AIFC -d BEI16 mono-48k.flac mono-48k.aifc",
      .foreign("mono-48k.flac", rate: 48_000, channels: 1),
      to: WildOutput("mono-48k.aifc", .aifc, "BEI16", rate: 48_000, channels: 1)),
    WildLine(
      "65", "afconvert -f AIFC -d I16@44100 filename.wav newfile.aif",
      .wave("filename.wav", rate: 48_000), to: WildOutput("newfile.aif", .aifc, "BEI16")),
  ]
}

extension WildLine {
  /// Lines that ask for an unsupported encoder or container, and a line that asks for RF64.
  static let unsupportedLines: [WildLine] = [
    WildLine(
      "AAC, 1", "afconvert -f caff -d aac -c 1 telephone-ring.wav ring.caf",
      .wave("telephone-ring.wav"), saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 2", "afconvert -v -f 'caff' -d aac -s 1 -b 192000 MySource.aif MyOutput.caf",
      .aiff("MySource.aif"), saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "AAC, 4", "afconvert -f caff -d aac -s 3 -q 127 -u vbrq 127 in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "m4af, 3",
      "afconvert --data aac --file m4af --soundcheck-read --bitrate 256000 --quality 127 --strategy 2 in.caf out.m4a",
      .caf("in.caf"), saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "m4af, 4", "afconvert -f m4af data.caf", .caf("data.caf"),
      saying: "-f 'm4af': error: this file type can't be written"),
    WildLine(
      "Opus, 1", "afconvert -f caff -d opus in.wav out.caf", .wave("in.wav"),
      saying: "('cfmt') failed ('fmt?')"),
    WildLine(
      "MP3", "afconvert -f MPG3 -d .mp3 in.wav out.mp3", .wave("in.wav"),
      saying: "-f 'MPG3': error: this file type can't be written"),
    WildLine(
      "WAVE", "afconvert -f WAVE -d ima4 in.wav out.wav", .wave("in.wav"),
      saying: "Error: ExtAudioFileCreateWithURL failed ('fmt?')"),
    WildLine(
      "RF64", "afconvert -f RF64 -d LEI16 in.wav out.wav", .wave("in.wav"),
      to: WildOutput("out.wav", .rf64, "LEI16")),
  ]
}
