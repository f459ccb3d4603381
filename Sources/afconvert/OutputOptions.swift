import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The options that say what to write.
struct OutputOptions {
  /// The output file; nil to choose a name.
  var file: CommandArgument?
  var fileType: FourCharCode?
  var dataFormat: DataFormatSpecifier?
  var channelCount: Int?
  var channelMap: [Int?]?
  var mixesDown = false
  /// `-q`, from 0 to 127.
  var quality: Int?
  /// `-r`, `--src-complexity` and `--resampler`.
  var resampling = ResamplingOptions()
  var dither: Dither?
  var tagsSource = false
  var usesFiller = true
  /// What `-v` prints for options that only concern unsupported codecs: Apple's wording and the value.
  var remarks: [String] = []

  /// The output path; nil to choose a name.
  var path: FilePath? { file?.outputPath }
  /// Whether the given name ends in a slash and so names a folder.
  var namesFolder: Bool { file?.namesFolder ?? false }
}

extension Arguments {
  static let outputOptions: [Option] = [
    Option("-o", "output_file", help: "write this file, using the options after it") {
      line, values in line.addOutput(values[0].word)
    },
    Option(
      "-f | --file", "file_format:",
      help: """
        the container: \(Container.writable.map { "\($0.fileType)" }.joined(separator: " "))
        (-hf lists what each holds; by default, the output's extension decides)
        """
    ) { line, values throws(CommandLineError) in
      line.output.fileType = try values[0].code()
    },
    Option(
      "-d | --data", "data_format[@sample_rate]:",
      help: """
        \(Codec.encodedFormatIDs.map(\.description).joined(separator: ", ")), or linear PCM as [BE|LE]{F|[U]I}{8|16|24|32|64}: LEI16, BEF32, UI8;
        0 copies the packets, N decodes a lossless sound to its original PCM format
        (default: 16-bit linear PCM)
        """
    ) { line, values throws(CommandLineError) in
      line.output.dataFormat = try DataFormatSpecifier(values[0])
    },
    Option(
      "-c | --channels", "number_of_channels",
      help: "extra channels are dropped from the end; mono is copied to every channel"
    ) { line, values throws(CommandLineError) in
      line.output.channelCount = try values[0].integer(in: 1...32_767)
    },
    Option("--mix", help: "mix channels down instead of dropping them") { line, _ in
      line.output.mixesDown = true
    },
    Option(
      "-m | --channelmap", "list",
      help: "for each output channel, its input channel from 0, or -1 for silence: 1,0"
    ) { line, values throws(CommandLineError) in
      line.output.channelMap = try values[0].channelMap()
    },
    Option(
      "-q | --quality", "0...127",
      help:
        "how long to search for the ima4 closest to the sound (default: 0, Apple's bytes)"
    ) { line, values throws(CommandLineError) in
      line.output.quality = try values[0].integer(in: 0...127)
    },
    Option(
      "-r | --src-quality", "0...127",
      help: "the quality of rate conversion; below 32, straight lines (default: 127)"
    ) { line, values throws(CommandLineError) in
      line.output.resampling.quality = try values[0].integer(in: 0...127)
    },
    Option(
      "--src-complexity", "line, norm, bats or minp",
      help: "straight lines; as -r says; band-limited; band-limited"
    ) { line, values throws(CommandLineError) in
      let name = try values[0].choice(of: ResamplingComplexity.allCases.map(\.rawValue))
      line.output.resampling.complexity = ResamplingComplexity(rawValue: name)
    },
    Option(
      "--resampler", "built-in or libsamplerate",
      help: """
        what converts rates; -r selects libsamplerate's converter, or its name does, as in
        libsamplerate:medium (default: built-in)
        """
    ) { line, values throws(CommandLineError) in
      let name = try values[0].choice(of: ResamplerChoice.allCases.map(\.name))
      line.output.resampling.resampler = ResamplerChoice(name: name)
    },
    Option(
      "--dither", "1 or 2", help: "add triangular or noise-shaped dither where bits are dropped"
    ) { line, values throws(CommandLineError) in
      line.output.dither = Dither(rawValue: try values[0].integer(in: 1...2))
    },
    Option(
      "-t | --tag",
      help: "store the input's format and name in a CAF; or restore them from such a CAF"
    ) { line, _ in line.output.tagsSource = true },
    Option("--no-filler", help: "start the audio directly after the headers, not at byte 4096") {
      line, _ in
      line.output.usesFiller = false
    },
  ]
}

extension DataFormatSpecifier {
  fileprivate init(_ value: NamedValue) throws(CommandLineError) {
    do throws(ParseError) {
      try self.init(parsing: value.text)
    } catch {
      throw CommandLineError(message: error.description)
    }
  }
}

extension NamedValue {
  /// Parses a list such as `1,0` or `0 -1`; −1 is silence.
  fileprivate func channelMap() throws(CommandLineError) -> [Int?] {
    var map: [Int?] = []
    for part in text.split(whereSeparator: { ", ".contains($0) }) {
      let channel = try NamedValue(name: name, word: CommandArgument(String(part)))
        .integer(in: -1...32_767)
      map.append(channel == -1 ? nil : channel)
    }
    guard !map.isEmpty else {
      throw CommandLineError(message: "\(name) takes a list of channels: 1,0")
    }
    return map
  }
}
