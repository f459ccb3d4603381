import Foundation

// Measures this package's programs beside others, where those are installed, and prints tables in
// Markdown: how well and how fast the sample rate is changed (`make bench-resampling`), and how long a
// folder of sounds takes (`make bench-batch`).

func printRow(_ cells: [String]) {
  print("| " + cells.joined(separator: " | ") + " |")
}

func printHeader(_ columns: [String]) {
  printRow(columns)
  print("|" + String(repeating: " --- |", count: columns.count))
}

/// Runs a body with a folder that goes away afterwards.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("alertsound-benchmark-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

func measureResampling(afconvert: URL, in folder: URL) throws {
  let contenders = try Contender.installed(afconvert: afconvert)
  for change in RateChange.all {
    let title = "\(Int(change.sourceRate)) → \(Int(change.rate)) Hz"
    let tones = change.strayTones.map { String(Int($0)) }.joined(separator: ", ")
    print("\n### \(title)\n")
    print(
      change.tonesMustVanish
        ? "Stray tones: what is left of \(tones) Hz at most, under its level in the source."
        : "Stray tones: the images of \(tones) Hz at most, under the tone's level in the source.")
    print(
      "Sweep: 50 Hz to \(Int(change.sweepEnd)) Hz, against the samples computed at the new rate."
        + " Delay and length: frames more than ideal.\n")
    let speed = try Speed(of: contenders, at: change, in: folder)
    printHeader(["resampler"] + Quality.columns + Speed.columns)
    for (index, contender) in contenders.enumerated() {
      let quality = try Quality(of: contender, at: change, in: folder)
      printRow([contender.name] + quality.cells + speed.cells(of: index))
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
do {
  switch (arguments.first, arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }) {
  case ("resampling", let programs?):
    try withTemporaryFolder {
      try measureResampling(afconvert: programs.appendingPathComponent("afconvert"), in: $0)
    }
  case ("batch", let programs?):
    try withTemporaryFolder {
      try BatchBenchmark(alertsound: programs.appendingPathComponent("alertsound")).run(in: $0)
    }
  default:
    print("usage: Benchmark resampling|batch folder/of/the/programs")
    exit(2)
  }
} catch {
  print("error: \(error)")
  exit(1)
}
