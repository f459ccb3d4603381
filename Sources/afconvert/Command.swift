import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The command: parses, converts, prints.
enum Command {
  /// The exit statuses of Apple's tool. Asking for help is a usage error there too, and scripts that
  /// probe for the tool know it.
  private enum Status {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    static let usage: Int32 = 2
  }

  /// Runs the command and returns its exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard !arguments.isEmpty else {
      printError(Help.banner + Help.usage)
      return Status.usage
    }
    do throws(Arguments.ParseError) {
      let parsed = try Arguments(parsing: arguments)
      switch parsed.help {
      case .usage:
        print(Help.banner + Help.usage)
        return Status.usage
      case .formats:
        print(Help.formats)
        return Status.success
      case nil:
        return convert(parsed)
      }
    } catch {
      printError("\(error.message)\n\n\(Help.usage)")
      return Status.usage
    }
  }

  private static func convert(_ arguments: Arguments) -> Int32 {
    guard let path = arguments.input else { return Status.usage }
    do throws(CommandError) {
      let (input, source) = try open(path)
      let plans = try plan(arguments.outputs, from: source, at: path)
      for plan in plans {
        try carryOut(plan, from: input, isVerbose: arguments.isVerbose)
      }
      return Status.success
    } catch {
      error.lines.forEach(printError)
      return Status.failure
    }
  }

  private static func open(_ path: FilePath) throws(CommandError) -> (InputFile, SoundFile) {
    do throws(ConversionError) {
      let input = try InputFile(path: path)
      return (input, try SoundFile(parsing: input))
    } catch {
      throw CommandError(error, input: path, output: nil)
    }
  }

  private struct Plan {
    let conversion: Conversion
    let output: FilePath
    let replaces: Bool
  }

  /// Plans every output before the first is written, so that a mistake in one costs nothing.
  private static func plan(
    _ outputs: [Arguments.Output], from source: SoundFile, at input: FilePath
  ) throws(CommandError) -> [Plan] {
    var plans: [Plan] = []
    for output in outputs {
      let target = try output.target(for: source)
      do throws(ConversionError) {
        let conversion = try Conversion(of: source, to: target)
        let path =
          output.path
          ?? OutputNaming.path(
            beside: input, for: conversion.header, from: source.format,
            isTaken: { (try? $0.stat(followTargetSymlink: false)) != nil })
        plans.append(Plan(conversion: conversion, output: path, replaces: output.path != nil))
      } catch {
        throw CommandError(error, input: input, output: output.path)
      }
    }
    return plans
  }

  private static func carryOut(
    _ plan: Plan, from input: InputFile, isVerbose: Bool
  ) throws(CommandError) {
    let report = Report(conversion: plan.conversion, input: input.path, output: plan.output)
    if isVerbose { report.beginning.forEach { print($0) } }
    do throws(ConversionError) {
      try plan.conversion.write(to: plan.output, from: input, replacing: plan.replaces)
    } catch {
      throw CommandError(error, input: input.path, output: plan.output)
    }
    if isVerbose { report.ending.forEach { print($0) } }
  }
}
