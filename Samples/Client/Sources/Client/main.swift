// Does what apps and servers do with AlertSound, one job after another: Client SOUND FOLDER
// Sizes encodes IMA4 from samples. Payload, a package of its own, follows a notification to its sound.

import AlertSound
import Foundation

/// An upload becomes an alert. Its sender gets the reason of an error, and the log gets all of the error.
func answer(_ upload: Data) async throws -> (status: Int, body: Data) {
  let policy = InputPolicy(imports: false, byteLimit: 1_000_000, durationLimit: 60)
  let converter = AlertConverter(limit: LengthLimit(.trim), inputPolicy: policy)
  do {
    return (200, Data(try await converter.convert(upload).bytes))
  } catch let error as SoundError {
    print("refused:", error)
    let status = [.sound: 422, .limit: 413, .system: 503][error.fault] ?? 500
    return (status, Data(error.reason.utf8))
  }
}

/// A folder is converted, and only what changed. Cancelling the task stops after the sounds that are being converted.
func convertFolder(_ folder: String, into output: String) async throws {
  let batch = try Batch(of: [folder], into: output, by: AlertConverter(limit: LengthLimit(.trim)))
  let results = try await batch.run(jobs: 4) { fraction in
    print(Int(fraction * 100), "%")
  } finished: { result in
    print(result.item.output, result.action)
  }
  print(results.sounds.count, "sounds")
}

/// A waveform for a screen, with 40 bars.
func drawing(of path: String) throws -> String {
  let frames = try SoundSource(path: path).frames(limit: 30)
  let bars = Array(" ▁▂▃▄▅▆▇█")
  return String(
    try frames.waveform(columns: 40).map { bars[Int(8 * max(0, min(1, $0.upperBound)))] })
}

/// Floats that the app has synthesised become an alert.
func beep() throws -> ConversionResult {
  let samples = (0..<44_100).map { sin(Float($0) / 16) / 2 }
  return try AlertConverter().convert(Frames(channels: [samples], sampleRate: 44_100))
}

/// One plan of five changes.
func ringtone(from input: String, to output: String) throws -> ConversionResult {
  var converter = AlertConverter(limit: LengthLimit(.trim))
  converter.target.sampleRate = 22_050
  converter.target.channels = .mixed(1)
  converter.target.levels = LevelTarget(loudness: -16)
  converter.arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
  converter.arrangement.fadeOutOfEachPlay = 0.2
  return try converter.convert(input, to: output)
}

/// How close a copy is to its original.
func closeness(of copy: String, to original: String) throws -> String {
  let comparison = try SoundComparison(
    original: SoundSource(path: original), copy: SoundSource(path: copy))
  let ratio =
    comparison.signalToNoise.map { "\(Int($0)) dB" }
    ?? (comparison.isExact ? "exact" : "nothing in common")
  return "\(ratio), \(comparison.noiseIsMasked ? "not heard" : "may be heard")"
}

/// Verdict, levels and chunks of a file, as JSON for another program.
func inspection(of path: String) throws -> String {
  let inspection = try SoundInspection(of: path)
  print(inspection.verdict.outcome, inspection.levels?.loudness ?? 0, "LUFS")
  for chunk in inspection.chunks { print(chunk.identifier, chunk.bodyOffset, chunk.byteCount) }
  return String(decoding: try JSONEncoder().encode(inspection), as: UTF8.self)
}

/// A fake that tests use in the converter's place: its alert lasts 45 s, so iOS doesn't play it.
struct FakeConverter {
  func convert(_ upload: Data) throws -> ConversionResult {
    guard !upload.isEmpty else { throw SoundError(.sound, "the file is empty") }
    let format = StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4)
    let header = SoundHeader(container: .caf, format: format, frameCount: 45 * 44_100)
    return ConversionResult(header: header, bytes: Array(upload))
  }
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fatalError("usage: Client SOUND FOLDER") }
let (sound, folder) = (arguments[0], arguments[1])

do {
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  print(try await answer(Data(contentsOf: URL(filePath: sound))).status)
  print(try await answer(Data("no sound".utf8)))
  try await convertFolder("Samples", into: folder + "/all")
  print(try drawing(of: sound))
  print(try beep().bytes.count, "bytes")
  print(try ringtone(from: sound, to: folder + "/ring.caf").facts.levels?.loudnessAfter ?? 0)
  print(try closeness(of: folder + "/all/Chime.caf", to: "Samples/Chime.wav"))
  print(try inspection(of: folder + "/ring.caf"))
  print(try FakeConverter().convert(Data([1])).verdict?.outcome ?? .plays)
} catch {
  // The commands print equal messages: the problem, and how to solve it.
  print(error)
  exit(1)
}
