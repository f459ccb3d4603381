import AlertSound
import ArgumentParser
import CommandSupport

/// The first word of a command line, which names a subcommand.
enum CommandName {
  private static let help = "help"

  private static var all: [String] {
    AlertSoundCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      + DropIn.allCases.map(\.rawValue) + [help]
  }

  /// Refuses an unknown subcommand. The parser would report it as an unexpected argument, and ignores it
  /// after `help`.
  ///
  /// - Throws: `ValidationError`.
  static func check(_ words: [CommandArgument]) throws {
    var names = words.map(\.text)[...]
    if names.first == help {
      names.removeFirst()
      if let extra = names.dropFirst().first, !extra.hasPrefix("-") {
        throw ValidationError("help takes one command; leave out '\(extra.onOneLine)'")
      }
    }
    guard let name = names.first, !name.hasPrefix("-"), !name.isEmpty, !all.contains(name) else {
      return
    }
    let advice =
      nearest(to: name).map { "did you mean '\($0)'?" }
      ?? "the commands are \(all.joined(separator: ", "))"
    throw ValidationError("there is no command '\(name.onOneLine)'; \(advice)")
  }

  /// The subcommand that was probably meant.
  private static func nearest(to name: String) -> String? {
    // A longer name isn't a typing error, and computing edit distances takes time.
    guard name.count <= 32 else { return nil }
    let lowered = Array(name.lowercased().unicodeScalars)
    let distances = all.map { ($0, editDistance(lowered, Array($0.unicodeScalars))) }
    guard let (nearest, distance) = distances.min(by: { $0.1 < $1.1 }) else { return nil }
    // `conv` is a prefix of a command; `chek` lacks a letter.
    if let whole = all.first(where: { $0.hasPrefix(name.lowercased()) }) { return whole }
    return distance <= max(1, name.count / 3) ? nearest : nil
  }
}
