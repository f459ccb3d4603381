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
    print(alert.bytes.count, alert.facts.outcome, alert.verdict?.outcome == .plays)
    try converter.convert("ring.mp3", to: "ring.caf")
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

  static func topLevelCode() {
    // snippet
    do throws(SoundError) {
      try AlertConverter().convert("ring.mp3", to: "ring.caf")
    } catch {
      print(error, error.fault)
    }
    // end
  }

  static func soundFile(bytes: [UInt8]) throws {
    // snippet
    let sound = try SoundFile(parsing: bytes)
    print(sound.format.sampleRate, sound.frameCount)
    // end
  }

  static func batch() async throws {
    // snippet
    let batch = try Batch(of: ["Sounds"], into: "App/Sounds")
    for try await event in batch.run(jobs: 4) {
      switch event {
      case .finished(_, let count, let result): print(count, result.item.output, result.action)
      case .ended(let results): print("\(results.sounds.count) sounds")
      default: break
      }
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

  static func arrangement(_ sound: SoundSource) throws {
    // snippet
    var arrangement = Arrangement()
    arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangement.repetition = .init(seconds: 30, gap: 0.5)
    let (ring, change) = try sound.arranged(by: arrangement)
    print("\(ring.frameCount) frames: \(change.fact ?? "unchanged")")
    // end
  }

  // snippet
  func ring(from sound: SoundSource) throws -> SoundSource {
    var arrangement = Arrangement()
    arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangement.repetition = .init(seconds: 30, gap: 0.5)
    let (ring, change) = try sound.arranged(by: arrangement)
    if let fact = change.fact { print(fact) }
    return ring
  }
  // end

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
    let policy = InputPolicy(
      importsForeignFormats: false, byteLimit: 1_000_000, durationLimit: 60)
    let converter = AlertConverter(limit: LengthLimit(.trim), inputPolicy: policy)
    let alert = try converter.convert(upload)
    print(alert.facts.outcome, alert.verdict?.outcome == .plays)
    return alert.bytes
  }
  // end

  // snippet
  func convert(
    _ sound: SoundSource, to target: ConversionTarget, show: @escaping @Sendable (Double) -> Void
  ) async throws -> ConversionResult {
    try await Conversion(of: sound, to: target).write(
      to: "ring.caf", monitor: Monitor(progress: show))
  }
  // end

  func follow(_ conversion: Conversion) throws {
    // snippet
    let monitor = Monitor(progress: { print(Int($0 * 100), "%") })
    try conversion.write(to: "ring.caf", monitor: monitor)
    // end
  }

  // snippet
  func status(for error: SoundError) -> Int {
    switch error.fault {
    case .sound: 422  // Refuse the upload.
    case .limit: 413  // Refuse it, or ask for less.
    case .system, .cancelled: 503  // The same call may succeed later.
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
      if case .sound(let sound) = item { print(sound.path, sound.outcome) }
    }
    // end
  }

  static func resolve() throws {
    // snippet
    let search = try SoundSearch(bundle: "Demo.app")
    print(search.resolve(SoundRequest(name: "ring.caf")).outcome)
    // end
  }

  static func payload(data: Data) throws {
    // snippet
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: data)
    if let request = payload.ios { print(payload.kind, request.sound) }
    // end
  }

  static func comparison() throws {
    // snippet
    let comparison = try SoundComparison(
      of: SoundSource(path: "ring.caf"), to: SoundSource(path: "ring.wav"))
    print(comparison.noiseIsMasked, comparison.signalToNoise)
    // end
  }

  static func inspection() throws {
    // snippet
    let inspection = try SoundInspection(of: "ring.caf")
    print(inspection.verdict.outcome, inspection.measurement?.levels.loudness ?? 0)
    // end
  }

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
