import Foundation
import SoundFormat

/// A folder of short sounds at several rates, all brought to one rate.
struct ResamplingBatch {
  private struct Job {
    let name: String
    /// Shell commands; `$IN` and `$OUT` are the folders.
    let lines: String
  }

  private let jobs: [Job]
  private let runs: [Runs]
  private let fileCounts: [Int]
  private let soundCount: Int

  init(in bench: Bench) throws {
    let (input, output) = (bench.file("batch-in"), bench.file("batch-out"))
    soundCount = bench.scale.batchCount
    _ = try BatchSounds.write(soundCount, to: input)
    defer { for folder in [input, output] { bench.remove(folder) } }
    let jobs = Self.jobs(bench)
    var fileCounts = jobs.map { _ in 0 }
    let trials = jobs.enumerated().map { index, job in
      Trial(
        process: ChildProcess(
          shell: "IN='\(input.path)' OUT='\(output.path)'; \(job.lines)"),
        prepare: {
          bench.remove(output)
          try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        },
        cleanUp: {
          fileCounts[index] = try FileManager.default.contentsOfDirectory(atPath: output.path)
            .count { !$0.hasPrefix(".") }
        })
    }
    runs = try Rounds(count: bench.scale.longRoundCount).measure(trials)
    self.jobs = jobs
    self.fileCounts = fileCounts
  }

  private static func jobs(_ bench: Bench) -> [Job] {
    let convert =
      "'\(bench.program("alertsound").path)' convert \"$IN\" -o \"$OUT\" -f caff --quiet -d LEI16"
    let count = ProcessInfo.processInfo.processorCount
    let sox = Program.find("sox").map { program in
      [("sox rate -v", "-v"), ("sox rate", nil)].compactMap { name, quality -> Job? in
        let wanted = ResamplingProgram.Output(rate: 44_100, type: .int16)
        let words = ResamplingProgram.sox(name, program, quality: quality)
          .arguments("\"$IN\"/{}", "\"$OUT\"/{}.caf", wanted)
        return words.map {
          // A file that fails must not fail the whole run.
          Job(
            name: "\(name) by `xargs -P\(count)`",
            lines: "ls \"$IN\" | xargs -P\(count) -I{} sox \($0.joined(separator: " ")); true")
        }
      }
    }
    return [
      Job(name: "`alertsound convert -d LEI16@44100`", lines: convert + "@44100"),
      Job(name: "`alertsound convert -d LEI16`, no change of rate", lines: convert),
    ] + (sox ?? [])
  }

  var explanation: String {
    "\(soundCount) AIFF, WAVE and CAF files of 0.3 to 3 s at 22050, 44100 and 48000 Hz, to 44100 Hz LEI16 in CAF."
  }

  var table: Table {
    var table = Table([
      "what", "elapsed time", "processor time", "alertsound's relative to it, elapsed",
      "processor", "sounds written",
    ])
    table.rows = jobs.indices.map { index in
      let own = runs[index]
      return [jobs[index].name, Words.seconds(own.wall), Words.seconds(own.processor)]
        + [\Cost.wall, \Cost.processor].map {
          index == 0 ? "" : Words.times(runs[0].ratio($0, to: own))
        } + [String(fileCounts[index])]
    }
    return table
  }
}
