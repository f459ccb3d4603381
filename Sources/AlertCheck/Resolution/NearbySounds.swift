internal import SystemPackage

/// The sounds of an app that are suggested for a name that wasn't found.
struct NearbySounds: Sendable {
  private let bundles: [AppBundle]
  private let sounds: [(bundle: Int, path: FilePath, name: Name)]

  private static let limit = 3
  /// At most this many sounds of each bundle are compared with a name. Real apps have fewer sounds.
  static let comparedLimit = 1000
  /// At most this many sounds with similar names are also ranked by their places.
  private static let placedLimit = 20

  init(in bundles: [AppBundle]) {
    self.bundles = bundles
    sounds = bundles.enumerated().flatMap { index, bundle in
      bundle.sounds.prefix(Self.comparedLimit).map { (index, $0, Name($0.name)) }
    }
  }

  /// Returns up to three sounds with similar names, the nearest first.
  func nearest(to name: String) -> [NearbySound] {
    let wanted = Name(String(name.split(separator: "/").last ?? ""))
    let distance = EditDistance(from: wanted.smallStemScalars)
    let nearest = sounds.indices.compactMap { index in
      wanted.difference(from: sounds[index].name, distance).map {
        (rank: ($0.0.rawValue, $0.distance), index: index, difference: $0.0)
      }
    }.sorted { ($0.rank.0, $0.rank.1, $0.index) < ($1.rank.0, $1.rank.1, $1.index) }
    // Sort sounds with equally similar names. Sounds that iOS would find come first. Apart from that, the
    // order in which iOS searches the sounds' places decides.
    let candidates = nearest.prefix(Self.placedLimit).map { candidate in
      let sound = sounds[candidate.index]
      let bundle = bundles[sound.bundle]
      let nearby = NearbySound(
        path: bundle.path.pushing(sound.path), difference: candidate.difference,
        finding: bundle.placement(of: sound.path).finding)
      return (rank: (candidate.rank.0, candidate.rank.1, nearby.finding == nil ? 0 : 1), nearby)
    }
    let order = candidates.enumerated().sorted {
      $0.element.rank == $1.element.rank
        ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
    }
    return order.prefix(Self.limit).map(\.element.1)
  }
}

/// A file's name, with the parts and spellings that are compared with other names.
private struct Name {
  private let whole: String
  private let small: String
  private let smallStem: String
  let smallStemScalars: [Unicode.Scalar]

  /// The longest name that is compared, in bytes of UTF-8: four times the longest name of a file.
  private static let byteLimit = 1 << 10

  init(_ text: String) {
    // Drop a longer name. It is similar to no file's name, and comparing it takes long.
    whole = text.utf8.count <= Self.byteLimit ? text : ""
    let small = whole.lowercased()
    let dot = small.lastIndex(of: ".").flatMap { $0 == small.startIndex ? nil : $0 }
    self.small = small
    smallStem = dot.map { String(small[..<$0]) } ?? small
    smallStemScalars = Array(smallStem.unicodeScalars)
  }

  /// Returns how a file's name differs from this name, and by how many characters; nil if the names aren't similar.
  ///
  /// - Parameter distance: The distances of other names from this name.
  func difference(
    from found: Name, _ distance: EditDistance
  ) -> (NearbySound.Difference, distance: Int)? {
    if whole.isEmpty { return nil }
    if whole == found.whole { return (.place, 0) }
    if small == found.small { return (.letterCase, 0) }
    // Compare the whole wanted name, because a name with a dot, such as "v1.2", may also lack its extension.
    if small == found.smallStem { return (.missingExtension, 0) }
    if smallStem == found.smallStem { return (.otherExtension, 0) }
    return distance.ofMisspelling(found.smallStemScalars).map { (.spelling, $0) }
  }
}

/// The optimal string alignment distances of texts from a text: how many characters must be added, deleted, replaced or
/// swapped with their neighbour.
///
/// A column of the usual table is one bit vector, because an untrusted list may ask for half a million distances.
/// Source: Heikki Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003.
package struct EditDistance {
  private let count: Int
  /// For each character of the text, a bit for each place where it occurs.
  private var places: [Unicode.Scalar: UInt64] = [:]
  private var placesOfASCII = [UInt64](repeating: 0, count: 128)

  /// Takes the text's first 64 characters.
  package init(from text: [Unicode.Scalar]) {
    count = text.count
    for (index, character) in text.prefix(64).enumerated() {
      if character.isASCII {
        placesOfASCII[Int(character.value)] |= 1 << UInt64(index)
      } else {
        places[character, default: 0] |= 1 << UInt64(index)
      }
    }
  }

  /// Returns the number of different characters; nil if there are too many for a typing error.
  func ofMisspelling(_ found: [Unicode.Scalar]) -> Int? {
    let limit = max(1, count / 3)
    // Reject a text of more than 64 characters. A third of its characters is too much for a typing error.
    guard count <= 64, abs(count - found.count) <= limit else { return nil }
    let distance = of(found)
    return distance <= limit && distance < count ? distance : nil
  }

  package func of(_ found: [Unicode.Scalar]) -> Int {
    guard count > 0 else { return found.count }
    let last: UInt64 = 1 << UInt64(min(count, 64) - 1)
    var distance = min(count, 64)
    // In each vector, a bit stands for a place in the text: where the distance grows or shrinks along the column, and
    // where it stays the same along the diagonal.
    var (grows, shrinks, stays, lastMatches) = (UInt64.max, UInt64(0), UInt64(0), UInt64(0))
    for character in found {
      let matches =
        character.isASCII ? placesOfASCII[Int(character.value)] : places[character] ?? 0
      let swaps = ((~stays & matches) << 1) & lastMatches
      stays = (((matches & grows) &+ grows) ^ grows) | matches | shrinks | swaps
      let growsInRow = shrinks | ~(stays | grows)
      let shrinksInRow = stays & grows
      if growsInRow & last != 0 { distance += 1 }
      if shrinksInRow & last != 0 { distance -= 1 }
      let shifted = growsInRow << 1 | 1
      grows = shrinksInRow << 1 | ~(stays | shifted)
      shrinks = shifted & stays
      lastMatches = matches
    }
    return distance
  }
}
