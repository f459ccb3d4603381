import CommandSupport

@testable import Promises
@testable import afconvert

extension FuzzTarget {
  /// The seeds of the targets that take text.
  var texts: [String] {
    switch self {
    case .afconvert:
      [
        "in.wav\nout.caf\n-d\nima4\n-f\ncaff\n-v",
        "-o\na.wav\n-d\nLEI16@22050\n-o\nb.aifc\nin.aiff",
        "in.wav\n-c\n1\n--mix\n-q\n64\n--offset\n3\n--prime-override\n1\n-1\n-t\n--no-filler",
        "in.wav\n-m\n1,0\n-l\nStereo\n-l\nStereo\n--dither\n2\n-d\n0",
        "in.wav\n-f\ncaff\n-d\nima4@16000\n-r\n0\n-o\na.wav\n-d\nUI8@8001\n--src-complexity\nbats",
        "in.caf\n-f\nAIFC\n-c\n4\n-d\nalaw@96000\n-r\n40\n-o\nb\n-f\nAIFF\n-d\nBEI24@11025\n-c\n1",
        "in.wav\n--over-limit\ntrim\n--limit\n2.5\n--default-sound\nding.caf\n-r\n127\n-b\n64000",
      ]
    case .afinfo:
      ["-b\na.caf", "-c\ndesc\n-u\nffmt\na.caf\nb.wav", "-x\n-i\n-r\n--warnings\n--\n-a"]
    case .options:
      [
        "-d ulaw", "# -d alaw\n  -d\tima4\r\n--over-limit=trim\n",
        "--limit 0.1 --over-limit default --default-sound=\"my default.wav\" --jobs 2 -q 3 -r 9",
        "--flatten --prune --no-import --diagnostics xcode --mix -c 1 --manifest \"a b\"",
        "../a.wav \"b c.aiff\" - -o /out --manifest=- --depfile ../x.d -f WAV",
        "--limit --options x -d --options --over-limit=--options -q \"--options\"",
      ]
    case .state:
      [
        "b.caf\t../b.wav\t3 -1 9223372036854775807 18446744073709551615\tff\t10\t-\t9\t1\tconverted\t-\t-\n",
        "a%0a.caf\ta\t-\t0\t0\t1 2 3 4 young\t1\t0\ttrimmed 403e000000000000 403de66666666666\t403e000000000000\t496 bytes are missing\n",
        "a\ta\t-\t0\t0\t-\t0\t0\tomitted 403e000000000000\t-\t-\n",
        "b.caf\t../b.wav\t-\tff\t10\t-\t9\t1\tconverted\t-\t-\tffmpeg 7.1\tb.ogg\ta1\t3 4 5 6 young\t3\t9\n",
        "a/b\t/a\t-\t0\t0\t-\t0\t0\treplaced 403e000000000000\t-\t-\nb\tb\t-\t0\t0\t-\t0\t0\ttoo-long 0\t-\t-\n",
      ] + StateFolder.lines
    case .payload:
      [
        #"{"aps": {"sound": "ring.caf"}}"#, #"{"aps": {"sound": null, "alert": "a"}}"#,
        #"{"aps":{"sound":{"critical":1,"name":"sounds/\u00e9.wav","volume":0.5}},"x":[1e9,true]}"#,
        #"{"sound":"a.caf","alert":"x","content-state":{}}"#,
        #"{"message":{"notification":{"sound":"a"},"apns":{"payload":{"aps":{"sound":"a.caf"}}},"#
          + #""android":{"notification":{"sound":"a","channel_id":"c","default_sound":true}}}}"#,
        #"{"to":"x","registration_ids":[],"notification":{"sound":"a","android_channel_id":"c"}}"#,
        #"[{"to":["ExponentPushToken[a]"],"sound":{"name":"a.wav"},"channelId":"c"},{"badge":1}]"#,
        #"{"app_id":"x","ios_sound":"nil","android_sound":"a.ogg","android_channel_id":"c"}"#,
      ]
    case .manifest:
      [
        #"{"failures":[],"folder":"x","limit":30,"orphans":[],"overLimit":"omit","#
          + #""schema":"alertsound.convert/2","sounds":[{"input":"a","output":"b.caf"},{"input":"]"}]}"#
      ]
    case .pbxproj: [ProjectTexts.xcode]
    case .cordova: [ProjectTexts.cordova]
    case .pubspec: [ProjectTexts.pubspec]
    default: []
    }
  }

  /// The dictionary's words, which libFuzzer puts into inputs.
  var words: [String] {
    switch self {
    case .afconvert:
      Arguments.grammar.options.flatMap(\.spellings).map { "\n\($0)\n" }
        + [
          "LEI16", "BEF64", "UI8", "ima4", "ulaw", "alaw", "caff", "AIFC", "WAVE", "RF64", "@22050",
          "/1", "#64", "Mono", "Stereo", "MPEG_5_1_A", "-1", "32767", "9223372036854775807",
        ]
    case .afinfo: ["\n--real\n", "\n-c\n", "\n-u\n", "\n-x\n", "\n-h\n", "\n--info\n"]
    case .options:
      [
        "--data", "--file", "--channels", "--mix", "--quality", "--src-quality", "--resampler",
        "libsamplerate", "--over-limit",
        "--limit", "--default-sound", "--flatten", "--jobs", "--force", "--prune", "--dry-run",
        "--options", "--options=", "--android", "--android-format", " -- ", "../", "-o",
        "--manifest", "--depfile", "--diagnostics",
        "\r\n", "\"", "#", "trim", "omit",
      ]
    case .state:
      [
        "\t", "%25", " young", "converted", "too-long ", "trimmed ", "replaced ", "omitted ",
        ".ogg",
        ".wav",
      ]
    case .payload:
      [
        "\"aps\"", "\"sound\"", "\"critical\"", "\"name\"", "\"volume\"", "null", "true", "\\ud83d",
        "\"message\"", "\"apns\"", "\"payload\"", "\"android\"", "\"notification\"", "\"to\"",
        "\"channelId\"", "\"channel_id\"", "\"ios_sound\"", "\"android_sound\"", "ExpoPushToken[",
        "\"event\"",
      ]
    case .manifest: ["\"sounds\" : [", "\"input\"", "\"output\"", "},{", "1e9", "\\u0000"]
    case .archive: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "Payload/", ".app/", "../"]
    case .pbxproj, .project, .projectFile:
      [
        "isa = ", "PBXGroup", "PBXNativeTarget", "PBXFileReference", "PBXVariantGroup",
        "children = (",
        "path = ", "sourceTree = \"<group>\"", "../", "/Localized: ", "sound: '", "\"aps\"",
        "UNNotificationSoundName(",
      ]
    case .cordova:
      ["<resource-file", "src=\"", "target=\"", "<platform name=\"ios\">", "<!--", "&#x"]
    case .pubspec: ["flutter:", "  assets:", "    - ", "sdk: flutter", "path: ", " #"]
    case .mpeg: ["ID3", "TAG", "Xing", "Info", "VBRI", ".snd", "dns.", "FORM", "8SVX"]
    case .caf: ["desc", "data", "pakt", "chan", "info", "strg", "mark", "regn", "inst", "srcI"]
    case .aiff:
      ["AIFF", "AIFC", "FVER", "COMM", "SSND", "MARK", "INST", "NAME", "ANNO", "sowt", "fl32"]
    case .wave:
      [
        "RIFF", "RIFX", "RF64", "BW64", "WAVE", "fmt ", "fact", "ds64", "data", "LIST", "INFO",
        "adtl", "cue ", "smpl", "inst", "labl",
      ]
    case .mpeg4:
      [
        "ftyp", "moov", "mvhd", "trak", "tkhd", "edts", "elst", "mdia", "mdhd", "hdlr", "soun",
        "minf", "dinf", "dref", "stbl", "stsd", "stts", "stsc", "stsz", "stz2", "stco", "co64",
        "sgpd", "roll", "mdat", "moof", "traf", "tfhd", "trun", "mvex", "trex", "udta", "meta",
        "ilst", "----", "name", "data", "iTunSMPB", "mp4a", "alac", "esds", "wave", "enda", "chan",
        "pcmC", "srat", "lpcm", "twos", "sowt", "ima4", "ulaw", "qt  ", "3gp4",
      ]
    case .alac, .pcm, .g711, .ima4, .ima4Encoders, .header, .conversion: []
    }
  }
}
