import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The command: parses, inspects, prints.
enum Command {
  /// The exit statuses of Apple's tools, as `afconvert` has them.
  private enum Status {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 2
  }

  /// Runs the command and returns its exit status.
  static func run(_ arguments: [CommandArgument]) -> Int32 {
    guard !arguments.isEmpty else {
      printError(Help.banner + Help.usage)
      return Status.usage
    }
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    do throws(Arguments.ParseError) {
      let parsed = try Arguments(parsing: arguments)
      if parsed.asksForHelp {
        _ = StandardOutput.show(Help.banner + Help.usage)
        return Status.usage
      }
      return describe(parsed)
    } catch {
      printError("\(error.message)\n\n\(Help.synopsis)\n-h lists the options.")
      return Status.usage
    }
  }

  /// Describes every file; one that can't be read doesn't keep the others from it.
  private static func describe(_ arguments: Arguments) -> Int32 {
    var inspection = Inspection(arguments)
    do throws(Errno) {
      if arguments.form == .xml { try StandardOutput.write(lines: XMLReport.beginning) }
      for file in arguments.files { try inspection.describe(file) }
      if arguments.form == .xml { try StandardOutput.write(lines: XMLReport.end) }
    } catch {
      printError(StandardOutput.diagnostic(on: error).line())
      return Status.failure
    }
    return inspection.hasFailed ? Status.failure : Status.success
  }
}
