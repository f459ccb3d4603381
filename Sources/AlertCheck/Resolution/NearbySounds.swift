internal import Platform
internal import SystemPackage

/// The sounds of an app that are suggested for a name that wasn't found.
struct NearbySounds: Sendable {
  private let bundles: [AppBundle]
  private let sounds: [(bundle: Int, path: FilePath, name: Name)]

  /// The most sounds that are suggested.
  static let limit = 3
  /// The most sounds of a bundle that are compared with a name. Real apps have fewer sounds.
  static let comparedLimit = 1000
  private let work: Locked<Int>
  /// The most sounds with similar names that are also ranked by their places.
  private static let placedLimit = 20

  init(in bundles: [AppBundle], workLimit: Int = WorkBudget.forSpellings) {
    work = Locked(workLimit)
    self.bundles = bundles
    sounds = bundles.enumerated().flatMap { index, bundle in
      bundle.sounds.prefix(Self.comparedLimit).map { (index, $0, Name($0.name)) }
    }
  }

  /// Returns up to three sounds with similar names, the nearest first.
  func nearest(to name: String) -> [NearbySound] {
    let wanted = Name(String(name.split(separator: "/").last ?? ""))
    let nearest = sounds.compactMap { sound in
      wanted.difference(from: sound.name, work).map { (sound, difference: $0.0, $0.distance) }
    }.first(Self.placedLimit) { [$0.difference.rawValue, $0.2] }
    // Among sounds with equally similar names, sounds that iOS finds come first. Then the order decides in which iOS
    // searches the sounds' places.
    return nearest.map { sound, difference, distance in
      let bundle = bundles[sound.bundle]
      let finding = bundle.placement(of: sound.path).finding
      let nearby = NearbySound(
        path: bundle.path.pushing(sound.path), difference: difference.text(finding))
      return (nearby, rank: [difference.rawValue, distance, finding == nil ? 0 : 1])
    }.first(Self.limit, by: \.rank).map(\.0)
  }
}

extension Sequence {
  /// Returns the first `count` elements in the order of their ranks. Elements of equal rank keep their order.
  func first(_ count: Int, by rank: (Element) -> [Int]) -> [Element] {
    enumerated().map { ($1, rank: rank($1) + [$0]) }
      .sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.prefix(count).map(\.0)
  }
}

extension Collection {
  /// Returns the `count` elements whose names are nearest to a name. Only names that may be typing errors count.
  func nearest(
    _ count: Int, to name: String, _ work: Locked<Int>, by own: (Element) -> String
  ) -> [Element] {
    let wanted = Array(name.unicodeScalars)
    return prefix(NearbySounds.comparedLimit).compactMap { element in
      spellingDistance(wanted, Array(own(element).unicodeScalars), work).map { (element, $0) }
    }.first(count) { [$0.1] }.map(\.0)
  }
}

/// How two names differ. The smallest difference comes first.
private enum Difference: Int {
  /// The names are equal, but the sound isn't where the requested name leads.
  case place
  case letterCase
  case missingExtension
  case otherExtension
  /// The names differ by a few characters.
  case spelling

  /// - Parameter finding: Why some notifications don't find the sound by its name; nil if all notifications find it.
  func text(_ finding: AlertFinding?) -> String {
    let name =
      switch self {
      case .place: finding == nil ? "the same name without folders" : "the same name"
      case .letterCase: "the same except for case, and iOS is case-sensitive"
      case .missingExtension: "the same with its extension, which is part of the name"
      case .otherExtension: "the same except for the extension, which is part of the name"
      case .spelling: NearbySound.similar
      }
    return name + (finding.map { ", but it is \($0.fact)" } ?? "")
  }
}

/// A file's name, with the parts and spellings that are compared with other names.
private struct Name {
  private let whole: String
  private let small: String
  private let smallStem: String
  private let smallStemScalars: [Unicode.Scalar]

  /// The longest name that is compared, in bytes of UTF-8: four times the longest name of a file.
  private static let byteLimit = 1 << 10

  init(_ text: String) {
    // Drop a longer name: no file has a similar name, and comparing takes long.
    whole = text.utf8.count <= Self.byteLimit ? text : ""
    let small = whole.lowercased()
    let dot = small.lastIndex(of: ".").flatMap { $0 == small.startIndex ? nil : $0 }
    self.small = small
    smallStem = dot.map { String(small[..<$0]) } ?? small
    smallStemScalars = Array(smallStem.unicodeScalars)
  }

  /// Returns how a file's name differs from this name, and by how many characters; nil if the names aren't similar.
  func difference(from found: Name, _ work: Locked<Int>) -> (Difference, distance: Int)? {
    if whole.isEmpty { return nil }
    if whole == found.whole { return (.place, 0) }
    if small == found.small { return (.letterCase, 0) }
    // Compare the whole wanted name, because a name with a dot, such as "v1.2", may also lack its extension.
    if small == found.smallStem { return (.missingExtension, 0) }
    if smallStem == found.smallStem { return (.otherExtension, 0) }
    let distance = spellingDistance(smallStemScalars, found.smallStemScalars, work)
    return distance.map { (.spelling, $0) }
  }
}

/// Returns the edit distance of two names; nil if it is too large for a typing error, or if the work budget is spent.
func spellingDistance(
  _ wanted: [Unicode.Scalar], _ found: [Unicode.Scalar], _ work: Locked<Int>
) -> Int? {
  let limit = max(1, wanted.count / 3)
  // Reject a name of more than 64 characters. A third of its characters is too much for a typing error.
  guard wanted.count <= 64, abs(wanted.count - found.count) <= limit,
    work.spend(wanted.count * found.count)
  else { return nil }
  let distance = editDistance(wanted, found, limit: limit)
  return distance <= limit && distance < wanted.count ? distance : nil
}

/// Returns the optimal string alignment distance: how many characters must be added, deleted, replaced or swapped with
/// their neighbour to turn one text into another. If the distance is above the limit, the result is any number above
/// the limit.
private func editDistance(
  _ source: [Unicode.Scalar], _ target: [Unicode.Scalar], limit: Int
) -> Int {
  var (rowBeforeLast, lastRow): ([Int], [Int]) = ([], Array(0...target.count))
  for (line, character) in source.enumerated() {
    var row: [Int] = []
    row.reserveCapacity(target.count + 1)
    row.append(line + 1)
    for (column, other) in target.enumerated() {
      var distance = min(
        lastRow[column] + (character == other ? 0 : 1), row[column] + 1, lastRow[column + 1] + 1)
      if line > 0, column > 0, character == target[column - 1], other == source[line - 1] {
        distance = min(distance, rowBeforeLast[column - 1] + 1)
      }
      row.append(distance)
    }
    // Stop early. The next row depends only on these two rows, so no later number is below their minimum.
    let least = min(row.min() ?? 0, lastRow.min() ?? 0)
    if least > limit { return least }
    (rowBeforeLast, lastRow) = (lastRow, row)
  }
  return lastRow[target.count]
}
