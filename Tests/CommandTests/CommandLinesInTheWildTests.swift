import Foundation
import SoundFormat
import TestSupport
import Testing

/// Command lines found in public scripts, books and documentation, run verbatim.
struct CommandLinesInTheWildTests {
  private static let lines =
    WildLine.cafLines + WildLine.waveLines + WildLine.aiffLines + WildLine.unsupportedLines

  /// Unsupported formats fail, rather than leave a script with a wrong file or none.
  @Test(arguments: lines.filter(\.usesOwnFormats))
  func ownFormats(line: WildLine) throws {
    try expectResult(of: line)
  }

  /// The frames and the messages are libsndfile's.
  @Test(.ifLibsndfileDecodes, arguments: lines.filter { !$0.usesOwnFormats && !$0.usesFFmpeg })
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
      #expect(outcome.ending == .exit(0))
      #expect(outcome.errors == "")
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
      for (name, bytes) in inputs { #expect(try folder.directory.read(name) == bytes) }
    }
  }

  private func expect(_ output: WildOutput, in folder: ShellFolder, frameCount: Int) throws {
    let bytes = try folder.directory.read(output.name)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == output.container)
    #expect("\(sound.format.dataFormat)".trimmingCharacters(in: ["'"]) == output.dataFormat)
    #expect(sound.format.sampleRate == output.rate)
    #expect(sound.format.channelCount == output.channelCount)
    #expect(sound.frameCount == frameCount)
    #expect(sound.missingByteCount == 0)
    // Apple doesn't pad WAVE files, so reading one of odd length adds a note.
    #expect(sound.notes.filter { !"\($0)".contains("no pad byte") } == [])
    // The bell is there, as loud as before.
    let peak = try PlainSound(decoding: bytes).channels[0].map { abs($0) }.max() ?? 0
    #expect((0.5...1).contains(peak))
  }
}
