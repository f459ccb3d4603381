import AlertSound
import SystemPackage

/// A report that an options file names.
///
/// A report replaces the file at its path. On the command line, the user has typed that path. An options
/// file may have come with an untrusted project, so its reports may replace only earlier ones.
struct NamedReport {
  enum Kind: String {
    case manifest = "--manifest"
    case depfile = "--depfile"
  }

  let kind: Kind
  let path: FilePath

  var option: String { kind.rawValue }

  /// Whether there is no file, or one that begins like such a report.
  var mayReplaceItsFile: Bool {
    // Anything but a regular file is refused elsewhere, for all reports.
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
