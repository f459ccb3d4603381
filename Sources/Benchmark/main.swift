import Foundation

// Measures how well and how fast the sample rate is changed, or IMA4 is encoded, beside other programs
// where they are installed, and prints tables in Markdown. `make bench-resampling` runs the first.

func printRow(_ cells: [String]) {
  print("| " + cells.joined(separator: " | ") + " |")
}

func printHeader(_ columns: [String]) {
  printRow(columns)
  print("|" + String(repeating: " --- |", count: columns.count))
}

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
guard let first = arguments.first, first == "ima4" || arguments.count == 1 else {
  print("usage: Benchmark path/of/afconvert")
  print("       Benchmark ima4 [files of PCM]")
  exit(2)
}
do {
  try withTemporaryFolder { folder in
    if first == "ima4" {
      try IMA4Benchmark.run(
        arguments.dropFirst().map { URL(fileURLWithPath: $0) }, in: folder)
    } else {
      try measureResampling(afconvert: URL(fileURLWithPath: first), in: folder)
    }
  }
} catch {
  print("error: \(error)")
  exit(1)
}
