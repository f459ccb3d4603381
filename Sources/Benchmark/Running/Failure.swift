/// Why something can't be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
