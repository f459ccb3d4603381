import AlertSound
import SoundFormat
import SystemPackage

/// Where the manifest and the depfile go, which must be nobody else's place.
struct ReportPlaces {
  private let reports: [(option: String, path: FilePath)]
  private let plan: ConversionPlan

  init(_ plan: ConversionPlan, _ build: BuildOptions) {
    self.plan = plan
    let options = [("--manifest", build.manifestPath), ("--depfile", build.depfile?.path)]
    reports = options.compactMap { name, path in path.map { (name, $0) } }
  }

  /// Refuses a report that would replace a sound, what is known of the sounds, or another report.
  ///
  /// - Throws: `ConversionError`.
  func check() throws(ConversionError) {
    for (index, report) in reports.enumerated() {
      let place = FilePlace(report.path)
      let other = reports[..<index].map { ($0.path, "what \($0.option) writes") }
      guard let claim = (claims + other).first(where: { place.isPlace(of: $0.path) }) else {
        continue
      }
      throw ConversionError(
        .creatingOutput, report.path,
        .sound(.unsupported, reason: "\(report.option) would replace \(claim.what)"),
        advice: "name another file")
    }
  }

  private var claims: [(path: FilePath, what: String)] {
    guard !reports.isEmpty else { return [] }
    let batch = plan.batch
    return batch.items.map { ($0.input, "a sound to convert") }
      + batch.items.map { (batch.folder.pushing($0.output), "a converted sound") }
      + plan.optionsFiles.map { ($0, "the file of options") }
      + (plan.defaultSound.map { [($0, "the file of --default-sound")] } ?? [])
      + [(batch.recordsPath, "the records of what was converted")]
  }
}

/// A file's place, be there a file or not, by whatever name.
private struct FilePlace {
  private let path: FilePath
  private let identity: FileIdentity?

  init(_ path: FilePath) {
    self.path = path
    identity = FileIdentity(of: path)
  }

  func isPlace(of other: FilePath) -> Bool {
    if let identity { return identity == FileIdentity(of: other) }
    return path.lastComponent == other.lastComponent && path.real == other.real
  }
}
