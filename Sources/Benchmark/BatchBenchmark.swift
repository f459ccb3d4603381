import Foundation

/// How long a folder of sounds takes, beside loops of other programs over the same files.
struct BatchBenchmark {
  private static let runCount = 3

  private struct Job {
    let name: String
    /// Lines of shell; `$IN` and `$OUT` are the folders.
    let lines: String
  }

  let alertsound: URL
  /// The option that asks for the encoder whose bytes are Apple's, where there is another one.
  private let appleEncoder: String

  init(alertsound: URL) {
    self.alertsound = alertsound
    let help = "'\(alertsound.path)' convert --help | grep -q -e '-q, '"
    let offersChoice =
      (try? Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", help])) != nil
    appleEncoder = offersChoice ? " -q 0" : ""
  }

  private var jobs: [Job] {
    let program = alertsound.path
    let loop = "for file in \"$IN\"/*; do name=${file##*/};"
    var jobs = [
      Job(name: "cp -r", lines: "cp -r \"$IN\"/. \"$OUT\""),
      Job(
        name: "alertsound convert -d LEI16",
        lines: "'\(program)' convert \"$IN\" -o \"$OUT\" -f caff -d LEI16 --quiet"),
      Job(
        name: "alertsound convert -d ima4\(appleEncoder)",
        lines: "'\(program)' convert \"$IN\" -o \"$OUT\" -f caff -d ima4\(appleEncoder) --quiet"),
    ]
    if Program.find("sndfile-convert") != nil {
      jobs.append(
        Job(
          name: "loop of sndfile-convert",
          lines: loop + " sndfile-convert -pcm16 \"$file\" \"$OUT/${name%.*}.caf\"; done"))
    }
    if Program.find("sox") != nil {
      jobs.append(
        Job(
          name: "loop of sox",
          lines: loop + " sox -V1 -D \"$file\" -b 16 \"$OUT/${name%.*}.caf\"; done"))
    }
    if Program.find("ffmpeg") != nil {
      jobs.append(
        Job(
          name: "loop of ffmpeg",
          lines: loop
            + " ffmpeg -v error -nostdin -y -i \"$file\" -c:a pcm_s16le \"$OUT/${name%.*}.caf\"; done"
        ))
    }
    return jobs
  }

  /// Measures and prints a table.
  func run(in folder: URL) throws {
    let input = folder.appendingPathComponent("in")
    let byteCount = try BatchSounds.write(to: input)
    print("\n### \(BatchSounds.count) short sounds, \(byteCount / 1_000_000) MB\n")
    var times = jobs.map { _ in [Double]() }
    // In turn, so that what else the machine does falls on all alike; the first round only warms up.
    for round in 0...Self.runCount {
      for (index, job) in jobs.enumerated() {
        let wall = try time(
          job.lines, in: folder, into: "out-\(index)", keeping: round == Self.runCount)
        if round > 0 { times[index].append(wall) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    printHeader(["what", "wall time", "of cp -r's"])
    for (job, median) in zip(jobs, medians) {
      printRow([
        job.name, String(format: "%.3f s", median), String(format: "× %.2f", median / medians[0]),
      ])
    }
    try measureSecondRuns(in: folder)
  }

  /// What runs cost that find nothing, or one sound, changed.
  private func measureSecondRuns(in folder: URL) throws {
    print("")
    printHeader(["again", "wall time"])
    let unchanged = try (0..<5).map { _ in
      try time(jobs[1].lines, in: folder, into: "out-1", fresh: false)
    }
    printRow(["nothing changed", String(format: "%.3f s", unchanged.sorted()[2])])
    let input = folder.appendingPathComponent("in")
    let names = try FileManager.default.contentsOfDirectory(atPath: input.path)
    let changed = input.appendingPathComponent(names.sorted()[0])
    var data = try Data(contentsOf: changed)
    data[data.count / 2] ^= 1
    try data.write(to: changed)
    let seconds = try time(jobs[1].lines, in: folder, into: "out-1", fresh: false)
    printRow(["one sound changed", String(format: "%.3f s", seconds)])
  }

  private func time(
    _ lines: String, in folder: URL, into name: String, fresh: Bool = true, keeping: Bool = true
  ) throws -> Double {
    let output = folder.appendingPathComponent(name)
    if fresh {
      try? FileManager.default.removeItem(at: output)
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    }
    defer { if !keeping { try? FileManager.default.removeItem(at: output) } }
    return try Program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "IN='\(folder.path)/in' OUT='\(output.path)'; \(lines)",
      ]
    ).wall
  }
}
