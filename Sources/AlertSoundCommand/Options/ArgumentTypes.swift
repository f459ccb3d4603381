public import AlertSound
public import ArgumentParser
package import CommandSupport
import SoundFormat

extension CommandArgument: ExpressibleByArgument {
  package init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }

  package static var defaultCompletionKind: CompletionKind { .file() }
}

/// Consecutive files and folders of the command line, joined into one word for the parser.
struct PathsArgument: ExpressibleByArgument {
  let paths: [CommandArgument]

  init?(argument: String) {
    paths = CommandLineWords.inputs(in: argument).compactMap(CommandArgument.init(argument:))
    if paths.isEmpty { return nil }
  }

  static let defaultCompletionKind = CompletionKind.file()
}

/// A length on the command line, in seconds. It must be above 0.
struct SecondsArgument: ExpressibleByArgument {
  let seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }

  init?(argument: String) {
    guard let seconds = NumberText.seconds(argument) else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String { "\(seconds)" }
}

/// A length on the command line, in seconds. It may be 0.
struct DurationArgument: ExpressibleByArgument {
  let seconds: Double

  init?(argument: String) {
    guard let seconds = NumberText.duration(argument) else { return nil }
    self.seconds = seconds
  }
}

/// A level on the command line, in decibels or LUFS.
struct DecibelArgument: ExpressibleByArgument {
  let value: Double

  init?(argument: String) {
    guard let value = NumberText.decibels(argument) else { return nil }
    self.value = value
  }
}

/// A range of times on the command line, in seconds: `0.5:4`, `0.5:` or `:4`.
struct SpanArgument: ExpressibleByArgument {
  let span: Arrangement.Span
  /// Whether a number looks like a part of a clock time, as in `1:05`.
  let mayBeClockTime: Bool

  init?(argument: String) {
    let times = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard times.count == 2, times.contains(where: { !$0.isEmpty }) else { return nil }
    let (start, end) = (NumberText.duration(String(times[0])), NumberText.seconds(String(times[1])))
    guard start != nil || times[0].isEmpty, end != nil || times[1].isEmpty else { return nil }
    span = Arrangement.Span(start: start, end: end)
    mayBeClockTime = times.contains { $0.first == "0" && $0.dropFirst().first?.isNumber == true }
  }
}

/// A size on the command line, in bytes. It must be above 0.
struct ByteCountArgument: ExpressibleByArgument {
  let byteCount: Int

  init?(argument: String) {
    guard let byteCount = NumberText.byteCount(argument) else { return nil }
    self.byteCount = byteCount
  }
}

extension OverLimitPolicy: ExpressibleByArgument {}

extension AndroidOutput.Format: ExpressibleByArgument {}

extension ResamplerChoice: ExpressibleByArgument {}

extension Diagnostic.Style: ExpressibleByArgument {}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Finds an option's value by the name of the value. Throws `ValidationError` for an unknown name.
  init(named name: String, by option: String) throws {
    guard let value = Self(rawValue: name) else {
      throw ValidationError("'\(option) help' lists the values")
    }
    self = value
  }
}
