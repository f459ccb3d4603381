import SoundFormat
import TestSupport
import Testing

/// Streams of AAC in ADTS with false headers.
struct HostileADTSTests {
  /// A frame's length includes its header, but a file may state less than the header's length.
  @Test func everyLengthOfAFrame() {
    var run = HostileRun(.sound)
    let stream = SmallFile.adts()
    for place in [0, 10, 19] {
      for length in Array(0..<64) + PowersOfTwo.neighbours(bitCount: 13).map({ Int($0) }) {
        var bytes = stream
        bytes[place + 3] = bytes[place + 3] & 0xFC | UInt8(length >> 11 & 3)
        bytes[place + 4] = UInt8(length >> 3 & 0xFF)
        bytes[place + 5] = bytes[place + 5] & 0x1F | UInt8(length << 5 & 0xE0)
        run.attempt(bytes, "\(length) bytes in the frame at \(place)")
        run.attempt(bytes + zeros(8192), "\(length) bytes in the frame at \(place), and more")
      }
    }
  }

  /// All values of the header bytes that state the rate, the channels and the number of packets.
  @Test func everyCoding() {
    var run = HostileRun(.sound)
    let stream = SmallFile.adts()
    for offset in 1..<7 {
      for value in UInt8.min ... .max {
        var bytes = stream
        for place in [0, 10, 19] { bytes[place + offset] = value }
        run.attempt(bytes, "\(value) at \(offset) in all frames")
        bytes = stream
        bytes[10 + offset] = value
        run.attempt(bytes, "\(value) at \(offset) in the second frame")
      }
    }
  }

  @Test func tagsWithoutEnd() {
    var run = HostileRun(.sound)
    for (name, file) in EndlessTags.files(around: SmallFile.adts()) {
      run.attempt(file, name)
      let counted = CountedFile(file)
      _ = try? SoundFile(in: counted)
      #expect(counted.readByteCount <= 9 * file.count)
    }
  }

  /// Thousands of short frames or hundreds of long frames. The reader reads blocks, and each byte a
  /// few times at most.
  @Test(arguments: [0, 1, 8184])
  func framesWithoutEnd(contentByteCount: Int) {
    var run = HostileRun(.sound)
    let stream = SmallFile.adts(Array(repeating: zeros(contentByteCount), count: 300))
    let frames = Array(repeatElement(stream, count: contentByteCount < 2 ? 40 : 1).joined())
    for end in [[], [0xFF], Array(stream.prefix(6)), zeros(3000)] {
      run.attempt(frames + end, "frames of \(contentByteCount), and \(end.count) bytes")
      let file = CountedFile(frames + end)
      _ = try? SoundFile(in: file)
      #expect(file.readByteCount <= 9 * (frames.count + end.count))
      #expect(file.readCount <= 400)
    }
  }
}
