import CommandSupport
import SoundFormat

/// What `-h` and `-hf` print.
enum Help {
  static let banner = """

        Audio File Convert
        Version: \(Toolkit.version) of \(Toolkit.name), with the command line of Apple's afconvert 2.0
        Specify -h (-help) for command options


    """

  static let usage = """
    Usage:
    afconvert [option...] input_file [output_file]
        Options may stand before, between and after the file names.
        Without output_file, a name is made up beside input_file; no file is overwritten by it.

    afconvert input_file [-o output_file [option...]]...
        Writes several files. Options for an output file belong to the -o before them.

    Options for an output file:
        { -f | --file } file_format:
            the container: \(Container.allCases.map { "\($0.fileType)" }.joined(separator: " "))
            (-hf lists what each holds; left out, the output's extension decides)
        { -d | --data } data_format:
            ima4, ulaw, alaw, or linear PCM as [BE|LE]{F|[U]I}{8|16|24|32|64}: LEI16, BEF32, UI8
            (left out, 16-bit linear PCM)
        { -c | --channels } number_of_channels
            channels are dropped from the end; a single channel goes to every new one
        { --no-filler }
            don't let the audio begin at byte 4096

    General options:
        { -v | --verbose }
            print what is converted into what
        { -hf | --help-formats }
            list file and data formats
        { -h | --help }
            print this

    """

  /// The table of containers and what each holds, in the layout Apple prints.
  static var formats: String {
    var lines = ["Audio file and data formats:"]
    for container in Container.allCases {
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
