import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The options for the input. They apply to all outputs, wherever they appear.
struct InputOptions {
  var path = FilePath()
  /// How the input and the default sound are opened.
  var policy = InputPolicy()
  /// The first frame to read.
  var firstFrame = 0
  var primingOverride = PrimingOverride()
  /// The layouts of `-l`: one for the output, or two for the input and the output.
  var layouts: [ChannelLayout] = []
}

extension Arguments {
  static let inputOptions: [Option] = [
    Option("--offset", "number_of_frames", help: "leave out the beginning") {
      line, values throws(CommandLineError) in
      line.input.firstFrame = try values[0].integer(in: 0...Int.max)
    },
    Option(
      "-l | --channellayout", "layout_tag",
      help: "once for the output, or twice for the input, then the output: Stereo, MPEG_5_1_A"
    ) { line, values throws(CommandLineError) in
      guard let layout = ChannelLayout(tagName: values[0].text) else {
        throw CommandLineError(message: "unknown channel layout tag: \(values[0].text)")
      }
      guard line.input.layouts.count < 2 else {
        throw CommandLineError(message: "too many channel layout tags!")
      }
      line.input.layouts.append(layout)
    },
    Option(
      "--prime-override", "priming_frames", "remainder_frames",
      help: "which decoded frames are padding; -1 keeps what the file says"
    ) { line, values throws(CommandLineError) in
      let priming = try values[0].integer(in: -1...Int.max)
      let remainder = try values[1].integer(in: -1...Int.max)
      line.input.primingOverride = PrimingOverride(
        primingFrameCount: priming == -1 ? nil : priming,
        remainderFrameCount: remainder == -1 ? nil : remainder)
    },
    Option("--read-track", "0", help: "the only track") {
      _, values throws(CommandLineError) in
      guard try values[0].integer(in: 0...Int.max) == 0 else {
        throw CommandLineError(
          message: "\(values[0].name): the files read here have one track, number 0")
      }
    },
    .noImport,
    .importWith,
    .allowTruncated(help: "read a truncated file as far as it goes, with a warning"),
    .maxBytes(help: "refuse a larger file"),
    .maxSeconds(help: "refuse a longer sound"),
  ]
}
