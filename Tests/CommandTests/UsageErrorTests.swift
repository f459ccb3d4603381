import SoundFormat
import TestSupport
import Testing

/// Mistakes in `alertsound`'s command lines, which are found before any file is touched.
struct UsageErrorTests {
  static let convert = [
    ("in", "Missing expected argument '--output <path>'"),
    ("-o out", "Missing expected argument"),
    ("in -o -", "afconvert writes to standard output: afconvert ring.wav -d ima4 -f caff -"),
    (
      "in -o out --trim 1:05",
      "--trim takes seconds, not minutes; write 65: for all after 1 min 5 s, or 1:5 for 1 to 5 s"
    ),
    ("in -o out -d N", "-d N depends on each sound; name a format, such as LEI16"),
    (
      "in -o out -f mp3",
      "this file type can't be written; -f takes AIFC, AIFF, BW64, caff, RF64, WAVE"
    ),
    ("in -o out --over-limit cut", "The value 'cut' is invalid for '--over-limit <policy>'"),
    (
      "in in/bell.wav -o out.caf",
      "-o out.caf names a file, but there are several sounds; for a folder, write out.caf/"
    ),
    ("in -o out -q 1 -d ulaw", "-q applies only to ima4, not to 'ulaw'; leave -q out"),
    (
      "in/bell.wav -o ring.mp3",
      "Error: no container has the extension .mp3; name the output .caf, .wav, .aiff or .aifc"
    ),
    (
      "in/bell.wav -o ring.mp3 -d mp3",
      "name the output .caf, .wav, .aiff or .aifc, and leave -d out"
    ),
    ("in/bell.wav -o ring.caf --prune", "--prune needs an output folder, and -o names a file"),
    ("in/bell.wav -o ring.caf --flatten", "--flatten needs an output folder, and -o names a file"),
    ("in/bell.wav -o ring.caf --exclude x", "--exclude needs an output folder, and -o names a"),
    (
      "in/bell.wav -o Sounds.bundle",
      "no container has the extension .bundle; name the output .caf, .wav, .aiff or .aifc,"
        + " or, for a folder, Sounds.bundle/, or add -f caff"
    ),
    ("in -o out --depfile -", "--depfile takes a file name, and can't write to standard output"),
    ("in -o out --android -", "--android takes a folder, and can't write to standard output"),
    ("in -o out --android-format ogg", "--android-format needs --android, which names the folder"),
    (
      "in -o out --for watch",
      "watchOS plays no sound by name, so no conversion helps; leave out --for watch"
    ),
    (
      "in -o out --for system-sound -d ulaw",
      "a system sound is linear PCM or IMA4, not ulaw; use -d ima4 or -d LEI16"
    ),
    ("in -o out --loudness loud", "The value 'loud' is invalid for '--loudness <LUFS>'"),
    ("in -o out --loudness 3", "--loudness takes -70 to 0 LUFS, not 3"),
    // -16 isn't reported as an unknown option.
    ("in -o out --loudness -16 --true-peak=3", "--true-peak takes -40 to 0 dBTP, not 3"),
    ("in -o out --trim 4:2", "--trim ends at 2 s, not after its start at 4 s"),
    ("in -o out --gap 1", "--gap needs --repeat, which says how long the sound becomes"),
    ("in -o out --silence-threshold -50", "--silence-threshold needs --trim-silence"),
    (
      "in -o out --trim-silence --silence-threshold 0",
      "--silence-threshold takes -100 to -20 dBFS, not 0"
    ),
    ("in -o out --repeat inf", "The value 'inf' is invalid for '--repeat <seconds>'"),
  ]

  static let info = [
    ("", "Missing expected argument"),
    ("a.caf --plot wave.png", "--plot writes SVG: name a file that ends in .svg."),
    ("a.caf b.caf --plot wave.svg", "--plot takes one file at a time."),
    (". --plot wave.svg", "--plot takes one file at a time."),
    ("a.caf b.caf --chunks", "--chunks takes one file at a time."),
    ("a.caf --for help", "Unknown option '--for'"),
    ("a.caf --plot wave.svg --headers-only", "--plot must decode the sound"),
  ]

  static let compare = [
    ("", "Missing expected argument"),
    ("a.wav b.caf --formats", "Give either two sounds, or one and --formats."),
  ]

  static let preview = [
    ("a.wav", "-o takes a page whose name ends in .html, such as -o sounds.html"),
    ("-o page.html", "Missing expected argument '<inputs> ...'"),
    ("a.wav -o page.txt --markdown", "-o takes a page whose name ends in .html"),
    ("a.wav -o -", "-o takes a page whose name ends in .html"),
    ("a.wav -o page.html --jobs 0", "--jobs takes 1 or more, not 0"),
    ("a.wav --markdown --against", "Missing value for '--against <folder>'"),
    ("in/bell.wav --markdown -d mp3", "there is no encoder for"),
    ("a.wav -o page.html --for watch", "watchOS plays no sound by name"),
  ]

  static let check = [
    ("in --limit 0", "The value '0' is invalid for '--limit <seconds>'"),
    ("in --sarif --json", "'--json' had already been set with flag '--sarif'"),
    ("--explain nothing", "The value 'nothing' is invalid for '--explain <rule>'"),
    ("--explain length in", "--explain takes no path: it checks nothing."),
  ]

  static let resolve = [
    ("", "Give either a name or --payload."),
    ("x --payload y --bundle Demo.app", "Give either a name or --payload."),
    ("x", "Name the app with --bundle."),
    ("x --bundle", "Missing value for '--bundle <path>'"),
    ("x --bundle Demo.app --api other", "The value 'other' is invalid for '--api <api>'"),
    ("x --bundle Demo.app --api local --for alarmkit", "--api local is UILocalNotification's"),
    ("x --bundle Demo.app --android r", "--android needs --payload"),
    ("--payload y", "Name the app with --bundle or --android, or both."),
    ("--payload y --bundle Demo.app --api local", "--api doesn't apply to a payload"),
    ("--payload y --android r --group-sounds g", "--group-sounds need --bundle."),
    ("--payload y --bundle Demo.app --for callkit", "no payload names a sound for callkit"),
    ("--payload y --bundle Demo.app --for live-activity", "by its keys event and content-state"),
  ]

  static let defaultSound = [
    ("", "Missing expected argument '--output <file>'"),
    ("-o out.mp3", "no container has the extension .mp3"),
    ("-o out.caf/", "-o takes a file: add a file name to it"),
    ("-o out.caf -f mp3", "this file type can't be written; -f takes "),
    ("-o out.caf -c 0", "-c takes 1 or 2, not 0"),
    ("-o out.caf -d 'ima4#3'", "the flags or frames per packet don't match"),
    ("-o out.caf ring.wav", "Unexpected argument 'ring.wav'"),
  ]

  @Test(arguments: [
    ("convert", convert), ("info", info), ("compare", compare), ("preview", preview),
    ("check", check), ("resolve", resolve), ("default-sound", defaultSound),
  ])
  func areReportedAndNothingIsWritten(
    command: String, mistakes: [(arguments: String, message: String)]
  ) throws {
    let folder = try ShellFolder(["in/bell.wav": soundFile(.wave, .pcm(.int16), frameCount: 64)])
    for (arguments, message) in mistakes {
      let outcome = try folder.run("alertsound \(command) \(arguments)")
      #expect(outcome.ending == .exit(64), "\(arguments)")
      #expect(outcome.outputText == "", "\(arguments)")
      let first = outcome.errorLines.first ?? ""
      #expect(first.hasPrefix("Error: ") && first.contains(message), "\(arguments): \(first)")
      #expect(!first.contains("-f caff") || message.contains("-f caff"), "\(arguments): \(first)")
      #expect(!outcome.errors.contains("is not an option"), "\(arguments)")
    }
    #expect(try folder.files() == ["in/bell.wav"])
  }
}
