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
        Arguments.grammar.options.flatMap(\.spellings).joined(separator: "\n"),
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
    case .records:
      [
        #"{"output":"b.caf","input":"../b.wav","inputStamp":[3,-1,9223372036854775807,18446744073709551615],"#
          + #""inputDigest":"ff","recipeDigest":"10","outputByteCount":9,"outputDigest":"1","#
          + #""outcome":"converted","signalToNoise":null,"truncation":"1 byte is missing"}"#,
        #"{"output":"a%0a.caf","input":"a","inputDigest":"0","recipeDigest":"0","outputStamp":[1,2,3,4],"#
          + #""outputByteCount":1,"outputDigest":"0","outcome":"trimmed","length":30.5,"lengthIs":"about","#
          + #""kept":29.9,"arrangement":[0,0,0,0,0,0,0,2,0,1],"levels":[null,-16,null,-1,0,0,null]}"#,
      ] + RecordsFolder.lines
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
    default: []
    }
  }
}
