import AlertSound
import CommandSupport
import SoundFormat

@testable import afinfo

/// Whatever a file states about itself, `afinfo` prints it in each of its formats.
enum ReportPromise {
  static func keep(for sound: SoundReport) throws {
    for showsInformation in [false, true] {
      let lines = TextReport(report: sound, showsInformation: showsInformation).lines
      try expect(!lines.isEmpty, "an empty report")
      let xml = XMLReport(
        report: sound, name: "a<b>&\"c\"", index: 0, showsInformation: showsInformation)
      try expect(!xml.lines.isEmpty, "an empty report")
    }
    try expect(!BriefReport(report: sound).lines.isEmpty, "an empty report")
    for property in Property.allCases { _ = property.values(in: sound) }
  }
}
