import TestSupport
import Testing

@testable import SoundFormat

@Suite struct TerminatedTextTests {
  private func texts(_ bytes: [UInt8]) -> [String] {
    var reader = ByteReader(bytes, order: .big)
    var texts: [String] = []
    while reader.remainingByteCount > 0 { texts.append(reader.readTerminatedText()) }
    return texts
  }

  @Test func endsAtAZeroByte() {
    #expect(texts(hex("'key' 00 'value' 00")) == ["key", "value"])
  }

  @Test func endsAtTheEnd() {
    #expect(texts(hex("'key' 00 'val'")) == ["key", "val"])
  }

  @Test func mayBeEmpty() {
    #expect(texts(hex("00 00 'x' 00")) == ["", "", "x"])
    #expect(texts([]) == [])
  }

  @Test func replacesInvalidUTF8() {
    #expect(texts(hex("'a' FF 'b' 00")) == ["a\u{FFFD}b"])
    #expect(texts(hex("C3A9 00")) == ["é"])
  }
}
