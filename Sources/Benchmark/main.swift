import Foundation

// Measures this package's programs and encoders beside others, where those are installed, and prints
// tables in Markdown: how well and how fast the sample rate is changed (`make bench-resampling`), how long
// a folder of sounds takes (`make bench-batch`), and how close IMA4 comes (`make bench-ima4`).

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
  try withTemporaryFolder { folder in
    switch arguments.first {
    case "resampling" where arguments.count == 2:
      let programs = URL(fileURLWithPath: arguments.last!)
      try measureResampling(
        afconvert: programs.appendingPathComponent("afconvert"), in: folder)
    case "batch" where arguments.count == 2:
      let programs = URL(fileURLWithPath: arguments.last!)
      try BatchBenchmark(alertsound: programs.appendingPathComponent("alertsound")).run(in: folder)
    case "ima4":
      try IMA4Benchmark.run(
        arguments.dropFirst().map { URL(fileURLWithPath: $0) }, in: folder)
    default:
      throw Failure(
        description: "usage: Benchmark resampling|batch folder/of/the/programs\n"
          + "       Benchmark ima4 [files of PCM]")
    }
  }
} catch {
  print("error: \(error)")
  exit(1)
}
