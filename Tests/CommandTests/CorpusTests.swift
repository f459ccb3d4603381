import Foundation
import SoundFormat
import TestSupport
import Testing

/// From the same sources, `afconvert` must write the same bytes as Apple's `afconvert`.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct CorpusPairTests {
  private static let pairs = (Corpus.installed?.rows ?? []).filter {
    $0["pair_exact"] == "whole-file"
  }

  @Test func corpusHasPairs() {
    #expect(Self.pairs.count == 10)
  }

  @Test(arguments: pairs)
  func everyByteMatchesApples(pair: Corpus.Row) throws {
    let source = try #require(Corpus.installed?.rows.first { $0["file"] == pair["pair_source"] })
    let folder = try TemporaryDirectory([source["file"]: try source.bytes()])
    let (command, remark) = pair["pair_command"].splitAtRemark()
    let outcome = try folder.shell("\(command) '\(source)' output")
    expectSilentSuccess(outcome, dropsChannels: command.contains("-c 1"))
    var output = try folder.read("output")
    if remark == "older afconvert: no info chunk" {
      output = try output.withoutInformation()
    } else {
      #expect(remark == "")
    }
    #expect(firstDifference(of: output, from: try pair.bytes()) == nil)
  }
}

extension String {
  /// The text before a remark in parentheses, and the remark.
  fileprivate func splitAtRemark() -> (String, remark: String) {
    let parts = split(separator: " (", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? String(parts[1].dropLast()) : "")
  }
}

extension [UInt8] {
  /// The CAF as Apple's tools wrote it before 2012: without `info`, and with a `free` chunk that is
  /// larger by the bytes of `info`.
  fileprivate func withoutInformation() throws -> [UInt8] {
    let chunks = try SoundFile(parsing: self).chunks
    let header = 12
    let info = try #require(chunks.first { $0.identifier == "info" })
    let free = try #require(chunks.first { $0.identifier == "free" })
    let freed = info.byteCount + header
    let size = (0..<8).map { UInt8(truncatingIfNeeded: (free.byteCount + freed) >> (56 - 8 * $0)) }
    var bytes = self
    bytes.replaceSubrange(free.bodyOffset - 8..<free.bodyOffset, with: size)
    bytes.insert(contentsOf: repeatElement(0, count: freed), at: free.bodyOffset)
    bytes.removeSubrange(info.bodyOffset - header..<info.bodyOffset + info.byteCount)
    return bytes
  }
}

/// Real files with AAC, from many programs.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct CorpusDecodingTests {
  private static let codedAsAAC = (Corpus.installed?.rows ?? []).filter {
    $0["data_format"].hasPrefix("aac")
  }

  @Test(arguments: codedAsAAC)
  func aacFilesAreDecoded(row: Corpus.Row) throws {
    let folder = try TemporaryDirectory(["in": try row.bytes()])
    expectSilentSuccess(
      try folder.afconvert("--no-import", "-f", "caff", "-d", "LEI16", "in", "out"))
    let sound = try SoundFile(parsing: folder.read("out"))
    #expect(sound.frameCount == row.number("valid_frames"))
    #expect(sound.format.channelCount == row.number("channels"))
    #expect(sound.format.sampleRate == row.number("rate").map(Double.init))
  }
}

/// Command lines found in public scripts, books and documentation, run verbatim.
struct CommandLinesInTheWildTests {
  private static let lines =
    WildLine.cafLines + WildLine.waveLines + WildLine.aiffLines + WildLine.unsupportedLines

  /// An unsupported format must fail, so that a script doesn't continue with a wrong file.
  @Test(arguments: lines.filter(\.usesOwnFormats))
  func ownFormats(line: WildLine) throws {
    try expectResult(of: line)
  }

  /// The number of frames and the messages depend on libsndfile.
  @Test(arguments: lines.filter { !$0.usesOwnFormats && !$0.usesFFmpeg })
  func foreignInputs(line: WildLine) throws {
    try expectResult(of: line)
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: lines.filter(\.usesFFmpeg))
  func inputsForFFmpeg(line: WildLine) throws {
    try expectResult(of: line)
  }

  @Test(.enabled(if: Tool("fd").isInstalled, "fd is not installed"), arguments: WildLine.fdLines)
  func withFd(line: WildLine) throws {
    try expectResult(of: line)
  }

  private func expectResult(of line: WildLine) throws {
    let folder = try ShellFolder()
    var inputs: [String: [UInt8]] = [:]
    for input in line.inputs {
      inputs[input.name] = try input.bytes()
      try folder.write(inputs[input.name] ?? [], to: input.name)
    }
    if case .outputs(let outputs) = line.result {
      for output in outputs { try folder.makeParent(of: output.name) }
    }
    let outcome = try folder.run(line.setup + "\n" + line.line)
    switch line.result {
    case .outputs(let outputs):
      expectSuccess(
        outcome, dropsChannels: outputs[0].channelCount < line.inputs[0].channelCount)
      let isVerbose = line.line.contains(" -v")
      #expect(outcome.outputText.isEmpty == !isVerbose)
      #expect(try Set(folder.files()) == Set(inputs.keys).union(outputs.map(\.name)))
      for (index, output) in outputs.enumerated() {
        let input = line.inputs[min(index, line.inputs.count - 1)]
        let frameCount = try input.frameCount(in: inputs[input.name] ?? [])
        try expect(
          output, in: folder, frameCount: output.frameCount(ofSource: frameCount, at: input.rate))
      }
    case .failure(let status, let text):
      #expect(outcome.ending == .exit(status))
      #expect(outcome.outputText == "")
      #expect(outcome.errors.contains(text))
      #expect(outcome.errors.contains("rror: ") || status == 2)
      #expect(try folder.files() == inputs.keys.sorted())
      for (name, bytes) in inputs { #expect(try folder.read(name) == bytes) }
    }
  }

  private func expect(_ output: WildOutput, in folder: ShellFolder, frameCount: Int) throws {
    let bytes = try folder.read(output.name)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == output.container)
    #expect("\(sound.format.dataFormat)".trimmingCharacters(in: ["'"]) == output.dataFormat)
    #expect(sound.format.sampleRate == output.rate)
    #expect(sound.format.channelCount == output.channelCount)
    #expect(sound.frameCount == frameCount)
    #expect(sound.missingByteCount == 0)
    // Ignore the note about a missing pad byte: Apple doesn't pad WAVE files of odd length.
    #expect(sound.notes.filter { !"\($0)".contains("no pad byte") } == [])
    // Expect that the bell's peak is at least half of full scale.
    let peak = try PlainSound(decoding: bytes).channels[0].map { abs($0) }.max() ?? 0
    #expect((0.5...1).contains(peak))
  }
}
