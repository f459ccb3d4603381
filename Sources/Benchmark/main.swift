import Foundation

// Measures this package's programs beside others, where those are installed: for a page (`make bench`, which
// writes the one in the library's documentation) or a part of it, printed in Markdown.

/// The parts, in the order of the page.
let parts: [(name: String, measure: (Bench, [URL]) throws -> Section)] = [
  ("start-up", { bench, _ in try StartUp.measure(bench) }),
  ("batch", { bench, _ in try BatchBenchmark.measure(bench) }),
  ("throughput", { bench, _ in try Throughput.measure(bench) }),
  ("growth", { bench, _ in try Growth.measure(bench) }),
  ("resampling", { bench, _ in try ResamplingBenchmark.measure(bench) }),
  ("ima4", { bench, files in try IMA4Benchmark.measure(bench, files: files) }),
]

let usage = """
  usage: Benchmark [--quick] part folder/of/the/programs
         Benchmark [--quick] ima4 folder/of/the/programs files of PCM…
         Benchmark [--quick] page folder/of/the/programs folder/to/write/into
                   folder/of/earlier/results parts…

  parts: \(parts.map(\.name).joined(separator: ", "))
  """

/// Runs a body with a folder that goes away afterwards.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("alertsound-benchmark-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

/// Measures one part, says how long that took, and prints what came out.
func measure(
  _ part: (name: String, measure: (Bench, [URL]) throws -> Section), _ bench: Bench,
  files: [URL] = []
) throws -> Section {
  let start = ContinuousClock.now
  let times = ProcessorTimes.now
  var section = try part.measure(bench, files)
  if let times { section.stolenShare = ProcessorTimes.now?.stolenShare(since: times) }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  FileHandle.standardError.write(
    Data("\(part.name): measured in \(Words.seconds(seconds))\n".utf8))
  FileHandle.standardOutput.write(Data("\n\(section.markdown)\n".utf8))
  return section
}

var words = Array(CommandLine.arguments.dropFirst())
let scale = words.first == "--quick" ? Scale.quick : .full
if scale.isQuick { words.removeFirst() }

do {
  guard words.count >= 2 else { throw Failure(description: usage) }
  let operands = words[2...].map { URL(fileURLWithPath: $0) }
  try withTemporaryFolder { folder in
    let bench = Bench(
      programs: URL(fileURLWithPath: words[1]), folder: folder, scale: scale)
    if words[0] == "page", operands.count >= 2 {
      let names = Array(words[4...])
      guard names.allSatisfy({ name in parts.contains { $0.name == name } }) else {
        throw Failure(description: usage)
      }
      let kept = KeptSections(folder: operands[1])
      for part in parts where names.isEmpty || names.contains(part.name) {
        try kept.keep(try measure(part, bench), of: part.name)
      }
      let article = Article(
        machine: try Machine(bench), scale: scale,
        sections: try parts.map { try kept.section(of: $0.name) })
      try article.write(into: operands[0])
    } else if let part = parts.first(where: { $0.name == words[0] }),
      operands.isEmpty || part.name == "ima4"
    {
      _ = try measure(part, bench, files: operands)
    } else {
      throw Failure(description: usage)
    }
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(1)
}
