import Foundation

/// What the parts said when they were last measured, for a page on which only some are measured anew.
struct KeptSections {
  let folder: URL

  func keep(_ section: Section, of part: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(section).write(to: file(of: part), options: .atomic)
  }

  func section(of part: String) throws -> Section {
    guard let bytes = try? Data(contentsOf: file(of: part)) else {
      throw Failure(description: "\(part) hasn't been measured yet: measure it, too")
    }
    return try JSONDecoder().decode(Section.self, from: bytes)
  }

  private func file(of part: String) -> URL { folder.appendingPathComponent("\(part).json") }
}
