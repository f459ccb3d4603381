// Makes the sounds in Samples, byte for byte equal on every machine.
//
//   swift run MakeSamples [--check] [FOLDER]
//
// With --check, the program writes nothing, but compares the folder's files with the expected
// files.

import Foundation

var arguments = Array(CommandLine.arguments.dropFirst())
let checks = arguments.first == "--check"
if checks { arguments.removeFirst() }
guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
  try FileHandle.standardError.write(
    contentsOf: Data("usage: MakeSamples [--check] [FOLDER]\n".utf8))
  exit(64)
}

/// The folder given on the command line, or else the folder above this file's.
let folder =
  arguments.first.map { URL(fileURLWithPath: $0, isDirectory: true) }
  ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

var differs = false
do {
  for sample in Sample.all {
    let bytes = try sample.fileBytes()
    let file = folder.appendingPathComponent(sample.fileName)
    if !checks {
      try Data(bytes).write(to: file, options: .atomic)
    } else if !FileManager.default.fileExists(atPath: file.path) {
      print("\(file.path): error: missing")
      differs = true
    } else if try Data(contentsOf: file) != Data(bytes) {
      print("\(file.path): error: not what MakeSamples makes")
      differs = true
    }
  }
} catch {
  try FileHandle.standardError.write(contentsOf: Data("MakeSamples: error: \(error)\n".utf8))
  exit(1)
}
exit(differs ? 1 : 0)
