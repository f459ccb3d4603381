import Foundation

/// What the parts said when they were last measured, for a page on which only some are measured anew.
struct KeptSections {
  let folder: URL
  /// What a page stands for. Parts that were measured elsewhere, or more quickly, have no place on it.
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

  /// Nil where the part hasn't been measured, or in other circumstances, or by a version that kept something
  /// else.
  func section(of part: String) -> Section? {
    guard let bytes = try? Data(contentsOf: file(of: part)),
      let kept = try? JSONDecoder().decode(Kept.self, from: bytes),
      kept.circumstances == circumstances
    else { return nil }
    return kept.section
  }

  private func file(of part: String) -> URL { folder.appendingPathComponent("\(part).json") }
}
