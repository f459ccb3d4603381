import SoundFormat
import Testing

@Suite struct FourCharCodeTests {
  @Test func theFirstCharacterIsMostSignificant() {
    #expect(("caff" as FourCharCode).rawValue == 0x6361_6666)
    #expect(FourCharCode(rawValue: 0x666D_7420) == "fmt ")
  }

  @Test func describesPrintableCodesAsTheyAre() {
    #expect(("aac " as FourCharCode).description == "aac ")
    #expect(FourCharCode(rawValue: 0x207E_2020).description == " ~  ")
  }

  /// `afconvert -hf` prints Microsoft's codecs this way.
  @Test func describesOtherBytesInHexadecimal() {
    #expect(FourCharCode(rawValue: 0x6D73_0011).description == "ms\\x00\\x11")
    #expect(FourCharCode(rawValue: 0x7F80_FF1F).description == "\\x7f\\x80\\xff\\x1f")
  }
}
