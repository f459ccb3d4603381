import Foundation

/// Keeps the section of each part's last measurement, for a page on which only some parts are measured
/// again.
struct KeptSections {
  let folder: URL
  /// The circumstances of the page. Parts that were measured on another machine or at another scale don't
  /// belong on it.
  let circumstances: Circumstances

  struct Circumstances: Codable, Equatable {
    let machine: Machine
    let scale: Scale
  }

  private struct Kept: Codable {
    let circumstances: Circumstances
    let section: Section
  }

  func keep(_ section: Section, of part: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let kept = Kept(circumstances: circumstances, section: section)
    try JSONEncoder().encode(kept).write(to: file(of: part), options: .atomic)
  }

  /// Returns the section of a part. Nil if the part hasn't been measured, was measured in other
  /// circumstances, or was stored in another version's format.
  func section(of part: String) -> Section? {
    guard let bytes = try? Data(contentsOf: file(of: part)),
      let kept = try? JSONDecoder().decode(Kept.self, from: bytes),
      kept.circumstances == circumstances
    else { return nil }
    return kept.section
  }

  private func file(of part: String) -> URL { folder.appendingPathComponent("\(part).json") }
}
