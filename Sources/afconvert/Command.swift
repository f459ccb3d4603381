import AlertSound
package import CommandSupport
import SoundFormat
import SystemPackage

/// The command: parses, converts, prints.
package enum Command {
  /// Does what the words after the command's name say.
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    Arguments.run(words, convert)
  }

  private static func convert(_ arguments: Arguments) -> ExitStatus {
    Interruption.listen()
    do throws(CommandError) {
      let policy = arguments.input.policy
      let source = try open(arguments.input.path, policy)
      // Every output is staged before the first is committed, so that a failure changes no file.
      let limit = try limit(arguments.limit, policy)
      let plans = try plan(arguments, from: source, limit)
      let log = Log(arguments)
      var staged: [StagedFile] = []
      for plan in plans { staged.append(try stage(plan, log)) }
      if Interruption.isRequested { Interruption.dieIfRequested() }
      if let truncation = staged.lazy.compactMap({ $0.result.truncation }).first {
        printError(Diagnostic(.warning, source.path, truncation).line())
      }
      var lostReport: CommandError?
      for (plan, file) in zip(plans, staged) {
        let mislabelling = file.result.outcome.isOmitted ? nil : Mislabelling(of: plan)
        try commit(file, plan)
        do { try log.print(plan.report.ending(file.result)) } catch { lostReport = error }
        if let warning = warning(about: file.result, plan) { printError(warning.line()) }
        if let mislabelling { printError(mislabelling.warning.line()) }
      }
      if let lostReport { throw lostReport }
      return .success
    } catch {
      Interruption.dieIfRequested()
      for line in error.lines { printError(line) }
      return error.status
    }
  }

  private static func open(
    _ path: FilePath, _ policy: InputPolicy
  ) throws(CommandError) -> SoundSource {
    do throws(SoundError) {
      return try SoundSource(input: path, policy: policy)
    } catch {
      throw CommandError(error, input: path, output: nil)
    }
  }

  private static func limit(
    _ request: LimitRequest, _ policy: InputPolicy
  ) throws(CommandError) -> LengthLimit {
    do throws(SoundError) {
      return try request.lengthLimit { path throws(SoundError) in
        try SoundSource(input: path, policy: policy)
      }
    } catch {
      throw CommandError(error, input: request.defaultSound ?? FilePath(), output: nil)
    }
  }

  struct Plan {
    let conversion: Conversion
    let output: FilePath
    let replaces: Bool
    let options: OutputOptions

    var report: Report { Report(conversion: conversion, output: output, options: options) }

    func failure(_ error: SoundError) -> CommandError {
      CommandError(error, input: conversion.source.path ?? output, output: output)
    }
  }

  /// Plans every output before the first is written, so that a mistake is found before any work is done.
  private static func plan(
    _ arguments: Arguments, from source: SoundSource, _ limit: LengthLimit
  ) throws(CommandError) -> [Plan] {
    let input = arguments.input.path
    var plans: [Plan] = []
    for output in arguments.outputs {
      let target = try output.target(for: source, arguments.input)
      do throws(SoundError) {
        guard output.path != nil || input.ownDescriptor == nil else {
          throw SoundError(
            .creatingOutput, input,
            .sound(.unsupported, reason: "there is no file name to derive the output's name from"),
            advice: "name the output")
        }
        let conversion = try Conversion(of: source, to: target, limit: limit)
        let path =
          output.path
          ?? OutputNaming.path(
            for: conversion, tagged: output.tagsSource,
            isTaken: { (try? $0.stat(followTargetSymlink: false)) != nil })
        guard !output.namesFolder else {
          throw SoundError(
            .creatingOutput, path, .system(.isDirectory), advice: "add a file name to it")
        }
        guard
          !plans.contains(where: { FoldedPath($0.output.real) == FoldedPath(path.real) })
        else {
          throw SoundError(
            .creatingOutput, path, .sound(.unsupported, reason: "two outputs have this name"),
            advice: "rename one of them")
        }
        plans.append(
          Plan(
            conversion: conversion, output: path, replaces: output.path != nil, options: output))
      } catch {
        throw CommandError(error, input: input, output: output.path)
      }
    }
    return plans
  }

  private static func stage(
    _ plan: Plan, _ log: Log
  ) throws(CommandError) -> StagedFile {
    try log.print(plan.report.beginning)
    let line = ProgressLine()
    let staged: StagedFile
    do throws(SoundError) {
      staged = try plan.conversion.stage(
        for: plan.output, monitor: .untilInterrupted(showing: line))
    } catch {
      line.clear()
      throw plan.failure(error)
    }
    line.clear()
    return staged
  }

  private static func commit(_ file: StagedFile, _ plan: Plan) throws(CommandError) {
    do throws(SoundError) {
      try file.commit(replacing: plan.replaces)
    } catch {
      throw plan.failure(error)
    }
  }

  /// Returns the warning about a sound that is too long, if any.
  ///
  /// It names the output or, if none was written, the source.
  private static func warning(about result: ConversionResult, _ plan: Plan) -> Diagnostic? {
    guard let message = plan.conversion.limit.flatMap({ result.outcome.warning(under: $0) }) else {
      return nil
    }
    guard result.outcome.isOmitted else { return Diagnostic(.warning, plan.output, message) }
    // An existing file is never removed: it may be the source itself, or the only copy of the sound.
    let isThere = (try? plan.output.stat(followTargetSymlink: false)) != nil
    let rest = isThere ? "; \(plan.output) already existed and was left unchanged" : ""
    return Diagnostic(.warning, plan.conversion.source.path, message + rest)
  }
}
