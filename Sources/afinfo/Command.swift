import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The command: parses, inspects, prints.
enum Command {
  /// Runs the command. Asking for help is a usage error, as it is with Apple's tools.
  static func run(_ arguments: [CommandArgument]) -> ExitStatus {
    guard !arguments.isEmpty else {
      printError(Help.banner + Help.usage)
      return .appleUsage
    }
    StandardStreams.open()
    Interruption.surviveFileSizeLimit()
    do throws(CommandLineError) {
      let parsed = try Arguments(parsing: arguments)
      switch parsed.help {
      case .usage:
        _ = StandardOutput.show(Help.banner + Help.usage)
        return .appleUsage
      case .version:
        return StandardOutput.show(Toolkit.version) ? .success : .systemFailure
      case nil: break
      }
      return describe(parsed)
    } catch {
      printError("\(error.message)\n\n\(Help.synopsis)\n-h lists the options.")
      return .appleUsage
    }
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
