import SoundFormat
import Testing

@Suite struct SoundFileErrorTests {
  @Test func isEqualByCode() {
    #expect(SoundFileError(.malformed, "a", at: 1) == SoundFileError(.malformed, "b"))
    #expect(SoundFileError(.malformed, "a") != SoundFileError(.truncated, "a"))
  }

  @Test func descriptionNamesTheOffset() {
    #expect(SoundFileError(.malformed, "bad rate", at: 20).description == "bad rate (at byte 20)")
    #expect(SoundFileError(.empty, "the file is empty").description == "the file is empty")
    #expect(Note("odd", at: 7).description == "odd (at byte 7)")
    #expect(Note("odd").description == "odd")
  }
}
