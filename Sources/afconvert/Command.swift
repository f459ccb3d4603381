import AlertSound
package import CommandSupport
import Platform
import SoundFormat
import SystemPackage

/// The `afconvert` command.
package enum Command {
  package static func run(_ words: [CommandArgument]) -> ExitStatus {
    Arguments.run(words, convert)
  }

  private static func convert(_ arguments: Arguments) -> ExitStatus {
    Interruption.listen()
    do throws(CommandError) {
      let policy = arguments.input.policy
      let source = try failing(input: arguments.input.path) { () throws(SoundError) in
        try SoundSource(path: arguments.input.path, policy: policy)
      }
      let defaultSound = arguments.limit.defaultSound
      let limit = try failing(input: defaultSound ?? FilePath()) { () throws(SoundError) in
        try arguments.limit.lengthLimit { path throws(SoundError) in
          try SoundSource(path: path, policy: policy)
        }
      }
      // Plan and stage every output before committing the first, so that a failure changes no file.
      let plans = try plan(arguments, from: source, limit)
      var staged: [Conversion.Staged] = []
      for plan in plans { staged.append(try stage(plan, arguments)) }
      if Interruption.isRequested { Interruption.dieIfRequested() }
      var warnings = source.warnings.filter { $0.rule != .unfilled }.map(\.fact)
      for fact in zip(plans, staged).flatMap({ $0.warnings(in: $1.result) })
      where !warnings.contains(fact) {
        warnings.append(fact)
      }
      for warning in warnings {
        printError(Diagnostic(.warning, source.path, warning).line())
      }
      var lostReport: CommandError?
      for (plan, file) in zip(plans, staged) {
        let mislabelling = file.result.facts.outcome.isOmitted ? nil : plan.mislabelling
        try plan.failing { () throws(SoundError) in
          try file.output?.commit(replacing: plan.replaces)
        }
        do { try log(plan.report.ending(file.result), arguments) } catch { lostReport = error }
        for warning in [plan.warning(about: file.result), mislabelling].compactMap(\.self) {
          printError(warning.line())
        }
      }
      if let lostReport { throw lostReport }
      return .success
    } catch {
      Interruption.dieIfRequested()
      for line in error.lines { printError(line) }
      return error.status
    }
  }

  /// Returns the closure's result, or throws its error in the words of Apple's tool.
  fileprivate static func failing<Value>(
    input: FilePath, output: FilePath? = nil, _ body: () throws(SoundError) -> Value
  ) throws(CommandError) -> Value {
    do throws(SoundError) {
      return try body()
    } catch {
      throw CommandError(error, input: input, output: output)
    }
  }

  private static func plan(
    _ arguments: Arguments, from source: SoundSource, _ limit: LengthLimit
  ) throws(CommandError) -> [Plan] {
    let input = arguments.input.path
    var plans: [Plan] = []
    for output in arguments.outputs {
      let target = try output.target(for: source, arguments.input)
      let plan = try failing(input: input, output: output.path) { () throws(SoundError) in
        guard output.path != nil || input.ownDescriptor == nil else {
          throw SoundError(
            .creatingOutput, input,
            .unsupported("there is no file name to derive the output's name from"),
            advice: "name the output")
        }
        let conversion = try Conversion(of: source, to: target, limit: limit)
        let path =
          output.path
          ?? OutputNaming.path(
            for: conversion,
            isTaken: { (try? $0.stat(followTargetSymlink: false)) != nil })
        guard !output.namesFolder else {
          throw SoundError(
            .creatingOutput, path, .system(.isDirectory), advice: "add a file name to it")
        }
        guard !plans.contains(where: { FoldedPath($0.output.real) == FoldedPath(path.real) })
        else {
          throw SoundError(
            .creatingOutput, path, .unsupported("two outputs have this name"),
            advice: "rename one of them")
        }
        return Plan(conversion: conversion, output: path, options: output)
      }
      plans.append(plan)
    }
    return plans
  }

  private static func stage(
    _ plan: Plan, _ arguments: Arguments
  ) throws(CommandError) -> Conversion.Staged {
    try log(plan.report.beginning, arguments)
    let line = ProgressLine()
    defer { line.clear() }
    return try plan.failing { () throws(SoundError) in
      try plan.conversion.stage(for: plan.output, monitor: .untilInterrupted(showing: line))
    }
  }

  /// Prints lines of the report if `-v` is given; on standard error if a sound goes to standard output. Throws if the
  /// lines can't be written, because a requested report must not get lost.
  private static func log(
    _ lines: @autoclosure () -> [String], _ arguments: Arguments
  ) throws(CommandError) {
    guard arguments.isVerbose else { return }
    if arguments.outputs.contains(where: { $0.path?.ownDescriptor != nil }) {
      for line in lines() { printError(line) }
      return
    }
    do throws(Errno) {
      try StandardOutput.write(lines: lines())
    } catch {
      throw CommandError(lostOutput: error)
    }
  }
}

/// The conversion for one output.
private struct Plan {
  let conversion: Conversion
  let output: FilePath
  let options: OutputOptions

  /// Whether the output may replace a file, because the command line gives the file's name.
  var replaces: Bool { options.path != nil }

  var report: Report { Report(conversion: conversion, output: output, options: options) }

  func failing<Value>(_ body: () throws(SoundError) -> Value) throws(CommandError) -> Value {
    try Command.failing(
      input: conversion.source.path ?? output, output: output, body)
  }

  /// Returns the warning about a sound that is too long; nil if there is none.
  ///
  /// The warning is about the output or, if none was written, about the source.
  func warning(about result: ConversionResult) -> Diagnostic? {
    let finding = conversion.limit.flatMap { result.facts.outcome.finding(under: $0) }
    guard let message = finding?.sentence(\.commandWords) else { return nil }
    guard result.facts.outcome.isOmitted else { return Diagnostic(.warning, output, message) }
    // Mention an existing file. It stays, because it may be the source or the only copy of the sound.
    let isThere = (try? output.stat(followTargetSymlink: false)) != nil
    let rest = isThere ? "; \(output) already existed and was left unchanged" : ""
    return Diagnostic(.warning, conversion.source.path, message + rest)
  }

  /// Returns warnings about the sound: for example, that `-c` drops channels with sound in them, as in Apple's tool.
  func warnings(in result: ConversionResult) -> [String] {
    guard !result.facts.outcome.isReplaced else { return [] }
    let (count, sourceCount) = (
      conversion.header.format.channelCount, conversion.source.format.channelCount
    )
    return result.facts.warnings.filter { $0.rule != .unfilled }.map { warning in
      guard warning.rule == .dropped, !options.mixesDown else {
        return warning.sentence(\.commandWords)
      }
      return
        "-c \(count) drops \(sourceCount - count) of \(sourceCount) channels, with sound in them"
        + (count <= 2 ? "; --mix mixes them down" : "")
    }
  }

  /// The warning that the output has replaced a sound whose extension belongs to another container, such as an MP3.
  /// Nil if no such sound was replaced, if the replaced sound is the input, or if `-f` isn't given.
  ///
  /// If `afconvert -f caff -d ima4 *.mp3` matches two files, Apple's tool takes the second file as the output and
  /// silently replaces it, although the user meant to convert it.
  var mislabelling: Diagnostic? {
    let container = conversion.header.container
    guard replaces, options.fileType != nil, let pathExtension = output.extension,
      SoundFile.pathExtensions.contains(pathExtension.lowercased()),
      !(container.pathExtensions + container.rarePathExtensions)
        .contains(pathExtension.lowercased()),
      (try? output.stat().type) == .regular, let replaced = FileIdentity(of: output),
      conversion.source.path.flatMap(FileIdentity.init(of:)) != replaced
    else { return nil }
    return Diagnostic(
      .warning, output,
      "-f \(container.fileType) has replaced this .\(pathExtension) file; afconvert takes one input"
        + " and one output, so convert several sounds one by one or with alertsound convert")
  }
}
