import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// The JSON file that `alertsound convert --manifest` writes. JSONReports.md describes its fields.
struct ConversionManifest {
  let plan: ConversionPlan
  let results: ConversionRun.Results

  /// The beginning of every manifest: `failures` is the first of the sorted keys.
  static let beginning = "{\n  \"failures\" : ["

  /// The end of a manifest without sounds: `sounds` is the last of the sorted keys.
  private static let noSounds = "[\n\n  ]\n}"

  /// Writes the manifest to a file atomically.
  func write(to path: FilePath) throws {
    try WholeFile.write(to: path, in: plan.reportFolders[path], parts: each)
  }

  func show() throws {
    do {
      try each { try StandardOutput.write($0) }
    } catch let error as Errno {
      printError(StandardOutput.diagnostic(on: error).line())
      throw ExitCode(.systemFailure)
    }
  }

  /// Generates the text piece by piece, because there may be very many sounds.
  private func each(_ append: ([UInt8]) throws -> Void) throws {
    let frame = frame.lines
    precondition(frame.suffix(Self.noSounds.utf8.count).elementsEqual(Self.noSounds.utf8))
    let sounds = results.sounds.sounds
    guard !sounds.isEmpty else { return try append(frame + "\n".utf8) }
    let android = Dictionary(
      (results.android?.sounds ?? []).map { ($0.item.input, $0) }, uniquingKeysWith: { $1 })
    try append(frame.dropLast(Self.noSounds.utf8.count))
    var separator = "["
    for sound in sounds {
      let json = sound.json(in: plan.batch, android: android[sound.item.input])
      let lines = json.text.split(separator: "\n", omittingEmptySubsequences: false)
      try append(Array((separator + lines.map { "\n    " + $0 }.joined()).utf8))
      separator = ","
    }
    try append(Array("\n  ]\n}\n".utf8))
  }

  /// The manifest without its sounds.
  private var frame: JSON {
    let limit = plan.batch.converter.limit
    let orphans =
      results.sounds.orphans.map { $0.json(isForAndroid: false) }
      + (results.android?.orphans ?? []).map { $0.json(isForAndroid: true) }
    return [
      "schema": "alertsound.convert/2",
      "folder": plan.batch.folder.string.json,
      "overLimit": limit.policy.rawValue.json,
      "limit": limit.seconds.json,
      "for": limit.use.rawValue.json,
      "orphans": orphans.json,
      "failures": (plan.failures + results.androidFailures).map(\.commandDescription.json).json,
      "sounds": .list([]),
    ]
  }
}

extension BatchResult {
  /// Returns a sound's entry in the manifest.
  ///
  /// - Parameter android: The result for the same sound on Android; nil if there is none.
  fileprivate func json(in batch: Batch, android: BatchResult?) -> JSON {
    let outcome = facts?.outcome
    let isOmitted = outcome?.isOmitted ?? false
    let output = isOmitted || outcome == nil ? nil : item.output
    let plays = isOmitted ? "default" : output?.lastComponent?.string
    let rules = AlertRules(
      for: batch.converter.limit.use, lengthLimit: batch.converter.limit.seconds)
    let made = output.flatMap {
      try? SoundInspection(of: batch.folder.pushing($0), rules: rules, listens: false)
    }
    var names = AdvisedNames()
    let files = made.flatMap { names.files(for: $0.path ?? "", $0.verdict) }
    let entry: JSON = [
      "input": item.input.string.json,
      "output": output?.string.json,
      "plays": plays?.json,
      "action": action.name.json,
      "replaced": facts == nil ? false.json : nil,
      "seconds": made?.report.flatMap {
        (Double($0.frameCount - (facts?.fillFrameCount ?? 0)) / $0.format.sampleRate).json
      },
      "fileType": made?.report?.details.fileType.description.json,
      "format": made?.report?.format.json,
      "inputByteCount": inputByteCount.json,
      "outputByteCount": outputByteCount.json,
      "verdict": made.map { $0.verdict.json(advice: $0.verdict.advice(with: files)) },
      "android": android?.androidJSON,
      "error": failure?.commandDescription.json,
    ]
    return entry.adding(facts?.json(for: batch.converter.target) ?? [:])
  }

  /// The entry for the sound on Android: the output or the error; nil if the sound is left out.
  private var androidJSON: JSON? {
    if let failure { return ["error": failure.commandDescription.json] }
    return androidName.map { name in
      [
        "output": item.output.string.json,
        "name": name.name.json,
        "resource": "R.raw.\(name)".json,
        "byteCount": outputByteCount.json,
        "format": (item.output.extension ?? "").json,
      ]
    }
  }
}

extension BatchOrphan {
  fileprivate func json(isForAndroid: Bool) -> JSON {
    [
      "output": output.string.json,
      "input": input.string.json,
      "removed": (action == .removed).json,
      "android": isForAndroid ? true.json : nil,
    ]
  }
}

extension BatchResult.Action {
  var name: String {
    switch self {
    case .made: "converted"
    case .unchanged: "unchanged"
    case .failed: "failed"
    }
  }
}
