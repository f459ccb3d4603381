import Foundation

// Measures this package's programs, and others that are installed. `make bench` uses it to write the page
// Benchmarks of the library's documentation. All parts of the page can be measured, or only some again.

/// The parts, in the order of the page.
let parts: [(name: String, measure: (Bench) throws -> Section)] = [
  ("start-up", StartUp.measure), ("batch", BatchBenchmark.measure),
  ("throughput", Throughput.measure), ("growth", Growth.measure), ("limit", LimitBenchmark.measure),
  ("resampling", ResamplingBenchmark.measure), ("ima4", IMA4Benchmark.measure),
  ("loudness", LoudnessBenchmark.measure),
]

let usage = """
  usage: Benchmark [--quick] folder/of/the/programs folder/to/write/into folder/of/earlier/results
                   [part…]

  parts: \(parts.map(\.name).joined(separator: ", ")); all by default
  """

/// Runs a body with a temporary folder, which is removed afterwards.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("alertsound-benchmark-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

func log(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

/// Measures one part, logs how long that took, and prints the section.
func measure(
  _ part: (name: String, measure: (Bench) throws -> Section), _ bench: Bench
) throws -> Section {
  let start = ContinuousClock.now
  let times = ProcessorTimes.now
  var section = try part.measure(bench)
  if let times { section.stolenShare = ProcessorTimes.now?.stolenShare(since: times) }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  log("\(part.name): measured in \(Words.seconds(seconds))")
  FileHandle.standardOutput.write(Data("\n\(section.markdown)\n".utf8))
  return section
}

var words = Array(CommandLine.arguments.dropFirst())
let scale = words.first == "--quick" ? Scale.quick : .full
if scale.isQuick { words.removeFirst() }

do {
  guard words.count >= 3 else { throw Failure(description: usage) }
  let folders = words[..<3].map { URL(fileURLWithPath: $0) }
  let names = words[3...]
  guard names.allSatisfy({ name in parts.contains { $0.name == name } }) else {
    throw Failure(description: usage)
  }
  try withTemporaryFolder { folder in
    let bench = Bench(programs: folders[0], folder: folder, scale: scale)
    let machine = try Machine(bench)
    let kept = KeptSections(
      folder: folders[2],
      circumstances: KeptSections.Circumstances(machine: machine, scale: scale))
    for part in parts where names.isEmpty || names.contains(part.name) {
      try kept.keep(try measure(part, bench), of: part.name)
    }
    let sections = parts.map { kept.section(of: $0.name) }
    let missing = zip(parts, sections).filter { $1 == nil }.map(\.0.name)
    guard missing.isEmpty else {
      return log(
        "The page isn't updated until these are measured here, too: \(Words.list(missing)).")
    }
    let article = Article(machine: machine, scale: scale, sections: sections.compactMap(\.self))
    try article.write(into: folders[1])
  }
} catch {
  log("error: \(error)")
  exit(1)
}
