import CFuzzer
import Foundation

// Fuzzes the readers, codecs and grammars: `make fuzz`.
//
//   Fuzz --list                   names the targets
//   Fuzz --seeds FOLDER           writes each target's seeds and dictionary
//   Fuzz TARGET [libFuzzer's options and folders]

/// The command or target, with two dashes in front. libFuzzer starts the program again with the same words
/// to run several jobs or to minimise a crash, and ignores words with two dashes.
let word = CommandLine.arguments.dropFirst().first.map { $0.hasPrefix("--") ? $0 : "--\($0)" }

switch word {
case "--list":
  for target in FuzzTarget.allCases { print(target.rawValue) }
case "--seeds" where CommandLine.arguments.count == 3:
  do {
    try Seeds.write(to: URL(fileURLWithPath: CommandLine.arguments[2], isDirectory: true))
  } catch {
    print("error: \(error)")
    exit(1)
  }
case let word? where FuzzTarget(rawValue: String(word.dropFirst(2))) != nil:
  exit(FuzzTarget.runDriver(chosenBy: word))
default:
  print("usage: Fuzz --list|--seeds FOLDER|TARGET [libFuzzer's options and folders]")
  exit(64)
}
