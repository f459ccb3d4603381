internal import SoundFormat

/// Sets a fixed serial number in the pages of an Ogg file while it is being written.
///
/// Encoders choose the number at random, so that streams can be multiplexed. Without a fixed number, converting the
/// same sound again would give a different file.
struct OggRenumbering: Sendable {
  /// The serial number of the files that this library writes: `aSnd`.
  private static let serialNumber: UInt32 = 0x646E_5361

  /// The beginning of a page that isn't complete yet.
  private var pending: [UInt8] = []

  var isComplete: Bool { pending.isEmpty }

  /// Takes the next bytes and returns the pages that they complete.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(SoundFileError) -> [UInt8] {
    pending += bytes
    var complete: [UInt8] = []
    var rest = pending[...]
    while let byteCount = try OggPage.byteCount(beginning: rest), byteCount <= rest.count {
      var page = OggPage(rest.prefix(byteCount))
      page.renumber(as: Self.serialNumber)
      complete += page.bytes
      rest = rest.dropFirst(byteCount)
    }
    pending = Array(rest)
    return complete
  }
}
