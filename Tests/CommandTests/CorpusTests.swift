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
    var bytes = replacing(at: free.bodyOffset - 8, with: (free.byteCount + freed).big())
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

  /// A little more than a tenth of a second, so that no resampling gives a whole number of frames.
  private static let frameCount = 4807

  @Test(arguments: lines.filter { !$0.usesFFmpeg })
  func verbatim(line: WildLine) throws {
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

  /// A bell in the format that the words name: a container, a data format, a rate, a number of channels.
  private struct Input {
    let name: String
    let sound: PlainSound
    let bytes: [UInt8]
    /// libsndfile says how many frames an encoder wrote.
    let frameCount: Int

    init(_ text: String) throws {
      let parts = text.components(separatedBy: ": ")
      let words = parts.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
      name = parts[0]
      let numbers = words.compactMap { Int($0) }
      sound = PlainSound(
        .bell, channelCount: numbers.first { $0 < 100 } ?? 2,
        frameCount: CommandLinesInTheWildTests.frameCount,
        sampleRate: Double(numbers.first { $0 > 100 } ?? 44_100))
      let dataFormat = DataFormat.allWritable.first {
        words.contains("\($0)".trimmingCharacters(in: ["'"]))
      }
      let pathExtension =
        words.contains("WAVE")
        ? "wav" : words.contains("MP3") ? "mp3" : name.components(separatedBy: ".").last ?? ""
      let foreign = ["mp3": Libsndfile.mp3, "flac": Libsndfile.flac, "ogg": Libsndfile.vorbis]
      if let format = foreign[pathExtension] {
        bytes = try sound.file(libsndfile: format)
        frameCount = try Libsndfile.read(bytes, as: Float.self).info.frameCount
        return
      }
      frameCount = CommandLinesInTheWildTests.frameCount
      bytes =
        switch pathExtension {
        case "m4a": try sound.file(ffmpeg: name)
        case "aiff", "aif": try sound.file(.aiff)
        case "caf": try sound.file(.caf, dataFormat)
        default: try sound.file(.wave, dataFormat)
        }
    }
  }

  /// An unsupported format must fail, so that a script doesn't continue with a wrong file.
  private func expectResult(of line: WildLine) throws {
    let folder = try ShellFolder()
    let inputs = try line.inputs.map(Input.init)
    for input in inputs { try folder.write(input.bytes, to: input.name) }
    let outputs = line.outputs.map { $0.components(separatedBy: ": ") }
    for output in outputs { try folder.makeParent(of: output[0]) }
    let outcome = try folder.run(line.setup + "\n" + line.line)
    guard !outputs.isEmpty else {
      #expect(outcome.ending == .exit(line.status))
      #expect(outcome.outputText == "")
      #expect(outcome.errors.contains(line.message))
      #expect(outcome.errors.contains("rror: ") || line.status == 2)
      #expect(try folder.files() == inputs.map(\.name).sorted())
      for input in inputs { #expect(try folder.read(input.name) == input.bytes) }
      return
    }
    expectSuccess(
      outcome, dropsChannels: outputs[0][1].hasSuffix(" 1") && inputs[0].sound.channels.count > 1)
    #expect(outcome.outputText.isEmpty == !line.line.contains(" -v"))
    #expect(try Set(folder.files()) == Set(inputs.map(\.name)).union(outputs.map { $0[0] }))
    for (index, output) in outputs.enumerated() {
      try expect(
        output[0], output[1], from: inputs[min(index, inputs.count - 1)], in: folder)
    }
  }

  private func expect(
    _ name: String, _ format: String, from input: Input, in folder: ShellFolder
  ) throws {
    let bytes = try folder.read(name)
    let sound = try SoundFile(parsing: bytes)
    let dataFormat = "\(sound.format.dataFormat)".trimmingCharacters(in: ["'"])
    let rate = sound.format.sampleRate
    #expect("\(sound.container) \(dataFormat) \(Int(rate)) \(sound.format.channelCount)" == format)
    let exact = Double(input.frameCount) * rate / input.sound.sampleRate
    let frameCount = Int(exact.rounded(rate < input.sound.sampleRate ? .up : .down))
    // Count whole packets: AIFF-C can't store how many frames of the last packet are valid.
    let isPadded = format.hasPrefix("aifc ima4")
    #expect(sound.frameCount == (isPadded ? (frameCount / 64 + 1) * 64 : frameCount))
    #expect(sound.missingByteCount == 0)
    // Ignore the note about a missing pad byte: Apple doesn't pad WAVE files of odd length.
    #expect(sound.notes.filter { !"\($0)".contains("no pad byte") } == [])
    // Expect that the bell's peak is at least half of full scale.
    let peak = try PlainSound(decoding: bytes).channels[0].map { abs($0) }.max() ?? 0
    #expect((0.5...1).contains(peak))
  }
}
