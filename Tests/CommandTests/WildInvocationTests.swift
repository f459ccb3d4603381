import Foundation
import SoundFormat
import TestSupport
import Testing

/// Command lines found in public scripts and documentation, as they stand there.
///
/// The inputs are bells of half a thousand frames, at the rate the line asks for.
struct WildInvocationTests {
  struct Invocation: Sendable, CustomTestStringConvertible {
    let line: String
    let input: String
    let inputFormat: DataFormat
    let inputContainer: Container
    let sampleRate: Double
    let inputChannelCount: Int
    let output: String
    let container: Container
    let dataFormat: DataFormat
    let channelCount: Int

    /// An invocation whose input is 16-bit, stereo and in the container its name tells.
    init(
      _ line: String, _ input: String = "in.wav", _ inputFormat: DataFormat? = nil,
      rate: Double = 44_100, inputChannels inputChannelCount: Int = 2,
      to output: String, _ container: Container, _ dataFormat: DataFormat, channels: Int = 2
    ) {
      self.line = line
      self.input = input
      let isBigEndian = input.contains(".aif")
      inputContainer = isBigEndian ? .aiff : input.hasSuffix(".caf") ? .caf : .wave
      self.inputFormat = inputFormat ?? .pcm(.int16, isBigEndian ? .big : .little)
      sampleRate = rate
      self.inputChannelCount = inputChannelCount
      self.output = output
      self.container = container
      self.dataFormat = dataFormat
      self.channelCount = channels
    }

    var testDescription: String { line }
  }

  private static let frameCount = 500

  private func expectOutput(of invocation: Invocation) throws {
    let folder = try TemporaryDirectory()
    for path in [invocation.input, invocation.output] {
      let parent = folder.url.appending(path: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }
    let signals = Array(repeating: Signal.bell, count: invocation.inputChannelCount)
    try folder.write(
      soundFile(
        invocation.inputContainer, invocation.inputFormat, channels: signals,
        frameCount: Self.frameCount, sampleRate: invocation.sampleRate), to: invocation.input)

    let outcome = try folder.shell(invocation.line)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
    let bytes = try folder.read(invocation.output)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == invocation.container)
    #expect(sound.format.dataFormat == invocation.dataFormat)
    #expect(sound.format.sampleRate == invocation.sampleRate)
    #expect(sound.format.channelCount == invocation.channelCount)
    // AIFF-C has no place for the number of frames in the last packet.
    let isPadded = sound.container == .aifc && sound.format.dataFormat == .ima4
    #expect(sound.frameCount == (isPadded ? 512 : Self.frameCount))
    #expect(sound.audioBytes.lowerBound == 4096)
    #expect(sound.missingByteCount == 0)
  }

  @Test(arguments: [
    Invocation(
      "afconvert Submarine.aiff Desktop/sub.caf -d ima4 -f caff -v", "Submarine.aiff",
      to: "Desktop/sub.caf", .caf, .ima4),
    Invocation(
      "afconvert input_file.wav -o chime_bell.caf -d ima4 -f caff -v", "input_file.wav",
      to: "chime_bell.caf", .caf, .ima4),
    Invocation(
      #"""
      SOUND_SRC='my sound.wav' SOUND_DST='out put.caf'
      afconvert "$SOUND_SRC" "$SOUND_DST" -d ima4 -f caff -c 1 -v 2>/dev/null || true
      """#, "my sound.wav", to: "out put.caf", .caf, .ima4, channels: 1),
    Invocation(
      "afconvert beep.wav beep.caf -d ima4 -f caff", "beep.wav", to: "beep.caf", .caf, .ima4),
    Invocation(
      "for f in a; do afconvert wav/$f.wav caf/$f.caf -d ima4 -f caff -v; done", "wav/a.wav",
      to: "caf/a.caf", .caf, .ima4),
    Invocation(
      "afconvert -d 'ima4' -f 'caff' inputfile.aif outputfile.caf", "inputfile.aif",
      to: "outputfile.caf", .caf, .ima4),
    Invocation(
      #"tmp=in.wav OUT=. key=k; afconvert -f caff -d ima4 -c 1 "$tmp" "$OUT/$key.caf""#,
      to: "k.caf", .caf, .ima4, channels: 1),
    Invocation(
      "f=a.wav; afconvert -f caff -d ima4@44100 -c 2 $f", "a.wav", inputChannels: 1, to: "a.caf",
      .caf,
      .ima4),
    Invocation(
      "f=a.wav; afconvert -v -f caff -d ima4@22050 -c 1 $f ${f%.*}.caf", "a.wav", rate: 22_050,
      to: "a.caf", .caf, .ima4, channels: 1),
    Invocation(
      "f=a.b.wav; afconvert -v -f caff -d ima4 $f ${f%.*}.caf", "a.b.wav", to: "a.b.caf", .caf,
      .ima4
    ),
    Invocation(
      "afconvert -v -f 'caff' -d ima4@22050 in.wav out.caf", rate: 22_050, to: "out.caf", .caf,
      .ima4),
    Invocation(
      "afconvert -f caff -d ima4 yourfile.wav", "yourfile.wav", to: "yourfile.caf", .caf, .ima4),
    Invocation(
      #"find Sounds -name '*.wav' -exec afconvert "{}" "{}" -d ima4 -f caff \;"#,
      "Sounds/a/b c.wav",
      to: "Sounds/a/b c.wav", .caf, .ima4),
    Invocation(
      #"find . -name '*.aiff' -exec afconvert -f caff -d ima4 {} \;"#, "a/b c.aiff",
      to: "a/b c.caf", .caf, .ima4),
    Invocation(
      "afconvert -f caff -d LEI16 out.wav tone_NAME.caf", "out.wav", to: "tone_NAME.caf", .caf,
      .pcm(.int16)),
    Invocation(
      "afconvert -f caff -d LEI16@44100 ambient-rain.wav ambient-rain.caf", "ambient-rain.wav",
      to: "ambient-rain.caf", .caf, .pcm(.int16)),
    Invocation(
      #"oldPath=in.wav outputPath=o; afconvert -f caff -d LEI16@44100 -c 1 "${oldPath}" "${outputPath}""#,
      to: "o", .caf, .pcm(.int16), channels: 1),
    Invocation(
      #"afconvert -f caff -d LEI16 "P200 Piano D2.wav""#, "P200 Piano D2.wav",
      to: "P200 Piano D2.caf", .caf, .pcm(.int16)),
    Invocation(
      "file=in.wav; afconvert -f caff -d BEI16@44100 ${file} out.caf", to: "out.caf", .caf,
      .pcm(.int16, .big)),
    Invocation(
      #"f=in.wav; base=in; afconvert -f caff -d LEF32@48000 -c 1 "$f" "${base}.caf""#, rate: 48_000,
      to: "in.caf", .caf, .pcm(.float32), channels: 1),
    Invocation(
      "afconvert -f caff -d LEF32@44100 input.wav output.caf", "input.wav", to: "output.caf", .caf,
      .pcm(.float32)),
  ])
  func coreAudioFormat(invocation: Invocation) throws {
    try expectOutput(of: invocation)
  }

  /// One line in a script that generates test files for a decoder.
  @Test(
    arguments: [
      ("I8", DataFormat.pcm(.int8)), ("ulaw", .muLaw), ("alaw", .aLaw), ("ima4", .ima4),
      ("BEI16", .pcm(.int16, .big)), ("BEI24", .pcm(.int24, .big)), ("BEI32", .pcm(.int32, .big)),
      ("BEF32", .pcm(.float32, .big)), ("BEF64", .pcm(.float64, .big)), ("LEI16", .pcm(.int16)),
      ("LEI24", .pcm(.int24)), ("LEI32", .pcm(.int32)), ("LEF32", .pcm(.float32)),
      ("LEF64", .pcm(.float64)),
    ], [1, 2])
  func everyDataFormat(specifier: (String, dataFormat: DataFormat), channelCount: Int) throws {
    try expectOutput(
      of: Invocation(
        "channels=\(channelCount) data_format=\(specifier.0);"
          + " afconvert -f caff -c $channels -d $data_format in.wav out.caf",
        to: "out.caf", .caf, specifier.dataFormat, channels: channelCount))
  }

  @Test(arguments: [
    Invocation(
      #"file=a.wav; afconvert -v -f WAVE -d LEI16 "$file""#, "a.wav", to: "a-1.wav", .wave,
      .pcm(.int16)),
    Invocation(
      "afconvert -v -f WAVE -d LEI16 notworking.wav working.wav", "notworking.wav", .pcm(.float32),
      to: "working.wav", .wave, .pcm(.int16)),
    Invocation(
      #"set -- song.aiff; afconvert -d 'LEI16' -f 'WAVE' "$1" && test -f song.wav"#, "song.aiff",
      to: "song.wav", .wave, .pcm(.int16)),
    Invocation(
      #"FILE=a.aif name=b; afconvert -d LEI16 -f 'WAVE' $FILE "$name.wav""#, "a.aif", to: "b.wav",
      .wave, .pcm(.int16)),
    Invocation(
      "afconvert -f WAVE -d LEI16@16000 -c 1 in.caf out.wav", "in.caf", .ima4, rate: 16_000,
      to: "out.wav", .wave, .pcm(.int16), channels: 1),
    Invocation(
      "afconvert -f WAVE -d LEI16@16000 -c 1 -- in.wav out", rate: 16_000, to: "out", .wave,
      .pcm(.int16), channels: 1),
    Invocation(
      "afconvert -f WAVE -d LEI16@48000 -c 2 call-sample.aiff call-sample-raw.wav",
      "call-sample.aiff", rate: 48_000, inputChannels: 1, to: "call-sample-raw.wav", .wave,
      .pcm(.int16)),
    Invocation(
      "afconvert -f WAVE -d LEI16@22050 -c 1 in.aiff", "in.aiff", rate: 22_050, to: "in.wav", .wave,
      .pcm(.int16), channels: 1),
    Invocation(
      #"i=x.wav base=y; afconvert -f WAVE -d LEI24@48000 "${i}" "${base}.wav""#, "x.wav",
      .pcm(.float64), rate: 48_000, to: "y.wav", .wave, .pcm(.int24)),
    Invocation(
      "afconvert -f WAVE -d LEI24@96000 src.wav ref.wav", "src.wav", .pcm(.int24), rate: 96_000,
      to: "ref.wav", .wave, .pcm(.int24)),
    Invocation(
      #"aiff=a.aiff wav=w.wav; afconvert -f WAVE -d LEF32@16000 "$aiff" "$wav""#, "a.aiff",
      rate: 16_000, to: "w.wav", .wave, .pcm(.float32)),
    Invocation(
      "afconvert a.aiff b.wav -d LEF32@16000 -c 1 -f WAVE", "a.aiff", rate: 16_000, to: "b.wav",
      .wave, .pcm(.float32), channels: 1),
    Invocation(
      "afconvert -f WAVE -d ulaw@8000 -c 1 in.aiff out.wav", "in.aiff", rate: 8000, to: "out.wav",
      .wave, .muLaw, channels: 1),
    Invocation(
      "afconvert -f WAVE -d 'ulaw' alarm3.caf alarm3.wav", "alarm3.caf", .ima4, to: "alarm3.wav",
      .wave, .muLaw),
    Invocation(
      "afconvert pineapple.caf -o pine.wav -d LEI16@16000", "pineapple.caf", .muLaw, rate: 16_000,
      to: "pine.wav", .wave, .pcm(.int16)),
  ])
  func wave(invocation: Invocation) throws {
    try expectOutput(of: invocation)
  }

  @Test(arguments: [
    Invocation(
      "afconvert -f AIFF -d BEI16 in.wav out.aiff", to: "out.aiff", .aiff, .pcm(.int16, .big)),
    Invocation(
      #"HOME=.; afconvert input.caf "$HOME/Library/Sounds/output.aiff" -f AIFF -d BEI16"#,
      "input.caf", .ima4, to: "Library/Sounds/output.aiff", .aiff, .pcm(.int16, .big)),
    Invocation(
      "afconvert -f AIFF -d BEI16@44100 a.caf a.aiff", "a.caf", .pcm(.int16, .big), to: "a.aiff",
      .aiff, .pcm(.int16, .big)),
    Invocation(
      "afconvert -f AIFF -d BEI24@88200 a.wav b.aiff", "a.wav", .pcm(.int24), rate: 88_200,
      to: "b.aiff", .aiff, .pcm(.int24, .big)),
    Invocation(
      #"to_aiff() { afconvert -d BEI24 -f "AIFF" "$@"; }; to_aiff in.wav"#, to: "in.aiff", .aiff,
      .pcm(.int24, .big)),
    Invocation(
      #"INFILE=in.wav outfile=o.aiff; afconvert -f AIFF -d I8 "$INFILE" "$outfile""#,
      to: "o.aiff", .aiff, .pcm(.int8)),
    Invocation(
      "i=in.wav; afconvert -f AIFC -d ima4 -c 1 $i", to: "in.aifc", .aifc, .ima4, channels: 1),
    Invocation(
      "i=in.wav; afconvert -f AIFC -d ima4@22050 -c 1 $i", rate: 22_050, to: "in.aifc", .aifc,
      .ima4,
      channels: 1),
    Invocation(
      "afconvert -f AIFC -d ima4 tritone.caf", "tritone.caf", to: "tritone.aifc", .aifc, .ima4),
    Invocation("afconvert -f AIFC -d ima4 sound.wav", "sound.wav", to: "sound.aifc", .aifc, .ima4),
    Invocation(
      "afconvert -f AIFC -d ulaw t44.wav af_ulaw.aifc", "t44.wav", to: "af_ulaw.aifc", .aifc, .muLaw
    ),
    Invocation(
      "afconvert -f AIFC -d alaw t44.wav af_alaw.aifc", "t44.wav", to: "af_alaw.aifc", .aifc, .aLaw),
    Invocation(
      "afconvert -f AIFC -d BEI24 t44.wav af.aifc", "t44.wav", to: "af.aifc", .aifc,
      .pcm(.int24, .big)),
    Invocation(
      "afconvert -f AIFC -d BEF32 t44.wav af.aifc", "t44.wav", to: "af.aifc", .aifc,
      .pcm(.float32, .big)),
    Invocation(
      "afconvert -f AIFC -d BEI16@22050 hello.wav hello.aiff", "hello.wav", rate: 22_050,
      to: "hello.aiff", .aifc, .pcm(.int16, .big)),
    Invocation(
      "afconvert -f AIFC -d I16@44100 filename.wav newfile.aif", "filename.wav", to: "newfile.aif",
      .aifc, .pcm(.int16, .big)),
  ])
  func audioInterchangeFormat(invocation: Invocation) throws {
    try expectOutput(of: invocation)
  }

  /// Lines whose mistake must not pass in silence: their scripts look at the status only.
  @Test(arguments: [
    "afconvert -f 'caff' -d LE16 in.wav myoutfile.caf",
    "afconvert -f AIFF -d BEI16 -c 2 --src_complexity bats --src-quality 127 in.wav o.aiff",
    "afconvert -d LEI16 -f WAVE in.wav .",
    "afconvert -f AIFF -d LEI16 in.wav out",
    "afconvert -f caff -d aac -c 1 in.wav ring.caf",
    "afconvert -f m4af -d alac in.wav output.m4a",
    "afconvert -f MPG3 -d .mp3 in.wav out.mp3",
    "afconvert -f WAVE -d ima4 in.wav out.wav",
  ])
  func mistakesFail(line: String) throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.shell(line)
    #expect([.exit(1), .exit(2)].contains(outcome.ending))
    #expect(outcome.outputText == "")
    #expect(outcome.errors != "")
    #expect(try folder.names == ["in.wav"])
  }

  /// Scripts look for the tool in these ways; only "not found" may look like "not found".
  @Test(arguments: [
    "command -v afconvert >/dev/null", "afconvert -h >/dev/null; test $? -eq 2",
    "afconvert -hf 2>&1 | grep -q caff",
  ])
  func probesFindTheTool(line: String) throws {
    expectSilentSuccess(try TemporaryDirectory().shell(line))
  }
}
