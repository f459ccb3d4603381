import AlertSound
package import CommandSupport
import SoundFormat
import SystemPackage

/// The command: parses, inspects, prints.
package enum Command {
  /// Does what the words after the command's name say.
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    Arguments.run(words, describe)
  }

  /// Describes every file, continuing after one that can't be read.
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
