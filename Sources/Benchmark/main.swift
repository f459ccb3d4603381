import Foundation

// Measures how well and how fast the sample rate is changed, beside other programs where they are
// installed, and prints tables in Markdown. `make bench-resampling` runs it.

func printRow(_ cells: [String]) {
  print("| " + cells.joined(separator: " | ") + " |")
}

func printHeader(_ columns: [String]) {
  printRow(columns)
  print("|" + String(repeating: " --- |", count: columns.count))
}

func measure(afconvert: URL) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("alertsound-benchmark-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }

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

guard CommandLine.arguments.count == 2 else {
  print("usage: Benchmark path/of/afconvert")
  exit(2)
}
do {
  try measure(afconvert: URL(fileURLWithPath: CommandLine.arguments[1]))
} catch {
  print("error: \(error)")
  exit(1)
}
