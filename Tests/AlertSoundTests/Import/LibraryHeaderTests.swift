import CLibraryHeaders
import Testing

/// The package declares the parts of libsndfile's and libsamplerate's headers that it needs.
@Suite struct LibraryHeaderTests {
  @Test func declarationsAreThoseOfTheInstalledHeaders() {
    let declared = unsafe Self.facts(declaredHeaderFacts())
    let installed = unsafe Self.facts(installedHeaderFacts())
    #expect(declared.count > 80)
    #expect(declared == installed)
  }

  /// Names and values; the name tells what differs.
  @unsafe private static func facts(_ first: UnsafePointer<HeaderFact>?) -> [String] {
    guard var fact = unsafe first else { return [] }
    var facts: [String] = []
    while let name = unsafe fact.pointee.name {
      unsafe facts.append("\(String(cString: name)) = \(fact.pointee.value)")
      unsafe fact += 1
    }
    return facts
  }
}
