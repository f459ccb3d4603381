import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

@testable import AlertCheck
@testable import AlertSoundCommand

/// A notification's payload is refused with a message, or gives a request for each platform.
enum PayloadPromise {
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
          try SoundSearch(bundle: ScratchFile.app).resolve(request).request == request,
          "an answer to another request")
      }
      let lines = try SoundSearch().resolve(payload).lines(heading: "")
      try expect(!lines.contains { $0.contains("\n") }, "a line break in a line")
    }
  }
}

/// An options file contains words of a command line, which may be invalid. They name no other
/// options file, and relative paths are relative to the options file's folder.
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

  /// If a command line names the file, the file's words follow the name, and nothing else changes.
  private static func checkExpansion(of path: FilePath, to words: [CommandArgument]) throws {
    let line = ["convert", "in.wav", "--options", path.string, "-o", "out"]
      .map { CommandArgument($0) }
    var expanded = line
    do throws(SoundError) {
      _ = try OptionsFile.expand(&expanded)
    } catch {
      throw BrokenPromise("read once, but not twice")
    }
    let expected = line[..<4].map(\.bytes) + words.map(\.bytes) + line[4...].map(\.bytes)
    try expect(expanded.map(\.bytes) == expected, "another line")
  }

  /// Paths don't depend on the working directory, because relative paths are relative to the file's
  /// folder.
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

/// Valid texts. Tests make hostile texts from them.
enum HostileTexts {
  static let records = [
    record([
      "b.caf", "../b.wav",
      "3 3w5e11264sgsf 1y2p0ij32e8e7 4 9 0 0 0 73 g 1",
      "converted" + String(repeating: " -", count: 14) + " 38.25"
        + String(repeating: " -", count: 7)
        + "\ntruncated 1 byte is missing",
    ]),
    record([
      "a\n.caf", "a", "0 0 0 0 1 2 3 4 b c 0",
      "trimmed about 30.5 29.9 2.0" + String(repeating: " 0.0", count: 8)
        + " 1.0 - -inf -1.0 0.0 0.0 - -16.0 -",
    ]),
  ]

  static func record(_ fields: [String]) -> String { fields.map { $0 + "\0" }.joined() }

  static let payloads = [
    #"{"aps": {"sound": "ring.caf"}}"#,
    #"{"aps":{"sound":{"critical":1,"name":"s/\u00e9.wav","volume":0.5}},"x":[1e9,true]}"#,
    #"{"content-state":{},"alert":{"sound":"a.caf"}}"#,
    #"{"message":{"notification":{"sound":"a"},"apns":{"payload":{"aps":{"sound":"a.caf"}}},"#
      + #""android":{"notification":{"sound":"a","channel_id":"c","default_sound":true}}}}"#,
    #"{"to":"x","registration_ids":[],"notification":{"sound":"a","android_channel_id":"c"}}"#,
    #"[{"to":["ExpoPushToken[a]"],"sound":{"name":"a"},"channelId":"c"},{"sound":"b","badge":1}]"#,
    #"{"app_id":"x","ios_sound":"nil","android_sound":"a.o","existing_android_channel_id":"c"}"#,
  ]

  static let options = [
    "# -d alaw\n  -d\tima4\r\n--over-limit=trim --limit 2.5 -c 1",
    "--default-sound=\"my default.wav\" --jobs 2 -q 3 -r 9",
    "../a b -o \"\" - --manifest - --depfile=x -o /a/.. --limit --options",
  ]
}
