import Foundation
import TestSupport
import Testing

@testable import SoundFormat

@Suite struct InformationEntryTests {
  /// Each case: seconds and their text. The text is from a real file if a comment names it, otherwise from C's "%g".
  @Test(
    arguments: [
      (0.28, "0.28"), (5, "5"), (4.76, "4.76"), (1.486, "1.486"), (1.5, "1.5"), (30, "30"),
      (29.977, "29.977"), (0, "0"), (0.001, "0.001"), (0.01, "0.01"), (0.0004, "0"), (10, "10"),
      (100, "100"), (1000, "1000"), (0.1, "0.1"),
      // Ties round to the even thousandth.
      (0.2415, "0.242"), (0.1925, "0.192"), (0.0005, "0"), (0.0015, "0.002"), (0.0025, "0.002"),
      // A text has six significant digits: 999.999 fits, 1234.567 doesn't.
      (999.999, "999.999"), (1234.567, "1234.57"), (1234.5, "1234.5"), (12_345.678, "12345.7"),
      (123_456.4, "123456"), (999_999.4, "999999"), (1000.001, "1000"),
      // Sources: bling.wav, pin.wav, toggle.wav, sine440.wav.
      (7166.0 / 44_100, "0.162"), (7272.0 / 48_000, "0.152"), (4392.0 / 48_000, "0.092"),
      (44_100.0 / 44_100, "1"),
    ] as [(Double, String)])
  func writesDurationsAsAppleDoes(seconds: Double, text: String) {
    #expect(InformationEntry.durationText(seconds: seconds) == text)
  }

  /// The rounded seconds as C's "%g" prints them, which is how Apple writes them.
  private func printed(_ thousandths: Int) -> String {
    String(format: "%g", Double(thousandths) / 1000)
  }

  /// From 1000 seconds, only two decimals are left, and printf resolves ties by the number's exact
  /// value.
  @Test func writesDurationsAsPrintfDoes() {
    let below1000Seconds = stride(from: 0, to: 1_000_000, by: 37)
    let above = stride(from: 1_000_000, to: 2_000_000, by: 101).filter { $0 % 10 != 5 }
    let ties = stride(from: 1_000_005, to: 1_001_000, by: 10)
    let different = (Array(below1000Seconds) + above + ties).filter {
      InformationEntry.durationText(seconds: Double($0) / 1000) != printed($0)
    }
    #expect(different == [])
  }
}
