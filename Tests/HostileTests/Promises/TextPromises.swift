import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertCheck
@testable import AlertSoundCommand

/// A notification's payload: it is refused with a message, or gives a request for each platform.
enum PayloadPromise {
  private static let search = Result { try SoundSearch(bundle: ScratchFile.app) }

  static func keep(for bytes: [UInt8]) throws {
    let file: PayloadFile
    do throws(SoundError) {
      file = try PayloadFile(ScratchFile.holding(bytes))
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    try expect(!file.payloads.isEmpty, "neither a payload nor a message")
    for payload in file.payloads {
      if let request = payload.ios {
        try expect(
          try search.get().resolve(request).request == request, "an answer to another request")
        _ = SoundResolution(withoutApp: request).lines(
          notes: request.notes, payload.misplaced.first)
      }
      if let request = payload.android {
        let resolution = AndroidSoundResolution(of: request, in: nil)
        try expect(resolution.request == request, "an answer to another request")
        try expect(
          !resolution.lines(payload.misplaced.last).contains { $0.contains("\n") },
          "a line break in a line")
      }
    }
  }
}

/// An options file: its words are those of a command line, and parse or don't. They name no other
/// options file, and a relative path among them is relative to the file's folder.
enum OptionsPromise {
  static func keep(for bytes: [UInt8]) throws {
    let words: [CommandArgument]
    do throws(SoundError) {
      words = try OptionsFile(ScratchFile.holding(bytes)).words
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    try expect(
      !OptionWord.all(of: words.map(\.text)).contains { $0.name == OptionsFile.option },
      "a file of options in a file of options")
    try checkExpansion(of: ScratchFile.holding(bytes), to: words)
    guard let command = parse(words) else { return }
    try expect(command.build.options.isEmpty, "the parser finds another options file")
    _ = try? command.options.format.target(output: command.output.path)
    try checkPaths(of: command)
  }

  private static func parse(_ words: [CommandArgument]) -> ConvertCommand? {
    let line =
      ["convert", "-o", "/out.caf", "/in.wav", "--quiet"].map { CommandArgument($0) } + words
    return try? AlertSoundCommand.parseAsRoot(CommandLineWords.joiningInputs(of: line))
      as? ConvertCommand
  }

  /// A command line that names the file expands to the same words after the name, and nothing else
  /// changes.
  private static func checkExpansion(of path: FilePath, to words: [CommandArgument]) throws {
    let line = ["convert", "in.wav", "--options", path.string, "-o", "out"]
      .map { CommandArgument($0) }
    let expanded: [CommandArgument]
    do throws(SoundError) {
      expanded = try OptionsFile.expanding(line)
    } catch {
      throw BrokenPromise("read once, but not twice")
    }
    let expected = line[..<4].map(\.bytes) + words.map(\.bytes) + line[4...].map(\.bytes)
    try expect(expanded.map(\.bytes) == expected, "another line")
  }

  /// No path depends on the working directory: a relative one is relative to the file's folder.
  private static func checkPaths(of command: ConvertCommand) throws {
    let inputs = command.inputs.flatMap(\.paths).map(\.path)
    let named = [
      command.output.path, command.build.manifest?.path, command.build.depfile?.path,
      command.options.length.defaultSound?.path,
    ].compactMap(\.self)
    for path in inputs + named where path != "-" {
      try expect(path.isAbsolute, "a relative path: \(path)")
    }
  }
}
