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
    Interruption.listen()
    do throws(CommandError) {
      let source = try open(arguments.input.path)
      for plan in try plan(arguments, from: source) {
        try carryOut(plan, isVerbose: arguments.isVerbose)
      }
      return Status.success
    } catch {
      Interruption.obey()
      error.lines.forEach(printError)
      return Status.failure
    }
  }

  private static func open(_ path: FilePath) throws(CommandError) -> SoundSource {
    do throws(ConversionError) {
      return try SoundSource(path: path)
    } catch {
      throw CommandError(error, input: path, output: nil)
    }
  }

  private struct Plan {
    let conversion: Conversion
    let output: FilePath
    let replaces: Bool
    let options: OutputOptions
  }

  /// Plans every output before the first is written, so that a mistake in one costs nothing.
  private static func plan(
    _ arguments: Arguments, from source: SoundSource
  ) throws(CommandError) -> [Plan] {
    let input = arguments.input.path
    var plans: [Plan] = []
    for output in arguments.outputs {
      let target = try output.target(for: source, arguments.input)
      do throws(ConversionError) {
        let conversion = try Conversion(of: source, to: target)
        let path =
          output.path
          ?? OutputNaming.path(
            for: conversion, tagged: output.tagsSource,
            isTaken: { (try? $0.stat(followTargetSymlink: false)) != nil })
        plans.append(
          Plan(
            conversion: conversion, output: path, replaces: output.path != nil, options: output))
      } catch {
        throw CommandError(error, input: input, output: output.path)
      }
    }
    return plans
  }

  private static func carryOut(_ plan: Plan, isVerbose: Bool) throws(CommandError) {
    let report = Report(
      conversion: plan.conversion, output: plan.output, options: plan.options)
    if isVerbose { report.beginning.forEach { print($0) } }
    let line = isVerbose ? ProgressLine() : nil
    let header: SoundHeader
    do throws(ConversionError) {
      header = try plan.conversion.write(
        to: plan.output, replacing: plan.replaces, progress: line?.update(fraction:),
        isCancelled: { Interruption.isRequested })
    } catch {
      line?.clear()
      throw CommandError(
        error, input: plan.conversion.source.path ?? plan.output, output: plan.output)
    }
    line?.clear()
    if isVerbose { report.ending(header).forEach { print($0) } }
  }
}
