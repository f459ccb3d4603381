internal import SoundFormat
public import SystemPackage

/// One of several parts of a batch, for machines that each convert a part.
///
/// A hash of an output's name decides which part it belongs to. So the machines agree without talking to each other, and
/// a sound stays in its part when others are added or removed.
public struct BatchShard: Hashable, Sendable {
  /// Which part it is, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Names a part; nil if `number` isn't from 1 to `count`.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// Whether an output belongs to this part: the XXH64 of its path's bytes, modulo the number of parts, is one less than
  /// this part's number.
  ///
  /// - Parameter output: Its path in the output folder.
  public func contains(_ output: FilePath) -> Bool {
    ContentDigest.value(of: output.bytes) % UInt64(count) == UInt64(number - 1)
  }
}
