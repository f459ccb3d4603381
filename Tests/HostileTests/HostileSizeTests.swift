import SoundFormat
import TestSupport
import Testing

struct HostileSizeTests {
  /// The location of a size in a file.
  private struct Field {
    let name: String
    let offset: Int
    let byteCount: Int
    let order: ByteOrder

    func bytes(_ value: UInt64) -> [UInt8] {
      order == .little ? value.little(byteCount: byteCount) : value.big(byteCount: byteCount)
    }
  }

  private static func fields(of file: SmallFile) throws -> [Field] {
    let sound = try SoundFile(parsing: file.bytes)
    let isCAF = sound.container == .caf
    let isBig = [UInt8(ascii: "F"), UInt8(ascii: "c")].contains(file.bytes[0])
    let order: ByteOrder = isBig || file.bytes[3] == UInt8(ascii: "X") ? .big : .little
    let byteCount = isCAF ? 8 : 4
    var fields = sound.chunks.map {
      Field(
        name: "\($0.identifier)", offset: $0.bodyOffset - byteCount, byteCount: byteCount,
        order: order)
    }
    if !isCAF { fields.append(Field(name: "form", offset: 4, byteCount: 4, order: order)) }
    if let long = sound.chunks.first(where: { $0.identifier == "ds64" }) {
      for (index, name) in ["form", "data", "frames"].enumerated() {
        fields.append(
          Field(
            name: "ds64 \(name)", offset: long.bodyOffset + 8 * index, byteCount: 8, order: order))
      }
    }
    return fields
  }

  /// Sets each size to powers of two and their neighbours, some of them negative when read as
  /// signed. These sizes lead past the end, into the next chunk, or back.
  @Test(arguments: SmallFile.all)
  func everySizeAtEveryPowerOfTwo(file: SmallFile) throws {
    var run = HostileRun(.sound)
    for field in try Self.fields(of: file) {
      for value in PowersOfTwo.neighbours(bitCount: 8 * field.byteCount) {
        run.attempt(
          file.bytes.replacing(at: field.offset, with: field.bytes(value)),
          "size of \(field.name): \(value)")
      }
    }
  }

  /// Sizes that lead from every chunk to every other chunk's header and middle. Forwards, the chunks
  /// overlap. Backwards, a reader that adds negative sizes would read the same chunks forever.
  @Test(arguments: SmallFile.all)
  func everySizeThatReachesAnotherChunk(file: SmallFile) throws {
    var run = HostileRun(.sound)
    let fields = try Self.fields(of: file)
    for field in fields {
      for target in fields {
        for distance in [0, 1, -field.byteCount, 4 - 2 * field.byteCount] {
          let size = target.offset + distance - field.offset - field.byteCount
          run.attempt(
            file.bytes.replacing(
              at: field.offset, with: field.bytes(UInt64(bitPattern: Int64(size)))),
            "size of \(field.name): \(size)")
        }
      }
    }
  }

  /// RF64 has a separate chunk for its sizes. It may be duplicated, too late or too short.
  @Test func longSizesThatContradictEachOther() throws {
    var run = HostileRun(.sound)
    let file = try #require(SmallFile.all.first { $0.description == "RF64 A-law" })
    let long = try #require(try SoundFile(parsing: file.bytes).chunks.first)
    let chunk = Array(file.bytes[12..<long.bodyOffset + long.byteCount])
    run.attempt(Array(file.bytes[..<12] + chunk + file.bytes[12...]), "twice")
    run.attempt(Array(file.bytes[..<12] + file.bytes[(12 + chunk.count)...] + chunk), "at the end")
    run.attempt(Array(file.bytes[..<12] + file.bytes[(12 + chunk.count)...]), "not at all")
    for count in 0..<long.byteCount {
      var short = chunk.prefix(8 + count)
      short[short.startIndex + 4] = UInt8(count)
      run.attempt(
        Array(file.bytes[..<12] + short + file.bytes[(12 + chunk.count)...]), "\(count) bytes")
    }
    // Try a table of sizes that claims the largest number of entries.
    run.attempt(
      file.bytes.replacing(at: long.bodyOffset + 24, with: hex("FFFFFFFF")), "a table of sizes")
  }
}
