import AlertSound
package import CommandSupport
import SoundFormat
import SystemPackage

/// The `afinfo` command.
package enum Command {
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    Arguments.run(words, describe)
  }

  /// Describes every file, and continues after a file that can't be read.
  private static func describe(_ arguments: Arguments) -> ExitStatus {
    var inspection = Inspection(arguments)
    do throws(Errno) {
      if arguments.form == .xml { try StandardOutput.write(lines: XMLReport.beginning) }
      for file in arguments.files { try inspection.describe(file) }
      if arguments.form == .xml { try StandardOutput.write(lines: XMLReport.end) }
    } catch {
      printError(StandardOutput.diagnostic(on: error).line())
      return .systemFailure
    }
    return inspection.status
  }
}

extension CommandArgument {
  /// The argument's bytes, which needn't be valid UTF-8. If the bytes are unsafe to show, the text with escapes.
  fileprivate var shownBytes: [UInt8] {
    text.onOneLine == text ? bytes : Array(text.onOneLine.utf8)
  }
}

/// Describes files one after another.
struct Inspection {
  private(set) var status = ExitStatus.success
  private let arguments: Arguments
  private var describedCount = 0

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// Prints the requested description of a file, or an error. Throws if standard output can't be written.
  mutating func describe(_ file: CommandArgument) throws(Errno) {
    let source: SoundSource
    var report: SoundReport
    do throws(SoundError) {
      source = try SoundSource(inspecting: file.inputPath, policy: arguments.policy)
      report = SoundReport(of: source)
      if arguments.countsFrames { try report.countFrames(of: source) }
    } catch {
      // Print Apple's line first, because scripts look for it.
      printError("Fail: AudioFileOpenURL failed")
      fail(file, error.commandSentence, error.exitStatus)
      return
    }
    if arguments.showsWarnings {
      report.noteDamage(of: source)
      for note in report.notes {
        printError(Diagnostic(.warning, file.path, note.description).line())
      }
    }
    guard arguments.parts.isEmpty else {
      try printParts(of: file, source, report)
      return
    }
    switch arguments.form {
    case .full:
      try print(
        file, TextReport(report: report, showsInformation: arguments.showsInformation).lines)
    case .brief:
      let duration = report.estimatedDuration.text(decimals: 3)
      let text = """
        , \(report.details.fileType), Num Tracks:     1
        ----
        \(duration) sec, format:  \(report.format.coreAudioText)


        """
      try StandardOutput.write(file.shownBytes + Array(text.utf8))
    case .xml:
      let xml = XMLReport(
        report: report, name: file.text, index: describedCount,
        showsInformation: arguments.showsInformation)
      try StandardOutput.write(lines: xml.lines)
    }
    describedCount += 1
  }

  /// Prints lines after the file's name, which needn't be valid UTF-8.
  private func print(_ file: CommandArgument, _ lines: [String]) throws(Errno) {
    try StandardOutput.write(
      Array("File:           ".utf8) + file.shownBytes
        + Array(lines.map { "\n" + $0 }.joined().utf8) + [0x0A])
  }

  /// Prints chunks and properties instead of the report.
  private mutating func printParts(
    of file: CommandArgument, _ source: SoundSource, _ report: SoundReport
  ) throws(Errno) {
    var lines: [String] = []
    for part in arguments.parts {
      switch part {
      case .chunk(let code):
        lines += chunks(
          code, of: file, source, report, otherwise: "there is no '\(code)' chunk")
      case .property(let code):
        if let values = report.properties.first(where: { $0.code == code })?.lines {
          lines += values.map { "property '\(code)': \($0)" }
        } else {
          // Look for a chunk: Core Audio finds user data in the chunk whose identifier is the property's code.
          lines += chunks(
            code, of: file, source, report,
            otherwise: "there is no '\(code)' property or chunk")
        }
      }
    }
    if !lines.isEmpty { try print(file, lines + ["----"]) }
  }

  /// Returns the lines for all chunks with an identifier. If there is no such chunk, prints an error instead.
  private mutating func chunks(
    _ code: FourCharCode, of file: CommandArgument, _ source: SoundSource, _ report: SoundReport,
    otherwise: String
  ) -> [String] {
    let chunks = report.chunks.filter { $0.identifier == code }
    guard !chunks.isEmpty else {
      let names = report.chunks.map { "'\($0.identifier)'" }.joined(separator: " ")
      fail(
        file,
        otherwise
          + (names.isEmpty
            ? "; only those of \(Container.readNames("and")) files can be shown"
            : "; the file has \(names)"))
      return []
    }
    do {
      return try chunks.flatMap { try ChunkDump($0, in: source.bytes).lines }
    } catch {
      fail(file, "\(error)", .systemFailure)
      return []
    }
  }

  private mutating func fail(
    _ file: CommandArgument, _ message: String, _ status: ExitStatus = .failure
  ) {
    self.status = max(self.status, status)
    printError(Diagnostic(.error, file.path, message).line())
  }
}
