import Testing

@testable import AlertCore
@testable import SoundFormat

struct TransformSizeTests {
  /// The sizes are those that the transform can have.
  @Test(arguments: [1...1, 1...10, 29...29, 1000...3000, 130_000...131_072])
  func allSizesOfARangeAreFound(range: ClosedRange<Int>) {
    let possible = range.filter { FourierTransform.radices(of: $0) != nil }
    #expect(TransformSize.all(in: range).map(\.count).sorted() == possible)
    #expect(range.filter { TransformSize($0) != nil } == possible)
  }
}
