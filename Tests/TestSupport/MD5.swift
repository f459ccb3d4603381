import Foundation

/// The bytes' MD5 digest as `md5sum` prints it. Source: RFC 1321.
public func md5(_ bytes: [UInt8]) -> String {
  var padded = bytes
  padded.append(0x80)
  padded.append(contentsOf: repeatElement(0, count: (120 - padded.count % 64) % 64))
  padded += (bytes.count * 8).little()

  var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
  var words = [UInt32](repeating: 0, count: 16)
  for block in stride(from: 0, to: padded.count, by: 64) {
    for index in 0..<16 {
      let at = block + 4 * index
      words[index] =
        UInt32(padded[at]) | UInt32(padded[at + 1]) << 8 | UInt32(padded[at + 2]) << 16
        | UInt32(padded[at + 3]) << 24
    }
    var (a, b, c, d) = state
    for step in 0..<64 {
      let mixed: UInt32
      let word: Int
      switch step >> 4 {
      case 0: (mixed, word) = (b & c | ~b & d, step)
      case 1: (mixed, word) = (d & b | ~d & c, (5 * step + 1) & 15)
      case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) & 15)
      default: (mixed, word) = (c ^ (b | ~d), (7 * step) & 15)
      }
      let sum = a &+ mixed &+ sines[step] &+ words[word]
      let rotation = rotations[step / 16 * 4 + step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << rotation | sum >> (32 - rotation)))
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
  }
  return [state.0, state.1, state.2, state.3].map { word in
    let swapped = String(word.byteSwapped, radix: 16)
    return String(repeating: "0", count: 8 - swapped.count) + swapped
  }.joined()
}

private let rotations: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

/// The integer part of 2³² × |sin(i + 1)|, as the RFC defines the table.
private let sines: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 0x1p32) }
