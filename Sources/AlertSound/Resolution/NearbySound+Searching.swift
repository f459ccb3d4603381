internal import SystemPackage

extension NearbySound {
  /// How many to show.
  private static let limit = 3

  /// The sounds whose names are nearest to one that wasn't found.
  static func nearest(to name: String, in bundles: [AppBundle]) -> [NearbySound] {
    let wanted = Name(String(name.split(separator: "/").last ?? ""))
    var candidates: [(sound: NearbySound, distance: Int)] = []
    for bundle in bundles {
      for path in bundle.sounds {
        guard let (difference, distance) = wanted.difference(from: Name(path.name)) else {
          continue
        }
        let sound = NearbySound(
          path: bundle.path.pushing(path), difference: difference,
          finding: bundle.placement(of: path).finding)
        candidates.append((sound, distance))
      }
    }
    // Equals stay in the order of the search.
    let order = candidates.enumerated().sorted { left, right in
      let (a, b) = (left.element, right.element)
      return (a.sound.difference.rawValue, a.distance, a.sound.finding == nil ? 0 : 1, left.offset)
        < (b.sound.difference.rawValue, b.distance, b.sound.finding == nil ? 0 : 1, right.offset)
    }
    return order.prefix(limit).map(\.element.sound)
  }
}

/// A file's name, split into stem and extension.
private struct Name {
  let whole: String
  let stem: String
  let pathExtension: String?

  init(_ text: String) {
    whole = text
    let dot = text.lastIndex(of: ".").flatMap { $0 == text.startIndex ? nil : $0 }
    stem = dot.map { String(text[..<$0]) } ?? text
    pathExtension = dot.map { String(text[$0...].dropFirst()) }
  }

  /// Returns how a file's name differs, and by how many characters; nil if it is a different name.
  func difference(from found: Name) -> (NearbySound.Difference, distance: Int)? {
    if whole == found.whole { return (.place, 0) }
    let (wanted, other) = (whole.lowercased(), found.whole.lowercased())
    if wanted == other { return (.letterCase, 0) }
    // Part of a name without an extension may look like one: "v1.2".
    if wanted == found.stem.lowercased() { return (.missingExtension, 0) }
    if stem.lowercased() == found.stem.lowercased() { return (.otherExtension, 0) }
    let stems = (Array(stem.lowercased()), Array(found.stem.lowercased()))
    let limit = max(1, stems.0.count / 3)
    // Nobody mistypes a third of hundreds of characters.
    guard stems.0.count <= 64, abs(stems.0.count - stems.1.count) <= limit else { return nil }
    let distance = editDistance(stems.0, stems.1)
    return distance <= limit && distance < stems.0.count ? (.spelling, distance) : nil
  }
}

/// Returns how many characters must be added, deleted, replaced or swapped with their neighbour to turn one
/// text into another: the optimal string alignment distance.
package func editDistance(_ source: [Character], _ target: [Character]) -> Int {
  var (rowBeforeLast, lastRow): ([Int], [Int]) = ([], Array(0...target.count))
  for (line, character) in source.enumerated() {
    var row = [line + 1]
    for (column, other) in target.enumerated() {
      var distance = min(
        lastRow[column] + (character == other ? 0 : 1), row[column] + 1, lastRow[column + 1] + 1)
      if line > 0, column > 0, character == target[column - 1], other == source[line - 1] {
        distance = min(distance, rowBeforeLast[column - 1] + 1)
      }
      row.append(distance)
    }
    (rowBeforeLast, lastRow) = (lastRow, row)
  }
  return lastRow[target.count]
}
