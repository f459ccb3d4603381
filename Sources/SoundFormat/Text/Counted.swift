/// A number and what it counts: `1 channel`, `2 entries`.
///
/// - Parameters:
///   - noun: The singular.
///   - plural: The plural, if it isn't the singular with an s.
package func counted(
  _ count: some BinaryInteger, _ noun: String, plural: String? = nil
) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

/// A number, what it counts and a predicate: `1 byte of audio is missing`, `2 are missing`.
///
/// - Parameters:
///   - noun: The singular; nil if it is clear from the context.
///   - whole: What the counted things are part of.
///   - predicate: The predicate, without the verb.
package func counted(
  _ count: some BinaryInteger, _ noun: String? = nil, of whole: String? = nil,
  are predicate: String
) -> String {
  (noun.map { counted(count, $0) } ?? "\(count)") + (whole.map { " of \($0)" } ?? "")
    + (count == 1 ? " is " : " are ") + predicate
}

/// A list in words: `CAF, AIFF and WAVE`.
package func listed(_ items: [String], _ conjunction: String) -> String {
  guard let last = items.last, items.count > 1 else { return items.first ?? "" }
  return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
