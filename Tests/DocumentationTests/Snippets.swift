import AlertCheck
import AlertSound
import Foundation

/// The examples of README, the DocC pages and the doc comments, so that the compiler checks them.
///
/// Each example stands between two marks. The documentation contains it letter by letter. This file
/// must import the modules that an example imports.
enum Snippets {
  static func readme(upload: [UInt8]) throws {
    // snippet
    // An alert that iOS plays. Of a sound that is too long, the beginning is kept.
    let converter = AlertConverter(limit: LengthLimit(.trim))
    let alert = try converter.convert(upload)  // bytes to bytes
    print(alert.facts.outcome, alert.verdict?.outcome == .plays, alert.bytes.count)
    // end
  }

  static func alertFile() throws {
    // snippet
    let alert = try AlertConverter().convert("ring.mp3", to: "ring.caf")
    print(alert.facts.outcome, alert.header.frameCount)
    // end
  }

  static func defaultSound() throws {
    // snippet
    let ding = try SoundSource(path: "ding.wav")
    let limit = try LengthLimit(.default, defaultSound: ding)
    // end
    _ = limit
  }

  // snippet
  func refusal(of upload: [UInt8]) throws -> String? {
    do {
      print(try AlertConverter().convert(upload).facts.outcome)
      return nil
    } catch {
      guard error.fault == .sound || error.fault == .limit else { throw error }
      return error.reason
    }
  }
  // end

  static func soundFile(bytes: [UInt8]) throws {
    // snippet
    let sound = try SoundFile(parsing: bytes)
    print(sound.format.sampleRate, sound.frameCount)
    // end
  }

  static func batch() async throws {
    // snippet
    let batch = try Batch(
      of: ["Sounds"], into: "App/Sounds", by: AlertConverter(limit: LengthLimit(.trim)))
    let results = try await batch.run(jobs: 4) { fraction in
      print(Int(fraction * 100), "%")
    } finished: { result in
      print(result.item.output, result.action)
    }
    for result in results.sounds {
      if let failure = result.failure { print(failure) }
    }
    // end
  }

  static func convertingASound() throws {
    // snippet
    let sound = try SoundSource(path: "ring.mp3")
    let target = ConversionTarget(container: .caf, dataFormat: .ima4)
    let header = try Conversion(of: sound, to: target).write(to: "ring.caf").header
    print("\(header.frameCount) frames at \(header.format.sampleRate) Hz")
    // end
  }

  static func alertConversion() throws {
    // snippet
    let sound = try SoundSource(path: "ring.mp3")
    let target = ConversionTarget(container: .caf, dataFormat: .ima4)
    let conversion = try Conversion(of: sound, to: target, limit: LengthLimit(.trim))
    if case .trimmed(let length, _) = try conversion.write(to: "ring.caf").facts.outcome {
      print("ring.mp3 is \(length) long")
    }
    // end
  }

  static func arrangement() throws {
    // snippet
    var arrangement = Arrangement()
    arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangement.repetition = .init(seconds: 30, gap: 0.5)
    let ring = try AlertConverter(arrangement: arrangement).convert("bell.wav", to: "ring.caf")
    print(ring.facts.arrangement?.fact ?? "unchanged")
    // end
  }

  static func changes() throws {
    // snippet
    var converter = AlertConverter(limit: LengthLimit(.trim))
    converter.target.sampleRate = 22_050
    converter.target.channels = .mixed(1)
    converter.target.levels = LevelTarget(loudness: -16)
    converter.arrangement.span = .init(start: 0.5, end: 8)
    converter.arrangement.fadeOutOfEachPlay = 0.2
    let ring = try converter.convert("ring.mp3", to: "ring.caf")
    print(ring.facts.arrangement?.fact ?? "", ring.facts.levels?.loudnessAfter ?? 0)
    // end
  }

  static func frames() throws {
    // snippet
    var frames = try SoundSource(path: "ring.mp3").frames(limit: 30)
    for column in try frames.waveform(columns: 100) { print(column.lowerBound, column.upperBound) }
    print(try frames.levels().loudness ?? 0, frames.isWhole)
    frames.channels = frames.channels.map { $0.map { $0 / 2 } }
    let alert = try AlertConverter().convert(frames, to: "ring.caf")
    let tone = Frames(channels: [(0..<44_100).map { Float($0 % 100) / 200 }], sampleRate: 44_100)
    let bytes = try AlertConverter().convert(tone).bytes
    // end
    _ = (alert, bytes)
  }

  static func rateAndChannels() -> ConversionTarget {
    // snippet
    var target = ConversionTarget.alert
    target.sampleRate = 22_050
    target.channels = .mixed(1)
    // end
    return target
  }

  static func level() throws {
    // snippet
    let sound = try SoundSource(path: "ring.wav")
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    target.levels = LevelTarget(loudness: -16)
    let ring = try Conversion(of: sound, to: target).write(to: "ring.caf")
    print(ring.facts.levels?.loudnessAfter ?? 0, ring.facts.levels?.truePeakAfter ?? 0)
    // end
  }

  // snippet
  func alert(fromUpload upload: [UInt8]) throws -> [UInt8] {
    // Untrusted bytes: no parsers written in C, at most a megabyte, at most a minute.
    let policy = InputPolicy(imports: false, byteLimit: 1_000_000, durationLimit: 60)
    let converter = AlertConverter(limit: LengthLimit(.trim), inputPolicy: policy)
    let alert = try converter.convert(upload)
    print(alert.facts.outcome, alert.verdict?.outcome == .plays)
    return alert.bytes
  }
  // end

  // snippet
  func convert(_ path: String, show: @escaping @Sendable (Double) -> Void) async throws {
    let alert = try await AlertConverter().convert(path, to: "ring.caf", progress: show)
    print(alert.facts.outcome)
  }
  // end

  func measuring() async throws {
    // snippet
    let levels = try await Monitor().detached { monitor in
      try SoundSource(path: "ring.mp3").frames(limit: 30, monitor: monitor).levels(monitor: monitor)
    }
    // end
    print(levels)
  }

  // snippet
  func status(for error: SoundError) -> Int {
    switch error.fault {
    case .sound: 422  // Refuse the upload.
    case .limit: 413  // Refuse it, or ask for less.
    case .system: 503  // The same call may succeed later.
    case .request: 500  // Fix the code that asks for this.
    }
  }
  // end

  // snippet
  func durations(of files: [[UInt8]]) throws(SoundFileError) -> [Double] {
    var seconds: [Double] = []
    for file in files {
      let sound = try SoundFile(parsing: file)
      seconds.append(Double(sound.frameCount) / sound.format.sampleRate)
    }
    return seconds
  }
  // end

  // snippet
  func peak(of file: [UInt8]) throws(SoundFileError) -> UInt16 {
    let sound = try SoundFile(parsing: file)
    var decoder = try FrameDecoder(for: sound)
    var rest = file[sound.audioBytes]
    var peak: UInt16 = 0
    while !rest.isEmpty {
      let packets = Array(rest.prefix(1000 * sound.format.bytesPerPacket))
      for sample in decoder.decode(packets).int16Samples { peak = max(peak, sample.magnitude) }
      rest = rest.dropFirst(packets.count)
    }
    return peak
  }
  // end

  // snippet
  func ima4(of file: [UInt8]) throws(SoundFileError) -> [UInt8] {
    let sound = try SoundFile(parsing: file)
    var decoder = try FrameDecoder(for: sound)
    let samples: SampleBlock = decoder.decode(Array(file[sound.audioBytes]))

    var format = sound.format
    format.dataFormat = .ima4
    var encoder = try FrameEncoder(for: format)
    let packets = encoder.encode(samples) + encoder.finish()
    let header = SoundHeader(container: .caf, format: format, frameCount: sound.frameCount)
    return try header.headerBytes() + packets + header.trailerBytes
  }
  // end

  // snippet
  func ima4(of samples: [Float]) throws(SoundFileError) -> [UInt8] {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4)
    var encoder = try FrameEncoder(for: format)
    let packets = encoder.encode(.float32(samples)) + encoder.finish()
    let header = SoundHeader(container: .caf, format: format, frameCount: samples.count)
    return try header.headerBytes() + packets + header.trailerBytes
  }
  // end

  static func alertRules(sound: SoundFile) {
    // snippet
    let verdict = AlertRules.iOS.verdict(on: sound, named: "ring.caf")
    let alarm = AlertRules(for: .alarmkit).verdict(on: sound, named: "ring.caf")
    // end
    _ = (verdict, alarm)
  }

  static func whatIOSPlays(upload: [UInt8]) throws {
    // snippet
    let verdict = try SoundInspection(of: upload, listens: false).verdict
    for reason in verdict.reasons {
      print(reason.fact, reason.advice ?? "")
    }
    // end
  }

  static func check() {
    // snippet
    SoundCheck().check("Demo.ipa") { item in
      if case .failure(let error) = item { print(error) }
      guard case .sound(let sound) = item, let verdict = sound.verdict else { return }
      print(sound.path, verdict.outcome, verdict.reasons.map(\.sentence))
    }
    // end
  }

  static func resolve() throws {
    // snippet
    let search = try SoundSearch(bundle: "Demo.ipa")
    let ring = search.resolve(SoundRequest(name: "ring.caf"))
    print(ring.outcome, ring.reason ?? "", ring.suggestions.map(\.path))
    // end
  }

  static func payload(data: Data) throws {
    // snippet
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: data)
    let resolution = try SoundSearch(bundle: "Demo.ipa").resolve(payload)
    print(resolution.isFailure, resolution.ios?.reason ?? "")
    // end
  }

  static func comparison() throws {
    // snippet
    let comparison = try SoundComparison(
      original: SoundSource(path: "ring.wav"), copy: SoundSource(path: "ring.caf"))
    let noise = comparison.signalToNoise.map { "\($0) dB" } ?? (comparison.isExact ? "none" : "all")
    print(noise, comparison.noiseIsMasked ? "not heard" : "may be heard")
    // end
  }

  static func inspection() throws {
    // snippet
    let inspection = try SoundInspection(of: "ring.caf")
    print(inspection.verdict.outcome, inspection.duration ?? 0, inspection.levels?.loudness ?? 0)
    // end
  }

  // snippet
  func phone(plays json: Data, in app: String) throws -> String {
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: json)
    let resolution = try SoundSearch(bundle: app).resolve(payload)
    guard let ios = resolution.ios else { return "no part for iOS" }
    return "\(ios.outcome.rawValue) \(ios.reason ?? "") \(resolution.isFailure ? "fails" : "")"
  }
  // end

  // snippet
  /// Copies a package's alert sounds to where iOS looks. Call it with `Bundle.module`.
  func installAlertSounds(from bundle: Bundle) throws {
    let library = try FileManager.default.url(
      for: .libraryDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = library.appendingPathComponent("Sounds")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for path in bundle.paths(forResourcesOfType: "caf", inDirectory: nil) {
      let sound = URL(fileURLWithPath: path)
      let bytes = try Data(contentsOf: sound)
      try bytes.write(to: folder.appendingPathComponent(sound.lastPathComponent), options: .atomic)
    }
  }
  // end
}

// snippet
protocol AlertMaking { func alert(from upload: [UInt8]) throws -> ConversionResult }

struct FakeMaker: AlertMaking {
  func alert(from upload: [UInt8]) throws -> ConversionResult {
    guard !upload.isEmpty else { throw SoundError(.sound, "the file is empty") }
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4)
    let header = SoundHeader(container: .caf, format: format, frameCount: 2_000_000)
    return ConversionResult(header: header, bytes: upload)  // 45 s, so the verdict is `default`
  }
}

let refused = AlertVerdict([AlertFinding(AlertRule("length", .default), "45 s long")])
// end
