import AlertSound
import SystemPackage

/// A report that an options file names.
///
/// Whoever runs a command line has typed its words, and a report replaces the file it names. An options file
/// may have come with a project, so its reports replace nothing but earlier ones.
struct NamedReport {
  enum Kind: String {
    case manifest = "--manifest"
    case depfile = "--depfile"
  }

  let kind: Kind
  let path: FilePath

  var option: String { kind.rawValue }

  /// Whether there is no file, or one that begins as such a report does.
  var mayReplaceItsFile: Bool {
    // What isn't a regular file is refused for all reports.
    guard let status = try? path.stat(), status.type == .regular else { return true }
    guard let file = try? InputFile(path: path),
      let beginning = try? file.bytes(at: 0, count: 1 << 16)
    else { return false }
    switch kind {
    case .manifest: return beginning.starts(with: ConversionManifest.beginning.utf8)
    case .depfile: return Depfile.isBeginning(beginning)
    }
  }
}
