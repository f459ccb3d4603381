import CFuzzer
import Foundation

// Tries to make the readers, codecs and grammars fail: `make fuzz`.
//
//   Fuzz --list                   names the targets
//   Fuzz --seeds FOLDER           writes what each target begins with, and its words
//   Fuzz TARGET [libFuzzer's options and folders]

/// libFuzzer starts the program again, where it runs several jobs or makes a crash smaller, with the
/// words it was given. It takes no notice of one with two dashes.
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
