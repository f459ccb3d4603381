import AlertCheck
import AlertSound
import CommandSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSoundCommand

/// Calls every public function with extreme arguments, and sets every public property to extremes.
struct PublicAPITests {
  /// Every call returns or throws, and takes little memory. Each row has a process of its own, because a call may trap.
  @Test(arguments: rows.keys.sorted())
  func everyCallReturns(row: String) async {
    await #expect(processExitsWith: .success, "\(row)") { [row] in
      // Write to paths such as `[` here.
      let folder = try TemporaryDirectory()
      _ = FileManager.default.changeCurrentDirectoryPath(folder.url.path(percentEncoded: false))
      let (_, peak) = AllocationMeter.measure { try? rows[row]?() }
      #expect(peak < 64 << 20, "\(row): \(peak) bytes")
    }
  }

  /// The rows call every function and initializer in the pinned list.
  @Test func everyFunctionIsCalled() throws {
    let url = packageRoot.appending(path: "Tests/DocumentationTests/PublicAPI.txt")
    let list = try String(contentsOf: url, encoding: .utf8)
    let code = try String(contentsOfFile: #filePath, encoding: .utf8)
    for match in list.matches(of: /(\w+): .*?\b(?:func (\w+)|init\b)/) {
      let name = match.output.2 ?? match.output.1
      let isCalled = ["(", ".self", " {"].contains { code.contains(name + $0) }
      #expect(isCalled, "\(match.output.0)")
    }
  }
}

private let integers = [Int.min, -1, 0, 1, 2, 65_536, 1 << 33, .max]
private let numbers = [
  -.infinity, -1e308, -1, 0, .leastNonzeroMagnitude, 1, 44_100, 1e308, .infinity, Double.nan,
]
private let texts = ["", "\0", "a\0b.caf", "/", "..", "[", String(repeating: "é", count: 4096)]
private let paths = texts.map { FilePath($0) }
private let files = SmallFile.all.map(\.bytes)
private let sounds = files.compactMap { try? SoundFile(parsing: $0) }
private let sources = [1, 9, 18, 27].compactMap { try? SoundSource(bytes: files[$0]) }
private let target = ConversionTarget(container: .caf, dataFormat: .ima4)
private let formats =
  sounds.map(\.format)
  + numbers.flatMap { rate in
    integers.flatMap { count in
      [.pcm(.int8), .pcm(.float64), .muLaw, .ima4].map {
        StreamFormat(sampleRate: rate, channelCount: count, dataFormat: $0)
      }
    }
  }

private typealias Change<Root> = (inout Root) -> Void

private func set<Root, Value>(
  _ path: WritableKeyPath<Root, Value>, _ values: [Value]
) -> [Change<Root>] {
  values.map { value in { $0[keyPath: path] = value } }
}

/// Uses a value with each property at each extreme, and with each two properties at each two extremes.
private func vary<Root>(_ root: Root, _ all: [Change<Root>]..., use: (Root) throws -> Void) {
  vary(root, all, use: use)
}

private func vary<Root>(_ root: Root, _ all: [[Change<Root>]], use: (Root) throws -> Void) {
  for (index, changes) in all.enumerated() {
    for first in changes {
      for second in [{ _ in }] + all[(index + 1)...].joined() {
        var value = root
        first(&value)
        second(&value)
        try? use(value)
      }
    }
  }
}

private func wait(_ work: @escaping @Sendable () async throws -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    try? await work()
    done.signal()
  }
  done.wait()
}

private let rows: [String: @Sendable () throws -> Void] = [
  "StreamFormat PCMEncoding Container FourCharCode ChannelLayout": {
    vary(
      StreamFormat(sampleRate: 1, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(.int8))),
      set(\.sampleRate, numbers), set(\.channelCount, integers),
      set(\.dataFormat, formats.prefix(40).map(\.dataFormat))
    ) {
      _ = ($0.bytesPerPacket, $0.framesPerPacket, $0.coreAudioText)
      _ = Container.caf.holds($0.dataFormat)
    }
    for literal in ["\0\0\0\0", "    "] as [StaticString] {
      var code = FourCharCode(stringLiteral: literal)
      code.rawValue = ~code.rawValue
      _ = (code.description, FourCharCode(rawValue: code.rawValue))
    }
    for text in texts { _ = ChannelLayout(tagName: text) }
  },
  "SoundHeader SoundMetadata InformationEntry": {
    var entries =
      texts.map { InformationEntry(key: $0, value: $0) } + [InformationEntry(.title, "\0")]
    (entries[0].key, entries[0].value) = ("\0", "\0")
    var metadata = SoundMetadata()
    _ = metadata[.title]
    metadata.texts = entries
    for container in Container.allCases {
      vary(
        SoundHeader(container: .caf, format: formats[0], frameCount: 0),
        set(\.container, [container]), set(\.format, formats), set(\.frameCount, integers),
        set(\.layout, [.mono, .stereo]), set(\.metadata, [metadata]), set(\.usesFiller, [false]),
        set(\.copiedPacketCount, integers), set(\.primingFrameCount, integers)
      ) {
        var header = $0
        header.container = container
        _ = (header.audioByteCount, header.playedFrameCount, header.trailerBytes)
        _ = try header.headerBytes()
      }
    }
  },
  "FrameEncoder FrameDecoder SampleBlock": {
    for block in [.int16([1, 2, 3]), .int32([.min, .max]), .float64(numbers)] as [SampleBlock] {
      for low in integers {
        for high in integers where high >= low { _ = block.samples(in: low..<high) }
        for format in formats {
          var encoder = try? FrameEncoder(for: format, ima4Quality: low)
          for _ in 0..<2 { _ = (encoder?.encode(block), encoder?.finish()) }
        }
        for sound in sounds {
          var decoder = try? FrameDecoder(for: sound, from: low)
          for count in [0, 1, 35, 4096] { _ = decoder?.decode([UInt8](repeating: 1, count: count)) }
        }
      }
    }
  },
  "SoundFile SoundFileError SoundSource": {
    for offset in integers { _ = SoundFileError(.empty, "", at: offset).description }
    for file in files {
      for byteCount in [0, 8, 11, file.count - 1, file.count] {
        let part = file.prefix(byteCount)
        let sound = try? SoundFile(parsing: part)
        _ = (sound?.duration, sound?.frameCount)
        guard let source = try? SoundSource(bytes: part, policy: InputPolicy(imports: false)) else {
          continue
        }
        _ = (source.frameCount, try? source.frames(limit: 1).levels())
      }
    }
    for path in paths { _ = try? SoundSource(path: path) }
  },
  "AlertRules AlertFinding AlertVerdict": {
    for use in SoundUse.allCases {
      vary(AlertRules(for: use), set(\.lengthLimit, numbers)) { rules in
        var verdicts = texts.map { rules.verdict(on: SoundFileError(.unrecognized, $0)) }
        verdicts += sounds.map { rules.verdict(on: $0, named: "\0") }
        vary(
          SoundLevels(), set(\.leadingSilence, numbers), set(\.loudness, numbers),
          set(\.peak, numbers), set(\.truePeak, numbers)
        ) { verdicts.append(rules.verdict(on: sources[0], levels: $0)) }
        for verdict in verdicts {
          for finding in AlertVerdict(verdict.reasons + verdict.advisories).reasons {
            _ = (verdict.consequence(of: finding), finding.consequence(for: use), finding.sentence)
          }
        }
      }
    }
  },
  "Arrangement ArrangementChange": {
    var pairs: [(Arrangement.Span, Arrangement.Repetition)] = []
    for one in numbers {
      for other in numbers {
        pairs.append((Arrangement.Span(start: one), Arrangement.Repetition(seconds: one)))
        (pairs[pairs.count - 1].0.start, pairs[pairs.count - 1].0.end) = (one, other)
        (pairs[pairs.count - 1].1.seconds, pairs[pairs.count - 1].1.gap) = (one, other)
      }
    }
    for source in sources {
      vary(
        Arrangement(), set(\.span, pairs.map(\.0)), set(\.silenceThreshold, numbers + [-100]),
        set(\.fadeInOfEachPlay, numbers), set(\.fadeOutOfEachPlay, numbers),
        set(\.repetition, pairs.map(\.1))
      ) {
        let (arranged, change) = try source.arranged(by: $0)
        _ = (change.fact, arranged.frameCount, arranged.metadata)
      }
    }
  },
  "ConversionTarget LengthLimit AlertOutcome LevelTarget LevelChange InputPolicy": {
    var levels = [LevelTarget(loudness: -70, truePeak: -40)]
    for number in numbers {
      levels.append(LevelTarget(truePeak: number))
      levels[levels.count - 1].loudness = number
      levels.append(LevelTarget(loudness: -16))
      levels[levels.count - 1].truePeak = number
      for policy in OverLimitPolicy.allCases {
        for sound in [nil, sources[0]] {
          guard let limit = try? LengthLimit(policy, seconds: number, defaultSound: sound) else {
            continue
          }
          _ = try? Conversion(of: sources[1], to: target, limit: limit).inMemory()
          for other in numbers {
            _ = AlertOutcome.trimmed(from: .about(seconds: other), to: other).warning(under: limit)
          }
        }
      }
      let change = LevelChange(
        loudnessBefore: number, loudnessAfter: number, truePeakBefore: number,
        truePeakAfter: number, gain: number, limiting: number, shortfall: number)
      for target in levels { _ = change.fact(for: target) }
    }
    let channels: [ConversionTarget.Channels] =
      [.map([])] + integers.flatMap { [.count($0), .mixed($0), .map([$0, nil])] }
    var options = [set(\ConversionTarget.container, Container.allCases)]
    options.append(set(\.dataFormat, [nil, .aLaw, formats[0].dataFormat]))
    options.append(set(\.channels, channels))
    options.append(set(\.sampleRate, numbers))
    options.append(set(\.firstFrame, integers))
    options.append(set(\.ima4Quality, integers))
    options.append(set(\.levels, levels))
    options.append(set(\.inputLayout, [.mono, .stereo]) + set(\.outputLayout, [.mono, .stereo]))
    options.append(set(\.resamplingMethod, [.linear, .libsamplerate(.fast)]))
    options.append(set(\.dither, [.noiseShaped]))
    options.append(set(\.usesFiller, [false]))
    for source in sources {
      vary(target, options) {
        let limit = try LengthLimit(.trim, seconds: 1e-3)
        _ = try Conversion(of: source, to: $0, limit: limit).inMemory()
      }
    }
    vary(
      InputPolicy(), set(\.byteLimit, integers), set(\.durationLimit, numbers),
      set(\.acceptsTruncatedFiles, [true]), set(\.imports, [false])
    ) { _ = try SoundSource(bytes: files[1], policy: $0) }
  },
  "Conversion SoundComparison SoundInspection Frames": {
    for number in numbers {
      for channels in [[], [[]], [[0.5]], [[0.5, .nan, .infinity]], [[1], []]] as [[[Float]]] {
        let frames = Frames(channels: channels, sampleRate: number, layout: .stereo)
        _ = (try? frames.levels(), try? AlertConverter().convert(frames))
        _ = try? SoundComparison(original: SoundSource(frames), copy: SoundSource(frames))
        for count in integers.filter({ $0 < 1 << 20 }) { _ = try? frames.waveform(columns: count) }
      }
      for source in sources { _ = try? source.frames(limit: number) }
    }

    for one in sources {
      for other in sources { _ = try? SoundComparison(original: other, copy: one).signalToNoise }
    }
    for path in paths { _ = try? SoundInspection(of: path) }
    let conversion = try Conversion(of: DefaultSound.source, to: target)
    for path in paths { _ = (try? conversion.write(to: path), try? conversion.inMemory()) }
    wait {
      for path in paths {
        _ = try? await Monitor().detached { try conversion.write(to: path, monitor: $0) }
      }
    }
  },
  "AlertConverter Batch BatchItem AndroidOutput PathPattern": {
    for path in paths { for pattern in paths { _ = PathPattern(pattern).matches(path) } }
    try Data(files[1]).write(to: URL(filePath: "in.caf"))
    for jobs in integers {
      var batch = try Batch(
        [BatchItem(input: "in.caf", output: "out.caf")], into: "out",
        by: AlertConverter(
          to: target, limit: LengthLimit(.trim, seconds: 1e-3),
          inputPolicy: InputPolicy(byteLimit: jobs)))
      batch.isDryRun = jobs == 1
      batch.keepsRecords = jobs != 2
      batch.forces = true
      batch.prunes = true
      let both = [batch, batch.forAndroid(AndroidOutput(folder: "raw"))]
      wait { for batch in both { _ = try await batch.run(jobs: jobs) } }
    }
    for (index, sound) in (files + texts.map { Array($0.utf8) }).enumerated() {
      let number = integers[index % integers.count]
      let converter = AlertConverter(
        limit: try LengthLimit(.omit, seconds: 1e-3), inputPolicy: InputPolicy(byteLimit: number))
      _ = (try? converter.convert(sound).verdict, try? SoundInspection(of: sound).verdict)
    }
    for path in paths { for other in texts { _ = try? AlertConverter().convert(path, to: other) } }
    for path in texts {
      _ = (try? Batch(of: [path, FilePath(path)], into: path), path.filePath)
    }
    for path in paths {
      _ = try? Batch(
        [BatchItem(input: path, output: path)], into: path,
        by: AlertConverter(to: target, limit: LengthLimit(.trim)))
    }
    try AndroidOutput(folder: "").checkEncoder()
    for text in texts {
      let error = SoundError(.limit, text, advice: text)
      let finding = AlertFinding(AlertRule(text, .default), text, advice: text)
      let facts = ConversionFacts(
        outcome: .omitted(from: .about(seconds: .nan)), warnings: [finding])
      for number in integers {
        let header = SoundHeader(container: .caf, format: formats[0], frameCount: number)
        let result = ConversionResult(header: header, bytes: [], facts: facts)
        _ = (result.verdict, "\(error)", AlertVerdict([finding]).outcome)
      }
      let item = BatchItem(input: text, output: text)
      _ = BatchResults(sounds: [BatchResult(item, .failed(error), facts: facts)]).sounds[0].failure
    }
  },
  "SoundCheck SoundSearch SoundRequest NotificationPayload": {
    for (index, file) in files.enumerated() {
      try Data(file).write(to: URL(filePath: "\(index).caf"))
    }
    for path in [".", "", "\0", "["] as [FilePath] {
      vary(
        SoundCheck(), set(\SoundCheck.exclusions, paths.map { [PathPattern($0)] }),
        set(\.listens, [true]),
        set(\.readsProjects, [false]), set(\.rules, SoundUse.allCases.map { AlertRules(for: $0) }),
        set(\.inputPolicy, integers.map { InputPolicy(byteLimit: $0) })
      ) { $0.check(path) { _ in } }
      wait { try await SoundCheck().check(path) { _ in } }
      guard var search = try? SoundSearch(bundle: path, librarySounds: path) else { continue }
      for (number, text) in zip(numbers, texts + ["1.caf"]) {
        search.rules.lengthLimit = number
        vary(
          SoundRequest(name: text), set(\.use, SoundUse.allCases), set(\.volume, numbers),
          set(\.isCritical, [true]), set(\.sound, [.silence, SoundRequest(.named(text)).sound])
        ) { _ = search.resolve($0) }
      }
    }
    for text in ["", "0", "{}", "[]", #"{"aps":{"sound":{"volume":1e308,"critical":-1}}}"#] {
      _ = try? JSONDecoder().decode(NotificationPayload.self, from: Data(text.utf8))
    }
  },
  "WaveformPlot ChannelMap": {
    let waveform = try SoundMeasurement(of: sources[0]).waveform
    _ = (waveform.columns(.max).count, waveform.lines(width: .max, height: 1, in: .braille).count)
    for rate in numbers {
      for limit in numbers {
        let waves = [waveform, Waveform()].map {
          WaveformPlot(title: "", waveform: $0, sampleRate: rate, lengthLimit: limit).svg.count
        }
        #expect((1000...100_000).contains(waves[0]))
      }
    }
    for count in [Int.min, -1, 0, 1, 2] {
      for other in [Int.min, -1, 0, 1, 2] {
        var mapped = SampleBlock.int16([])
        SampleBlock.int16([1, 2]).remap(by: .changing(count, to: other), into: &mapped)
      }
    }
  },
]
