import Foundation

/// The machine that a benchmark ran on, and the programs found there.
struct Machine: Codable, Equatable {
  let hardware: String
  let software: String
}

extension Machine {
  init(_ bench: Bench) throws {
    let cores = ProcessInfo.processInfo.processorCount
    let memory = Double(ProcessInfo.processInfo.physicalMemory) / 0x1p30
    hardware =
      "\(Self.processor), \(cores) \(cores == 1 ? "core" : "cores"),"
      + String(format: " %.0f GiB of memory", memory)
    let swift = Program.word(after: "Swift version ", from: "swift", ["--version"])
    software = Words.list(
      [Self.system, swift.map { "Swift \($0)" }].compactMap { $0 } + (try Self.peers(bench)))
  }

  private static var processor: String {
    #if canImport(Darwin)
      let sysctl = URL(fileURLWithPath: "/usr/sbin/sysctl")
      let name = try? ChildProcess(sysctl, ["-n", "machdep.cpu.brand_string"]).run().text
    #else
      let name = field("model name", in: "/proc/cpuinfo", separator: ":")
    #endif
    return name.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? "an unnamed processor"
  }

  private static var system: String {
    #if canImport(Darwin)
      "macOS " + ProcessInfo.processInfo.operatingSystemVersionString
    #else
      field("PRETTY_NAME", in: "/etc/os-release", separator: "=")?
        .trimmingCharacters(in: CharacterSet(charactersIn: "\"")) ?? "Linux"
    #endif
  }

  /// Returns the value in the first line that begins with a name.
  private static func field(_ name: String, in path: String, separator: Character) -> String? {
    let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    return text?.split(separator: "\n").first { $0.hasPrefix(name) }?
      .split(separator: separator, maxSplits: 1).last.map(String.init)
  }

  private static func peers(_ bench: Bench) throws -> [String] {
    let library = try LinkedProgram.compile(in: bench).map {
      try ChildProcess($0, []).run().text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    func named(_ name: String, _ version: String?) -> String? {
      Program.find(name).map { _ in version.map { "\(name) \($0)" } ?? name }
    }
    return [
      named("ffmpeg", Program.word(after: "ffmpeg version ", from: "ffmpeg", ["-version"])),
      named("sox", Program.word(after: "SoX v", from: "sox", ["--version"])),
      named("sndfile-convert", library.map { "(\($0))" }),
      named(
        "sndfile-resample",
        Program.word(after: "libsamplerate-", from: "sndfile-resample", ["--help"]).map {
          "(libsamplerate-\($0))"
        }),
      named(
        "sfconvert",
        Program.word(after: "Audio File Library version ", from: "sfconvert", ["--version"])),
      named("cp", Program.word(after: "coreutils) ", from: "cp", ["--version"])),
    ].compactMap { $0 }
  }
}
