import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The paths of the manifest and the depfile. Neither may replace a sound or another file of the run.
struct ReportFiles {
  private typealias Claim = (path: FilePath, what: String)

  private let plan: ConversionPlan
  private let reports: [(option: String, path: FilePath)]

  init(_ plan: ConversionPlan, _ build: BuildOptions) {
    self.plan = plan
    reports = [("--manifest", build.manifestPath), ("--depfile", build.depfile?.path)]
      .compactMap { name, path in path.map { (name, $0) } }
  }

  /// For each file of the run that must not be replaced: the path, and what the file is, in words.
  private var claims: [Claim] {
    let batch = plan.batch
    var claims: [Claim] =
      batch.items.map { ($0.input, "a sound to convert") }
      + batch.items.map { (batch.folder.pushing($0.output), "a converted sound") }
    if let (batch, output) = plan.android {
      claims += batch.items.map { (output.folder.pushing($0.output), "a sound for Android") }
      claims.append((batch.recordsPath, "the records of earlier runs"))
    }
    claims += plan.optionsFiles.map { ($0, "the options file") }
    if let path = plan.defaultSound { claims.append((path, "the --default-sound file")) }
    return claims + [(batch.recordsPath, "the records of earlier runs")]
  }

  /// Opens the folder of each report. Returns the folders, with the reports' paths as keys. Refuses a report that can't
  /// be written, or that would replace a sound or another file of the run.
  func folders() throws(SoundError) -> [FilePath: OutputFolder] {
    var folders: [FilePath: OutputFolder] = [:]
    var claims = reports.isEmpty ? [] : self.claims
    for (option, path) in reports {
      let file = NamedFile(path)
      if let what = claims.first(where: { file.hasName($0.path) })?.what ?? Self.sound(at: path) {
        throw SoundError(
          .creatingOutput, path, .unsupported("\(option) would replace \(what)"),
          advice: "name another file")
      }
      folders[path] = try WholeFile.check(path, makesFolder: makesFolder(of: path))
      claims.append((path, "what \(option) writes"))
    }
    return folders
  }

  /// Returns a description of an existing file that must stay: a sound, a file that can't be read, or a file that isn't
  /// text. Nil if the file may be replaced.
  private static func sound(at path: FilePath) -> String? {
    guard path.ownDescriptor == nil, (try? path.stat())?.type == .regular else { return nil }
    if SoundFile.pathExtensions.contains(path.extension?.lowercased() ?? "") { return "a sound" }
    // Allow a link to an unreadable file or to data that isn't a sound, because writing replaces only the link.
    let isLink = (try? path.stat(followTargetSymlink: false))?.type == .symbolicLink
    guard let file = try? InputFile(path: path), let beginning = try? file.bytes(at: 0, count: 256)
    else { return isLink ? nil : "a file that can't be read" }
    // Don't parse a text file: it may be an earlier report, and some sound formats may begin with text, too.
    guard beginning.contains(where: { $0 < 0x09 }) else { return nil }
    do throws(SoundFileError) {
      _ = try SoundFile(in: file)
      return "a sound"
    } catch {
      guard error.code == .unrecognized else { return "a sound" }
      return error.foreignFormat?.name ?? (isLink ? nil : "a file that isn't text")
    }
  }

  /// Returns whether the run creates the folder that a report goes to.
  private func makesFolder(of report: FilePath) -> Bool {
    let parent = report.removingLastComponent()
    guard !parent.isEmpty, (try? parent.stat()) == nil else { return false }
    let folder = parent.real
    let root = plan.batch.folder.real
    return plan.batch.items.contains {
      root.pushing($0.output).removingLastComponent().starts(with: folder)
    }
  }
}

extension ReportFiles {
  /// The options whose values are reports' paths.
  static let options: Set<String> = ["--manifest", "--depfile"]

  /// Returns whether an options file may name `path` for a report. A report replaces the file at `path`, and an options
  /// file may come from an untrusted project. So `path` must have no file, or a file that begins like an earlier
  /// report. Paths on the command line aren't checked: the user typed them.
  static func mayReplace(_ path: FilePath, by option: String) -> Bool {
    // Only check regular files. `folders()` refuses anything else for all reports.
    guard (try? path.stat())?.type == .regular else { return true }
    guard let file = try? InputFile(path: path),
      let beginning = try? file.bytes(at: 0, count: 1 << 16)
    else { return false }
    return option == "--manifest"
      ? beginning.starts(with: ConversionManifest.beginning.utf8) : Depfile.isBeginning(beginning)
  }
}

/// A file or a folder that is recognised by any of its names, whether or not it exists.
struct NamedFile {
  private let identity: FileIdentity?
  private let path: FilePath

  init(_ path: FilePath) {
    identity = FileIdentity(of: path)
    self.path = path
  }

  /// Returns whether a path leads to the file.
  func hasName(_ other: FilePath) -> Bool {
    if let identity { return identity == FileIdentity(of: other) }
    // If the file doesn't exist yet, treat names that differ only by case as the same, because the file system may be
    // case-insensitive. Resolving links takes long, so compare the last components first.
    if let name = path.lastComponent, let otherName = other.lastComponent,
      name.kind == .regular, otherName.kind == .regular,
      FoldedPath(FilePath(root: nil, [name])) != FoldedPath(FilePath(root: nil, [otherName]))
    {
      return false
    }
    return FoldedPath(path.real) == FoldedPath(other.real)
  }
}
