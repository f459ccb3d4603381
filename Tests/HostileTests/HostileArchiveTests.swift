import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

/// Archives with false contents, and with names that lead out of the archive.
struct HostileArchiveTests {
  private static let app = "Payload/App.app/"
  /// A short IMA4 sound, used in every archive of these tests.
  private static let sound = ShortSounds.all[2]

  private static func archive(
    _ entries: [ZipWriter.Entry], usesLongNumbers: Bool = false
  ) -> [UInt8] {
    var writer = ZipWriter(entries)
    writer.usesLongNumbers = usesLongNumbers
    return writer.bytes
  }

  /// Archives that are mostly headers. The files aren't sounds, so checking them is quick.
  private static func small(usesLongNumbers: Bool) -> [UInt8] {
    archive(
      [
        ZipWriter.Entry(deflating: [1, 2, 3], as: "Payload/A.app/s.wav"),
        ZipWriter.Entry("Payload/A.app/l.caf", linkTo: "s.wav"),
      ], usesLongNumbers: usesLongNumbers)
  }

  @Test(arguments: [false, true])
  func everyTruncation(usesLongNumbers: Bool) {
    var run = HostileRun(.archive)
    let file = Self.small(usesLongNumbers: usesLongNumbers)
    for count in 0..<file.count {
      run.attempt(Array(file.prefix(count)), "cut to \(count) bytes")
      #expect(throws: SoundFileError.self) { try ZipArchive(Array(file.prefix(count))) }
      run.attempt(Array(file.suffix(count)), "the last \(count) bytes")
    }
  }

  @Test(arguments: [false, true])
  func everyByteAtItsExtremes(usesLongNumbers: Bool) {
    var run = HostileRun(.archive)
    let file = Self.small(usesLongNumbers: usesLongNumbers)
    // Damage the local headers only in the archive without long numbers, because they are the same
    // in both archives.
    let directory = file.count - (usesLongNumbers ? 56 + 20 + 22 + 2 * 28 : file.count)
    run.attempt(file, setting: file.indices[directory...], to: [[0], [0x7F], [0x80], [0xFF]])
  }

  /// 32- and 64-bit sizes, offsets and counts at their limits.
  @Test func everyNumberAtItsExtremes() {
    var run = HostileRun(.archive)
    let file = Self.small(usesLongNumbers: true)
    let values = ["FFFFFF7F", "FFFFFFFFFFFFFFFF", "FFFFFFFFFFFFFF7F"].map { hex($0) }
    run.attempt(file, setting: file.indices.dropLast(8), to: values)
  }

  /// The directory's offset and length in the end record.
  @Test func everyDirectoryOffset() {
    var run = HostileRun(.archive)
    let file = Self.small(usesLongNumbers: false)
    func little(_ value: Int) -> [UInt8] { UInt64(value).little(byteCount: 4) }
    let end = file.count - 22
    for place in stride(from: 0, through: file.count, by: 7) {
      run.attempt(file.replacing(at: end + 16, with: little(place)), "a directory at \(place)")
      run.attempt(
        file.replacing(at: end + 12, with: little(place)), "a directory of \(place) bytes")
      run.attempt(
        file.replacing(at: end + 12, with: little(file.count - place) + little(place)),
        "a directory from \(place) to the end")
    }
    // Try the end record as the directory, two end records, and an end record in the other's comment.
    run.attempt(file.replacing(at: end + 12, with: little(22) + little(end)), "itself")
    run.attempt(file + file[end...], "two ends")
    var nested = file
    nested.replaceSubrange(end + 20..<end + 22, with: [22, 0])
    run.attempt(nested + file[end...], "an end in an end's comment")
  }

  private static let names: [[UInt8]] =
    [
      "../ring.caf", "../../../../../../etc/ring.caf", "/etc/ring.caf", "Payload/../../ring.caf",
      app + "../../../ring.caf", app + "..", app + "../ring.caf", app + "./ring.caf",
      "./" + app + "ring.caf",
      "..\\ring.caf", app + "..\\..\\ring.caf", "C:\\ring.caf", "\\\\host\\ring.caf", "~/ring.caf",
      app + "ring\0.caf", app + "\0", "", "/", "//", app + "/ring.caf", app + "ring.caf/",
      app + "ring.caf/x.caf",
      app + "\u{202E}fac.gnir", app + "ring.caf\n", app + "\u{1B}[2J.caf", app + "CON.caf",
      app + "-rf.caf",
      "Payload/App.app/Payload/App.app/Payload/App.app/ring.caf", "Payload/.app/ring.caf",
      "Payload/..app/ring.caf",
      app + String(repeating: "x", count: 4096),
      app + String(repeating: "d/", count: 2000) + "ring.caf",
      String(repeating: "../", count: 1000), app + String(repeating: "y", count: 65_000) + ".caf",
    ].map { Array($0.utf8) } + [Array((app + "r").utf8) + [0xFF, 0xFE, 0xC3] + Array(".caf".utf8)]

  @Test(arguments: names.indices)
  func namesThatLeaveTheArchive(index: Int) throws {
    let name = Self.names[index]
    var run = HostileRun(.archive)
    for (kind, mode) in [
      ("file", UInt32(0o100644)), ("link", 0o120777), ("folder", 0o040755), ("pipe", 0o010644),
    ] {
      var entry = ZipWriter.Entry("", Self.sound)
      entry.name = name
      entry.mode = mode
      let file = Self.archive([entry, ZipWriter.Entry(Self.app + "ring.caf", Self.sound)])
      run.attempt(file, "a \(kind) named \(String(decoding: name.prefix(80), as: UTF8.self))")
      for entry in try ZipArchive(file).entries {
        #expect(entry.path.isRelative)
        #expect(!entry.path.components.contains { $0.kind != .regular })
        #expect(!entry.path.isEmpty)
      }
      // The check still finds the other sound.
      #expect(try ZipArchive(file).entries.contains { $0.path == "Payload/App.app/ring.caf" })
    }
  }

  @Test(arguments: [
    "../../../../../../etc/passwd", "/etc/passwd", "..", "../..", "../App.app/ring.caf", "link.caf",
    ".", "/",
    "ring.caf/..", "ring.caf/../../../ring.caf", "\0", "folder", "folder/../../../ring.caf", "",
  ])
  func linksThatLeaveTheArchive(target: String) {
    var run = HostileRun(.archive)
    run.attempt(
      Self.archive([
        ZipWriter.Entry(Self.app + "ring.caf", Self.sound),
        ZipWriter.Entry(Self.app + "link.caf", linkTo: target),
        ZipWriter.Entry(Self.app + "folder", linkTo: target),
        ZipWriter.Entry(Self.app + "folder/ring.caf", Self.sound),
      ]), "links to \(target)")
  }

  @Test func duplicateNames() {
    var run = HostileRun(.archive)
    let names = [
      "ring.caf", "RING.CAF", "Ring.caf", "ring.caf", "ri\u{301}ng.caf", "r\u{ED}ng.caf",
      "ring.caf/",
    ]
    run.attempt(Self.archive(names.map { ZipWriter.Entry(Self.app + $0, Self.sound) }), "twice")
    let apps = ["App.app", "APP.APP", "app.app", "App.app.app"]
    run.attempt(
      Self.archive(apps.map { ZipWriter.Entry("Payload/\($0)/ring.caf", Self.sound) }), "apps")
    // Try a file, a folder and a link at the same path, in every order.
    var folder = ZipWriter.Entry(Self.app + "ring.caf/", [])
    folder.mode = 0o040755
    let kinds = [
      ZipWriter.Entry(Self.app + "ring.caf", Self.sound), folder,
      ZipWriter.Entry(Self.app + "ring.caf", linkTo: "ring.caf"),
      ZipWriter.Entry(Self.app + "ring.caf/ring.caf", Self.sound),
    ]
    for first in kinds.indices {
      for second in kinds.indices {
        run.attempt(Self.archive([kinds[first], kinds[second]]), "\(first) and \(second)")
      }
    }
  }

  /// Following each link by itself would take a minute, and listing each app by itself would compare all entries with
  /// all apps.
  @Test func workThatMultiplies() {
    var run = HostileRun(.archive)
    let detour = String(repeating: "d/../", count: 800)
    // The last link of the chain leads to a sound, to nothing, or into the chain.
    for end in ["ring.caf", "nothing", "l9"] {
      let chain = (0..<40).map {
        ZipWriter.Entry("\(Self.app)l\($0)", linkTo: detour + ($0 < 39 ? "l\($0 + 1)" : end))
      }
      let sounds = (0..<500).map {
        ZipWriter.Entry("\(Self.app)\($0).caf", linkTo: detour + "l\($0 % 40)")
      }
      let others = ["ring.caf", "d/x"].map { ZipWriter.Entry(Self.app + $0, []) }
      run.attempt(Self.archive(chain + sounds + others), "500 links to a chain to \(end)")
    }
    run.attempt(
      Self.archive((0..<8000).map { ZipWriter.Entry("Payload/\($0).app/a.caf", []) }), "8000 apps")
  }

  /// Many sounds share bytes of the archive, but no byte is read more than once.
  @Test func overlappingEntries() throws {
    let (deflated, byteCount) = Deflate.zeros(runCount: 2000)
    let entries = (0..<60).map { index in
      var entry = ZipWriter.Entry(Self.app + "\(index).caf", [])
      if index == 0 { entry.stored = deflated }
      entry.byteCount = byteCount
      entry.method = 8
      entry.headerOffset = 0
      return entry
    }
    let file = Self.archive(entries)
    var run = HostileRun(.archive)
    run.attempt(file, "one local header")
    let archive = try ZipArchive(file)
    #expect(archive.entries.count == 60)
    let readable = archive.entries.filter { (try? archive.contents(of: $0)) != nil }
    #expect(readable.count <= 1)

    // Nest the files: each file's data contains the headers and the data of all files after it.
    var nested: [UInt8] = []
    var listed: [ZipWriter.Entry] = []
    for index in (0..<20).reversed() {
      let entry = ZipWriter.Entry("\(index)", nested)
      nested = Array(ZipWriter([entry]).bytes.prefix(30 + entry.name.count + nested.count))
      listed.append(entry)
    }
    let outer = ZipWriter.Entry(Self.app + "0.caf", nested)
    let inner = listed.enumerated().map { index, entry in
      var entry = entry
      entry.localName = entry.name
      entry.stored = []
      entry.headerOffset = 30 + outer.name.count + 31 * index
      return entry
    }
    run.attempt(Self.archive([outer] + inner), "one inside the other")
  }

  /// A file's stated length is too small, too large, or the largest in 64 bits.
  @Test func falseLengths() {
    var run = HostileRun(.archive)
    for usesLongNumbers in [false, true] {
      for isDeflated in [false, true] {
        for byteCount in [
          0, 1, 100, 1 << 20, 256 << 20, 256 << 20 + 1, 1 << 31, 0xFFFF_FFFE, 0xFFFF_FFFF, Int.max,
        ] {
          let name = Self.app + "ring.caf"
          var entry =
            isDeflated
            ? ZipWriter.Entry(deflating: Self.sound, as: name) : ZipWriter.Entry(name, Self.sound)
          entry.byteCount = byteCount
          run.attempt(
            Self.archive([entry], usesLongNumbers: usesLongNumbers),
            "\(byteCount) bytes, deflated: \(isDeflated), long: \(usesLongNumbers)")
        }
      }
    }
  }

  /// Zip bombs with a thousand zeros per byte. The check stops reading once the bytes can't be a
  /// sound, and keeps little in memory.
  @Test(arguments: [40, 4000, 200_000])
  func bombs(runCount: Int) throws {
    let (deflated, byteCount) = Deflate.zeros(runCount: runCount)
    var entry = ZipWriter.Entry(Self.app + "ring.caf", [])
    (entry.stored, entry.method) = (deflated, 8)
    for claim in [byteCount, byteCount - 1, byteCount + 1, 100, deflated.count * 1032, 256 << 20] {
      entry.byteCount = claim
      let file = Self.archive([entry])
      let path = ScratchFile.holding(file)
      let (_, peak) = AllocationMeter.measure { SoundCheck().check(path) { _ in } }
      // Allow 2 MiB for the results and an inflated piece, which is in memory twice while it grows.
      #expect(peak < 2 << 20, "\(claim) bytes in \(deflated.count): \(peak) bytes of memory")
    }
  }

  /// An archive lists each nested folder in a few bytes, but the total length of their paths grows
  /// quadratically.
  @Test func deepFolders() throws {
    var run = HostileRun(.archive)
    let deep = String(repeating: "d/", count: 2000)
    let file = Self.archive(
      (0..<50).map { ZipWriter.Entry("\(Self.app)\($0)/\(deep)ring.caf", []) })
    run.attempt(file, "folders 2000 deep")
    let (apps, peak) = AllocationMeter.measure {
      try? AppBundle.apps(in: InputFile(path: ScratchFile.holding(file)))
    }
    #expect(apps == nil)
    #expect(peak < 16 * file.count)
    let archive = try ZipArchive(Self.archive([ZipWriter.Entry(deep + "ring.caf", [])]))
    #expect(archive.notes.map(\.message).first?.hasSuffix("it is nested too deeply") == true)
    // Try the greatest depth that is allowed.
    let shallow = String(repeating: "d/", count: 60)
    run.attempt(
      Self.archive(
        (0..<3).map { ZipWriter.Entry("\(Self.app)\($0)/\(shallow)ring.caf", Self.sound) }),
      "folders 60 deep")
  }

  /// An archive inside an archive isn't opened, even if it has the name of an app or a sound.
  @Test func archiveInAnArchive() {
    var file = Self.small(usesLongNumbers: false)
    var run = HostileRun(.archive)
    for depth in 1...4 {
      file = Self.archive([
        ZipWriter.Entry(Self.app + "App.ipa", file), ZipWriter.Entry(Self.app + "a.caf", file),
      ])
      run.attempt(file, "\(depth) archives deep")
    }
  }

  /// No file appears beside the archive, whatever names it contains.
  @Test func commandsWriteNothing() throws {
    let folder = try TemporaryDirectory()
    let entries = Self.names.map { name in
      var entry = ZipWriter.Entry("", Self.sound)
      entry.name = name
      return entry
    }
    try folder.write(
      Self.archive(entries + [ZipWriter.Entry(Self.app + "ok.caf", Self.sound)]), to: "App.ipa")
    let shell = HostileShell(folder, dataKibibytes: 64_000)
    for command in [
      "alertsound check App.ipa", "alertsound check --json .", "alertsound info App.ipa",
      "alertsound resolve ../ring.caf --bundle App.ipa",
      "alertsound resolve /etc/ring.caf --in App.ipa",
      "alertsound resolve ok.caf --bundle App.ipa", "alertsound resolve ring.caf --in App.ipa",
      "afinfo App.ipa", "afconvert -f caff -d ima4 App.ipa out.caf",
    ] {
      let outcome = try shell.run(command)
      guard case .exit(let status) = outcome.ending, status < 100 else {
        Issue.record("\(command): \(outcome.ending): \(outcome.errors.suffix(2000))")
        continue
      }
      #expect(try folder.names == ["App.ipa"], "\(command)")
    }
  }
}
