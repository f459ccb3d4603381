import AlertCheck
import AlertSound
import AlertSoundFoundation
import Foundation
import SoundFormat
import TestSupport
import Testing

/// What the commands print as JSON, the library's values encode.
struct LibraryReportTests {
  private static let folder = Result {
    let folder = try ShellFolder()
    try folder.write(soundFile(.caf, .ima4, frameCount: 6400), to: "Demo.app/ring.caf")
    try folder.write(
      soundFile(.wave, .pcm(.int16), frameCount: 248_000, sampleRate: 8000), to: "Demo.app/long.wav"
    )
    try folder.write(soundFile(.wave, .pcm(.int16), frameCount: 6400), to: "original.wav")
    try folder.write([], to: "Demo.app/Info.plist")
    return folder
  }

  /// Returns the JSON that a command prints, at the keys.
  private func printed(_ line: String, _ keys: String...) throws -> NSObject {
    let outcome = try Self.folder.get().run("alertsound \(line)")
    var value = try JSONSerialization.jsonObject(with: Data(outcome.output))
    for key in keys {
      let object = try #require(value as? [String: Any])
      let inner = try #require(object[key])
      value = (inner as? [Any])?.first ?? inner
    }
    return try #require(value as? NSObject)
  }

  private func encoded(_ value: some Encodable) throws -> NSObject {
    let value = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    return try #require(value as? NSObject)
  }

  private func path(_ name: String) throws -> URL {
    URL(filePath: try Self.folder.get().directory.path(name))
  }

  @Test func comparisonsAreTheCommands() throws {
    let comparison = try SoundComparison(
      original: SoundSource(path: path("original.wav")),
      copy: SoundSource(path: path("Demo.app/ring.caf")))
    #expect(
      try printed("compare original.wav Demo.app/ring.caf --json", "comparison")
        == encoded(comparison))
  }

  /// The command's paths are relative, and its findings have command lines besides.
  @Test func inspectionsAreTheCommands() throws {
    var printed = try #require(
      try printed("info --json original.wav", "files") as? [String: NSObject])
    var encoded = try #require(
      try encoded(SoundInspection(of: path("original.wav"))) as? [String: NSObject])
    for key in ["file", "verdict"] {
      #expect(printed.removeValue(forKey: key) != encoded.removeValue(forKey: key))
    }
    #expect(printed.count > 10)
    #expect(printed == encoded)
  }

  /// Each case: a payload, whether it fails in the app, and what the reason contains.
  @Test(arguments: [
    (#"{"aps":{"alert":"hi"},"sound":"ring.caf"}"#, true, "put the name into aps.sound"),
    (#"{"aps":{"sound":"ring.caf"}}"#, false, ""), (#"{"aps":{"sound":"rang.caf"}}"#, true, "rang"),
    (#"{"aps":{"sound":"long.wav"}}"#, true, "31 s long"), (#"{"aps":{"alert":"hi"}}"#, false, ""),
    (#"{"message":{"android":{"notification":{"sound":"ring.caf"}}}}"#, false, "no extension"),
  ])
  func resolutionsAreTheCommands(json: String, isFailure: Bool, reason: String) throws {
    let folder = try Self.folder.get()
    try folder.write(Array(json.utf8), to: "p.json")
    let payload = try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8))
    let search = try SoundSearch(bundle: path("Demo.app"))
    let resolution = search.resolve(payload)
    #expect(resolution.isFailure == isFailure)
    #expect(
      try folder.run("alertsound resolve --payload p.json --bundle Demo.app").ending
        == .exit(isFailure ? 1 : 0))
    let part = try #require(resolution.ios ?? resolution.android)
    #expect(reason.isEmpty ? part.reason == nil : part.reason?.contains(reason) == true)
    let line = "resolve --json --payload p.json --bundle \(folder.directory.path("Demo.app"))"
    #expect(try printed(line, "messages") == encoded(resolution))
  }

  @Test func checksAreTheCommands() throws {
    var sounds: [CheckedSound] = []
    SoundCheck().check(try path("Demo.app")) {
      if case .sound(let sound) = $0 { sounds.append(sound) }
    }
    #expect(sounds.count == 2)
    var printed = try #require(
      try printed("check --json Demo.app", "sounds") as? [String: NSObject])
    var encoded = try #require(try sounds.first.map(encoded) as? [String: NSObject])
    for key in ["file", "verdict"] {
      #expect(printed.removeValue(forKey: key) != nil && encoded.removeValue(forKey: key) != nil)
    }
    #expect(printed == encoded)
  }

  @Test func errorsAreLocalized() throws {
    let error = #expect(throws: SoundError.self) { try SoundSource(path: path("nothing.wav")) }
    #expect(error?.fault == .request)
    #expect((error as (any Error)?)?.localizedDescription == error?.reason)
    #expect(SoundError(.limit, "too long", advice: "trim it").recoverySuggestion == "trim it")
    let web = try #require(URL(string: "https://example.com/a.wav"))
    #expect(web.filePath == "/dev/null/https://example.com/a.wav")
    let sound = try path("original.wav")
    for (input, output) in [(web, sound), (sound, web)] {
      #expect(throws: SoundError.self) { try AlertConverter().convert(input, to: output) }
    }
  }
}

/// Values that a fake returns or throws.
struct FakeTests {
  @Test(arguments: [SoundError.Fault.sound, .limit, .request, .system])
  func errorsHaveTheirFault(fault: SoundError.Fault) {
    let error = SoundError(fault, "no", advice: "do")
    #expect(error.fault == fault && error.reason == "no" && error.advice == "do")
    #expect("\(error)" == "no; do")
  }

  @Test func resultsAreJudged() {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw)
    for (frameCount, outcome) in [(8000, AlertVerdict.Outcome.plays), (400_000, .default)] {
      let header = SoundHeader(container: .caf, format: format, frameCount: frameCount)
      #expect(ConversionResult(header: header, bytes: []).verdict?.outcome == outcome)
    }
    let rule = AlertRule("length", .default)
    #expect(AlertVerdict([AlertFinding(rule, "45 s long")]).outcome == .default)
    let item = BatchItem(input: "a.wav", output: "a.caf")
    let results = BatchResults(sounds: [BatchResult(item, .failed(SoundError(.sound, "no")))])
    #expect(results.sounds.first?.item == item)
  }
}

/// Sounds in memory.
struct FramesTests {
  /// Floats that are written and read come back, with their rate and layout.
  @Test func framesAreThoseOfTheFile() throws {
    let samples: [[Float]] = [[0, 0.5, -0.25, 1], [0.125, -1, 0, 0.75]]
    let frames = Frames(channels: samples, sampleRate: 22_050, layout: .stereo)
    let target = ConversionTarget(container: .caf, dataFormat: .linearPCM(PCMEncoding(.float32)))
    let file = try Conversion(of: SoundSource(frames), to: target).inMemory().bytes
    let source = try SoundSource(bytes: file)
    #expect(try source.frames() == frames)
    let beginning = try source.frames(limit: 2 / 22_050)
    #expect(beginning.channels == samples.map { Array($0.prefix(2)) } && !beginning.isWhole)
    #expect(try source.frames(limit: 4 / 22_050).isWhole)
    for limit in [0, -1, Double.nan] {
      #expect(throws: SoundError.self) { try source.frames(limit: limit) }
    }
    #expect(try frames.waveform(columns: 2) == [-1...0.5, -0.25...1])
    #expect(try frames.levels().peakInDecibels == 0)
    #expect(try AlertConverter().convert(frames).verdict?.outcome == .plays)
  }

  /// The samples of a 16-bit WAVE, from the bytes of the file.
  @Test func integersAreFractionsOfFullScale() throws {
    let file = try soundFile(.wave, .pcm(.int16), frameCount: 3, sampleRate: 8000)
    let data = file.suffix(6)
    let words = stride(from: data.startIndex, to: data.endIndex, by: 2).map {
      Int16(bitPattern: UInt16(file[$0]) | UInt16(file[$0 + 1]) << 8)
    }
    #expect(try SoundSource(bytes: file).frames().channels == [words.map { Float($0) / 32_768 }])
  }

  @Test(arguments: [
    Frames(channels: [], sampleRate: 8000), Frames(channels: [[0], []], sampleRate: 8000),
    Frames(channels: [[0]], sampleRate: 0), Frames(channels: [[0]], sampleRate: .nan),
  ])
  func whatIsNoSoundIsAnError(frames: Frames) {
    let error = #expect(throws: SoundError.self) { try AlertConverter().convert(frames) }
    #expect(error?.fault == .request)
  }
}
