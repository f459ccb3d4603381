import AlertSound
import ArgumentParser
import CommandSupport
import SystemPackage

/// A command line of `convert` that names its output as `afconvert` does: without `-o`, after the input.
enum MissingOutput {
  private static let options: Set = ["-o", "--output"]

  /// Returns the command line with `-o` before the last input. Nil if `-o` isn't missing, or if the last
  /// input is a file that would be replaced.
  static func correctedLine(_ words: [CommandArgument]) -> String? {
    guard OptionsFile.isRead(by: words), !words.contains(where: { $0.text == "--" }) else {
      return nil
    }
    let kinds = OptionWord.all(of: words.map(\.text))
    let inputs = kinds.indices.dropFirst().filter { kinds[$0].isInput }
    guard !kinds.contains(where: { $0.name.map(options.contains) ?? false }),
      inputs.count > 1, let last = inputs.last, isFree(words[last].path)
    else { return nil }
    var line = words.map(\.bytes.shellWord)
    line[last] = "-o " + line[last]
    return ([AlertSoundCommand.configuration.commandName ?? ""] + line).joined(separator: " ")
  }

  /// Whether a sound or a folder of sounds can be written there without replacing a file.
  private static func isFree(_ path: FilePath) -> Bool {
    guard let status = try? path.stat() else { return true }
    return status.type == .directory
  }
}
