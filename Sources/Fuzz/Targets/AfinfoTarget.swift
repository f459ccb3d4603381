import AlertSound
import CommandSupport
import SoundFormat

@testable import afinfo

/// A command line of `afinfo`, a word a line, and its reports on a file.
enum AfinfoTarget {
  static func run(_ bytes: [UInt8]) {
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      CommandArgument(String(decoding: $0, as: UTF8.self))
    }
    do throws(Arguments.ParseError) {
      let arguments = try Arguments(parsing: words)
      expect(arguments.asksForHelp || !arguments.files.isEmpty, "nothing to do")
    } catch {
      expect(!error.message.isEmpty, "refused without a word")
    }
  }

  /// Makes every report on a sound.
  static func report(on sound: SoundReport) {
    for showsInformation in [false, true] {
      let lines = TextReport(report: sound, showsInformation: showsInformation).lines
      expect(!lines.isEmpty, "an empty report")
      let xml = XMLReport(
        report: sound, name: "a<b>&\"c\"", index: 0, showsInformation: showsInformation)
      expect(!xml.lines.isEmpty, "an empty report")
    }
    expect(!BriefReport(report: sound).lines.isEmpty, "an empty report")
    for property in Property.allCases { _ = property.values(in: sound) }
  }
}
