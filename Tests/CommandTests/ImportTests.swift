import Foundation
import SoundFormat
import TestSupport
import Testing

#if canImport(Glibc)
  /// libsndfile gets no file of our own formats, and no file at all if import is disabled.
  struct ImportTests {
    private static let sounds: Result<[String: [UInt8]], any Error> = Result {
      let sound = PlainSound(.bell, frameCount: 2000)
      return [
        "song.ogg": try sound.file(libsndfile: Libsndfile.vorbis),
        "song.au": try sound.file(libsndfile: Libsndfile.au),
        "adpcm.wav": try sound.file(libsndfile: Libsndfile.msADPCM),
        "lossless.caf": try sound.file(libsndfile: Libsndfile.alac16),
        "own.wav": try sound.file(.wave),
      ]
    }

    private static func folder() throws -> ShellFolder { try ShellFolder(sounds.get()) }

    /// Runs a command line and finds out from the dynamic linker's log whether it loaded libsndfile.
    private static func run(
      _ line: String, in folder: ShellFolder
    ) throws -> (outcome: Tool.Outcome, loadsLibrary: Bool) {
      let outcome = try folder.run(
        """
        LD_DEBUG=files LD_DEBUG_OUTPUT="$PWD/linker" \(line)
        status=$?
        cat linker.* >linked; rm linker.*
        exit $status
        """)
      let log = try folder.text("linked")
      try FileManager.default.removeItem(atPath: folder.directory.path("linked"))
      try #require(log.contains("libc.so"))
      return (outcome, log.contains("libsndfile"))
    }

    private static let refusals: [(name: String, reason: String)] = [
      ("song.ogg", "this is an Ogg file, not \(Container.readNames("or"))"),
      ("song.au", "this is Sun audio, not \(Container.readNames("or"))"),
      ("adpcm.wav", "the sound is coded as MS ADPCM ('ms\\x00\\x02')"),
    ]

    private static let advice =
      "export the sound as WAV, AIFF or CAF, or leave --no-import out if you trust the file"

    private static let lines = [
      "afconvert NAME out.caf -d ima4 --no-import", "afconvert --no-import -d ima4 NAME out.caf",
      "alertsound convert -q 0 NAME -o out.caf --no-import --quiet",
      "alertsound compare own.wav NAME --no-import",
      "alertsound compare NAME --formats --no-import",
      "afconvert own.wav out.caf -d ima4 --over-limit default --default-sound NAME --no-import",
      "alertsound convert -q 0 own.wav -o out.caf --default-sound NAME --no-import",
      "alertsound convert -q 0 NAME -o out.caf --no-import --no-import --quiet",
      "alertsound convert -q 0 NAME -o out.caf --quiet --options <(echo --no-import)",
    ]

    @Test(arguments: lines.indices.map { (lines[$0], refusals[$0 % refusals.count]) })
    func foreignFilesAreRejectedByName(line: String, refusal: (name: String, reason: String)) throws
    {
      let folder = try Self.folder()
      let (outcome, loadsLibrary) = try Self.run(
        line.replacingOccurrences(of: "NAME", with: refusal.name), in: folder)
      #expect(!loadsLibrary)
      #expect(outcome.ending == .exit(1))
      #expect(outcome.outputText == "")
      #expect(
        outcome.errorLines.last
          == "\(refusal.name): error: \(refusal.reason); \(Self.advice)")
      #expect(try folder.files() == Self.sounds.get().keys.sorted())
    }

    /// Without --no-import, these lines load libsndfile.
    @Test(arguments: [
      "afconvert song.ogg out.caf -d ima4", "alertsound convert -q 0 song.au -o out.caf --quiet",
      "alertsound compare adpcm.wav own.wav", "alertsound info song.ogg", "afinfo song.ogg",
    ])
    func foreignFilesAreReadByDefault(line: String) throws {
      let (outcome, loadsLibrary) = try Self.run(line, in: Self.folder())
      #expect(loadsLibrary)
      expectSuccess(outcome)
    }

    /// Without libsndfile, reports state what the headers say.
    @Test func reportsWorkWithoutImport() throws {
      let folder = try Self.folder()
      let names = try Self.sounds.get().keys.sorted().joined(separator: " ")
      let (report, reportLoads) = try Self.run("afinfo --no-import \(names)", in: folder)
      #expect(!reportLoads)
      expectErrors(
        report,
        """
        Fail: AudioFileOpenURL failed
        song.au: error: \(Self.refusals[1].reason); \(Self.advice)
        Fail: AudioFileOpenURL failed
        song.ogg: error: \(Self.refusals[0].reason); \(Self.advice)

        """)
      #expect(report.outputText.components(separatedBy: "File type ID:").count == 4)
      let (page, pageLoads) = try Self.run("alertsound info --no-import \(names)", in: folder)
      #expect(!pageLoads)
      #expect(page.ending == .exit(1))
      #expect(page.outputText.contains("the sound is coded as MS ADPCM ('ms\\x00\\x02')"))
      // iOS plays only our own formats, so a check decodes no other format.
      let (check, checkLoads) = try Self.run("alertsound check --listen \(names)", in: folder)
      #expect(!checkLoads)
      #expect(check.ending == .exit(1))
    }

    /// Files of every container, truncated or with an inverted byte in the header.
    private static func damagedFiles() throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for container in Container.writable {
        let whole = try soundFile(
          container, container.dataFormats[0], frameCount: 40, usesFiller: false)
        let headerByteCount = whole.count - 40
        for count in stride(from: 12, to: headerByteCount, by: 7) {
          files["\(container)-cut-\(count)"] = Array(whole.prefix(count))
        }
        for offset in stride(from: 12, to: headerByteCount, by: 3) {
          var bytes = whole
          bytes[offset] ^= 0xFF
          files["\(container)-changed-\(offset)"] = bytes
        }
      }
      return files
    }

    @Test func damagedNativeFilesAreNotPassedToLibsndfile() throws {
      let folder = try ShellFolder()
      let files = try Self.damagedFiles()
      for (name, bytes) in files { try folder.write(bytes, to: "in/\(name).wav") }
      for line in [
        "afinfo -b in/*", "alertsound info in/* --json", "alertsound check in",
        "alertsound convert -q 0 in -o out -f caff -d LEI16",
      ] {
        let (outcome, loadsLibrary) = try Self.run(line, in: folder)
        #expect(!loadsLibrary, "\(line)")
        #expect([.exit(0), .exit(1)].contains(outcome.ending), "\(line)")
      }
    }

    /// libsndfile takes a file `._` in the working directory for the resource fork of a sound without a name.
    @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func noOtherFileIsPartOfTheSound() throws {
      let text = Array(" a text, not a sound".utf8)
      // Files that begin nearly as those of IRCAM (twice), MIDI sample dumps, Matlab 4, and HTK.
      let beginnings: [[UInt8]] = [
        Array("dab".utf8) + [0], [0] + Array("bad".utf8), [0x3F, 0x7E, 0x3F, 1],
        [0, 0, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, 0, 7, 0, 0, 0, 7, 0, 2, 0, 0],
      ]
      var files = ["text.mp2": text]
      for (index, beginning) in beginnings.enumerated() { files["\(index).raw"] = beginning + text }
      let folder = try ShellFolder(files)
      try Tool.ffmpeg.run([
        "-v", "error", "-nostdin", "-f", "lavfi", "-i", "sine=d=0.2",
        folder.directory.path("a.mp2"),
      ])
      let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0]
      try folder.write(tag + folder.directory.read("a.mp2"), to: "tagged.mp2")
      let names = ["a.mp2", "tagged.mp2"] + files.keys.sorted()
      func outputs() throws -> [String] {
        try names.map { name in
          let outcome = try folder.run("afconvert \(name) out.caf -f caff -d ima4")
          return "\(outcome.ending) \(outcome.errors)"
        }
      }
      let alone = try outputs()
      #expect(alone[..<2].allSatisfy { $0.hasPrefix("\(Tool.Ending.exit(0))") }, "\(alone)")
      for error in alone[2...] {
        #expect(error.contains("this is not a \(Container.readNames("or")) file"), "\(error)")
      }
      try folder.write([], to: "._")
      #expect(try outputs() == alone)
    }

    /// Each case: a missing library, a line that needs it, and the advice. The exit status blames no file.
    @Test(
      .ifMountsArePossible,
      arguments: [
        (
          "libsndfile.so.1", "alertsound convert song.ogg -o out.caf",
          "install it (libsndfile1)"
        ),
        (
          "libsndfile.so.1", "afconvert song.ogg out.caf -d ima4",
          "install it (libsndfile1)"
        ),
        (
          "libsamplerate.so.0",
          "alertsound convert own.wav -o out.caf -d LEI16@8000 --resampler libsamplerate",
          "install it (libsamplerate0), or use the built-in resampler"
        ),
        (
          "libsamplerate.so.0", "afconvert own.wav out.caf -d LEI16@8000 --resampler libsamplerate",
          "install it (libsamplerate0), or use the built-in resampler"
        ),
      ])
    func aMissingLibraryIsAFailureOfTheSystem(
      library: String, line: String, advice: String
    ) throws {
      let folder = try Self.folder()
      let outcome = try Self.run(line, without: library, in: folder)
      #expect(outcome.ending == .exit(74))
      #expect(outcome.errors.contains("is not installed; \(advice)"), "\(outcome.errors)")
      #expect(try !folder.files().contains("out.caf"))
    }

    @Test(.ifMountsArePossible)
    func anOggFileWithoutTheLibraryIsNotDamaged() throws {
      let folder = try Self.folder()
      let outcome = try Self.run("alertsound info song.ogg", without: "libsndfile.so.1", in: folder)
      #expect(outcome.outputText.contains("- error: this is an Ogg file, outside Apple's list"))
      #expect(!outcome.outputText.contains("copy it again"))
    }

    /// The built-in resampler needs no library, and gives the same bytes without it.
    @Test(
      .ifMountsArePossible,
      arguments: [
        "alertsound convert own.wav -o out.caf -d LEI16@8000",
        "afconvert own.wav out.caf -d LEI16@8000", "afconvert own.wav out.caf -d LEI16@8000 -r 0",
        "afconvert own.wav out.caf -d LEI16 --resampler libsamplerate",
      ])
    func libsamplerateIsOnlyNeededIfItIsNamed(line: String) throws {
      let (folder, other) = (try Self.folder(), try Self.folder())
      let outcome = try Self.run(line, without: "libsamplerate.so.0", in: folder)
      expectSuccess(outcome)
      #expect(try other.run(line).ending == .exit(0))
      #expect(try folder.read("out.caf") == other.read("out.caf"))
    }

    /// Runs a command as if a library weren't installed.
    private static func run(
      _ line: String, without library: String, in folder: ShellFolder
    ) throws -> Tool.Outcome {
      try folder.write(
        """
        for file in $(ldconfig -p | sed -n 's|.*\(library) .*=> ||p'); do
          mount --bind /dev/null $(realpath $file) || exit 77
        done
        \(line)
        """, to: "script")
      return try folder.run("exec unshare -rm bash script")
    }
  }
#endif
