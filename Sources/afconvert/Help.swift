import AlertSound
import CommandSupport
import SoundFormat

/// What `-h` and `-hf` print.
enum Help {
  static let banner = """

        Audio File Convert
        Version: \(Toolkit.version) of \(Toolkit.name), with the command line of Apple's afconvert 2.0
        Specify -h (-help) for command options


    """

  /// What follows a usage error: short enough that the error itself stays in sight.
  static let synopsis = """
    Usage:
    afconvert [option...] input_file [output_file]
        Options may come before, between or after the file names.
        Without output_file, writes a new file beside input_file and overwrites nothing.

    afconvert input_file [-o output_file [option...]]...
        Writes several files. Options for an output file apply to the -o before them.

    """

  private static let codecs = Codec.encodedFormatIDs.map(\.description).joined(separator: ", ")

  static let usage =
    synopsis + """

      Options for an output file:
          { -o } output_file
              write this file, using the options after it
          { -f | --file } file_format:
              the container: \(Container.writable.map { "\($0.fileType)" }.joined(separator: " "))
              (-hf lists what each holds; by default, the output's extension decides)
          { -d | --data } data_format[@sample_rate]:
              \(codecs), or linear PCM as [BE|LE]{F|[U]I}{8|16|24|32|64}: LEI16, BEF32, UI8;
              0 copies the packets, N decodes a lossless sound to its original PCM format
              (default: 16-bit linear PCM)
          { -c | --channels } number_of_channels
              extra channels are dropped from the end; mono is copied to every channel
          { --mix }
              mix channels down instead of dropping them
          { -m | --channelmap } list
              for each output channel, its input channel from 0, or -1 for silence: 1,0
          { -q | --quality } 0...127
              how long to search for the ima4 closest to the sound (default: 0, Apple's bytes)
          { -r | --src-quality } 0...127
              the quality of rate conversion (default: 127)
          { --src-complexity } line, norm, bats or minp
              the method: linear, chosen by -r, best, best
          { --dither } 1 or 2
              add triangular or noise-shaped dither where bits are dropped
          { -t | --tag }
              store the input's format and name in a CAF; or restore them from such a CAF
          { --no-filler }
              start the audio directly after the headers, not at byte 4096

      Options for the input file:
          { --offset } number_of_frames
              leave out the beginning
          { -l | --channellayout } layout_tag
              once for the output, or twice for the input, then the output: Stereo, MPEG_5_1_A
          { --prime-override } priming_frames remainder_frames
              which decoded frames are padding; -1 keeps what the file says
          { --read-track } 0
              the only track
          { --no-import }
              read \(Container.readNames("and")) only, without libsndfile: for untrusted files
          { --allow-truncated }
              read a truncated file as far as it goes, with a warning
          { --max-bytes } number_of_bytes
              refuse a larger file
          { --max-seconds } seconds
              refuse a longer sound

      Options for the length of alerts, for every output:
          { --over-limit } default, omit, trim, fail or warn
              what to do with a sound of 30 s or more, for which iOS plays its default sound:
              write the built-in chime; write nothing; keep its first 29.9 s and fade out;
              fail; convert all of it, with a warning (default: warn)
          { --limit } seconds
              the length that a sound must stay under (default: 30)
          { --default-sound } file
              the sound to write in place of one that is too long, instead of the chime;
              implies --over-limit default
          ALERTSOUND_OVER_LIMIT, ALERTSOUND_LIMIT and ALERTSOUND_DEFAULT_SOUND in the
          environment are the defaults of these options

      General options:
          { -v | --verbose }
              print the formats of each input and output
          { -hf | --help-formats }
              list file and data formats
          { -h | --help }
              print this
          { --version }
              print the version of this toolkit

      Accepted without effect, since they concern unsupported codecs and containers:
          { -b | --bitrate } n  { -s | --strategy } n
          { -u | --userproperty } property value  { -ud } property value  { -ue } property value
          { --codec-manuf } code  { --decode-formatid } code  { --prime-method } name
          { --soundcheck-generate }  { --soundcheck-read }  { --anchor-generate }
          { --anchor-loudness } dB  { --media-kind } name  { --condensed-framing } n
          { --gapless-before } file  { --gapless-after } file  { --leaks }  { --profile }

      Refused, since it is unknown where Apple's tool stores the hash:
          { --generate-hash }  { --copy-hash }  { --check-hash }

      """

  /// The table of containers and what each holds, in the layout Apple prints.
  static var formats: String {
    var lines = ["Audio file and data formats:"]
    for container in Container.writable {
      let extensions = container.pathExtensions.map { ".\($0)" }.joined(separator: ", ")
      lines.append("    '\(container.fileType)' = \(container.name) (\(extensions))")
      lines += wrapped(container.dataFormats.map { "\($0) " })
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ items: [String]) -> [String] {
    let label = String(repeating: " ", count: 15) + "data_formats: "
    let lastColumn = 75
    var lines = [label]
    for item in items {
      if lines[lines.endIndex - 1].count + item.count > lastColumn {
        lines.append(String(repeating: " ", count: label.count))
      }
      lines[lines.endIndex - 1] += item
    }
    return lines
  }
}
