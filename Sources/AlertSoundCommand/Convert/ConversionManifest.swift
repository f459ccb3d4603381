import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// The output of `alertsound convert --manifest`, without its sounds. The fields are described in JSONReports.md.
struct ConversionManifest: Codable {
  var schema = Self.schema
  var folder: String
  let overLimit: String
  let limit: Double
  /// What the sounds are for; nil in manifests of versions that knew only notifications.
  let `for`: String?
  /// Always empty: there may be very many, so they are read and written one by one.
  private let sounds: [Never]
  /// The outputs that no longer belong to an input.
  var orphans: [OrphanJSON]
  /// The folders that couldn't be searched.
  var failures: [String]

  static let schema = "alertsound.convert/2"

  /// The start of every manifest: the keys are sorted.
  static let beginning = "{\n  \"failures\" : ["

  /// The end of a manifest without sounds: the keys are sorted, so the sounds come last.
  private static let noSounds = "[\n\n  ]\n}"

  /// Where a manifest is written.
  enum Destination {
    case file(FilePath)
    case standardOutput
  }

  /// Writes the manifest with its sounds.
  ///
  /// - Parameters:
  ///   - destination: Where to write it. A file is written atomically.
  ///   - soundCount: The number of sounds.
  ///   - sound: Returns a sound's JSON by its index.
  func write(
    to destination: Destination, soundCount: Int, sound: (Int) throws -> String
  ) throws {
    switch destination {
    case .file(let path):
      try WholeFile.write(to: path) { append in try each(soundCount, sound, append) }
    case .standardOutput:
      do {
        try each(soundCount, sound) { try StandardOutput.write($0) }
      } catch let error as Errno {
        printError(StandardOutput.diagnostic(on: error).line())
        throw ExitCode(.systemFailure)
      }
    }
  }

  /// Generates the text piece by piece.
  func each(
    _ soundCount: Int, _ sound: (Int) throws -> String, _ append: ([UInt8]) throws -> Void
  ) throws {
    let frame = try jsonText(self)
    guard frame.hasSuffix(Self.noSounds) else { preconditionFailure("the sounds don't come last") }
    guard soundCount > 0 else { return try append(Array((frame + "\n").utf8)) }
    try append(Array(frame.dropLast(Self.noSounds.count).utf8))
    var separator = "["
    for index in 0..<soundCount {
      let lines = try sound(index).split(separator: "\n", omittingEmptySubsequences: false)
      try append(Array((separator + lines.map { "\n    " + $0 }.joined()).utf8))
      separator = ","
    }
    try append(Array("\n  ]\n}\n".utf8))
  }
}

extension ConversionManifest {
  private init(_ plan: ConversionPlan, _ report: BatchReport) {
    folder = plan.batch.folder.string
    overLimit = plan.batch.limit.policy.rawValue
    limit = plan.batch.limit.seconds
    `for` = plan.batch.limit.use.rawValue
    sounds = []
    orphans = report.orphans.map {
      OrphanJSON(
        output: $0.output.string, input: $0.input.string, removed: $0.fate == .removed,
        android: $0.isAndroid ? true : nil)
    }
    failures = plan.failures.map(\.description)
  }

  /// Writes the manifest of a run.
  static func write(
    _ plan: ConversionPlan, _ report: BatchReport, to destination: Destination
  ) throws {
    let results = report.results
    try ConversionManifest(plan, report).write(to: destination, soundCount: results.count) {
      try jsonText(ConvertedSoundJSON(results[$0], in: plan.batch))
    }
  }
}

/// A sound in the manifest.
struct ConvertedSoundJSON: Encodable {
  let input: String
  /// Relative to the output folder; nil if no file was made.
  let output: String?
  /// The name to use in a notification: the output's name, or `default` for iOS's default sound.
  let plays: String?
  let action: String
  let outcome: String?
  /// Whether the output is another sound: the built-in chime, or the one `--default-sound` names.
  let replaced: Bool
  let sourceSeconds: Double?
  let sourceSecondsAre: String?
  let seconds: Double?
  let fileType: String?
  let format: FormatJSON?
  let ima4: IMA4JSON?
  let inputByteCount: Int
  let outputByteCount: Int
  let verdict: VerdictJSON?
  let truncation: String?
  let android: AndroidJSON?
  let preparation: PreparationJSON?
  let levels: LevelChangeJSON?
  let error: String?

  init(_ result: BatchResult, in batch: Batch) {
    input = result.item.input.string
    action = result.action.name
    outcome = result.outcome?.name
    replaced = result.outcome?.isReplaced ?? false
    // JSON has no infinity, which a hostile header can claim.
    sourceSeconds = (result.outcome?.sourceLength?.seconds).flatMap { $0.isFinite ? $0 : nil }
    sourceSecondsAre = result.outcome?.sourceLength?.precision
    inputByteCount = result.inputByteCount
    truncation = result.truncation
    android = result.android.map(AndroidJSON.init)
    preparation = result.arrangement.map(PreparationJSON.init)
    levels = batch.target.levels.flatMap { target in
      result.levels.map { LevelChangeJSON($0, target: target) }
    }
    outputByteCount = result.outputByteCount
    if case .failed(let failure) = result.action {
      error = failure.description
    } else {
      error = nil
    }
    let isOmitted = result.outcome?.isOmitted ?? false
    output = isOmitted || result.outcome == nil ? nil : result.item.output.string
    plays = isOmitted ? "default" : output == nil ? nil : result.item.output.lastComponent?.string
    let made =
      output == nil
      ? nil
      : try? SoundInspection(
        of: batch.folder.pushing(result.item.output), rules: batch.rules, listens: false)
    seconds = made?.report?.duration
    fileType = made?.report?.fileType.description
    format = made?.report.map { FormatJSON($0.format) }
    ima4 = result.signalToNoise.map {
      IMA4JSON(
        quality: batch.target.ima4Quality,
        signalToNoise: $0.isFinite ? ($0 * 100).rounded() / 100 : nil)
    }
    verdict = made.map(VerdictJSON.init)
  }
}

/// A sound's sibling for Android.
struct AndroidJSON: Encodable {
  /// Relative to the Android folder.
  let output: String
  /// The name that code and payloads use.
  let name: String
  /// The same in Java and Kotlin.
  let resource: String
  let byteCount: Int
  let format: String

  init(_ sound: AndroidSound) {
    output = sound.output.string
    name = sound.name.name
    resource = "R.raw.\(name)"
    byteCount = sound.byteCount
    format = sound.format.rawValue
  }
}

/// How a sound was encoded as ima4.
struct IMA4JSON: Encodable {
  let quality: Int
  /// In decibels, rounded to a hundredth; nil if nothing was lost, or there was nothing to lose.
  let signalToNoise: Double?
}

struct OrphanJSON: Codable, Hashable {
  let output: String
  let input: String
  let removed: Bool
  /// Whether it is in the Android folder; nil if it isn't.
  let android: Bool?
}

extension Batch {
  fileprivate var rules: AlertRules {
    var rules = AlertRules(for: limit.use)
    rules.lengthLimit = limit.seconds
    return rules
  }
}

extension BatchResult.Action {
  fileprivate var name: String {
    switch self {
    case .made: "converted"
    case .unchanged: "unchanged"
    case .failed: "failed"
    }
  }
}

extension AlertOutcome {
  fileprivate var name: String {
    switch self {
    case .converted: "converted"
    case .convertedTooLong: "converted-too-long"
    case .trimmed: "trimmed"
    case .replacedByDefault: "replaced-by-default"
    case .omitted: "omitted"
    }
  }
}

extension AlertLength {
  fileprivate var precision: String {
    switch self {
    case .exactly: "exact"
    case .about: "about"
    case .atLeast: "at-least"
    }
  }
}
