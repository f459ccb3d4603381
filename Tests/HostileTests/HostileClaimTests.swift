import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Small files that claim to be large. No memory is allocated for the claim.
struct HostileClaimTests {
  private static let caf =
    "'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 'lpcm' 00000000 00000002 00000001 00000001 00000010 "
  private static let aiff =
    "'FORM' FFFFFFFF 'AIFC' 'COMM' 00000018 0001 FFFFFFFF 0010 400BFA00000000000000 'NONE' 00 00 "
  private static let wave =
    "FFFFFFFF 'WAVE' 'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000 "

  /// Files of about a hundred bytes. In each, a chunk that the reader parses claims 4 GB or more.
  private static let claims: [(name: String, text: String)] =
    ["data", "pakt", "chan", "info", "strg", "mark", "regn", "inst", "free", "uuid", "srcI"].flatMap
  {
    code in
    [("0000000100000000", "4 GB"), ("7FFFFFFFFFFFFFFF", "all")].map { size, name in
      ("CAF \(code) of \(name)", "\(caf) '\(code)' \(size) FFFFFFFF FFFFFFFF FFFFFFFF")
    }
  }
    + ["SSND", "CHAN", "MARK", "INST", "NAME", "ANNO", "COMT", "FVER", "APPL"].map { code in
      ("AIFC \(code)", "\(aiff) '\(code)' FFFFFFFF 00000000 00000000 FFFFFFFF")
    }
    + ["data", "LIST", "fact", "cue ", "smpl", "inst", "bext", "id3 ", "fmt "].map { code in
      ("WAVE \(code)", "'RIFF' \(wave) '\(code)' FEFFFFFF 'INFO' FFFFFFFF FFFFFFFF")
    }
    + ["00000000 01000000", "FFFFFFFF FFFFFF7F", "FFFFFFFF FFFFFFFF"].map { size in
      (
        "RF64 of \(size)",
        """
        'RF64' FFFFFFFF 'WAVE' 'ds64' 1C000000 \(size) \(size) \(size) FFFFFFFF
        'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000 'data' FFFFFFFF 00010203
        """
      )
    }

  @Test func claimedSizesAllocateNoMemory() {
    var run = HostileRun(.sound)
    for (name, text) in Self.claims {
      let bytes = hex(text)
      #expect(bytes.count <= 110, "\(name) has \(bytes.count) bytes")
      run.attempt(bytes, name)
      let (_, peak) = AllocationMeter.measure { try? SoundFile(parsing: bytes) }
      #expect(peak <= 32 << 10, "\(name): \(peak) bytes of memory to read it")
    }
  }

  /// Adding the claimed size to the chunk's offset overflows. One byte more would be a placeholder.
  @Test func claimOfTheMaximumSize() throws {
    let bytes = hex(Self.caf + "'data' 7FFFFFFFFFFFFFFE 00000001 00010002")
    let sound = try SoundFile(parsing: bytes)
    let error = #expect(throws: SoundError.self) {
      try Conversion(
        of: SoundSource(sound, in: bytes),
        to: ConversionTarget(container: .caf, dataFormat: .ima4))
    }
    #expect(
      error?.reason
        == "the file is truncated: 4 bytes of audio are present, 9223372036854775798 are missing")
  }

  /// The programs accept these files under a memory limit, because they allocate nothing for
  /// claims.
  @Test(
    .enabled(if: AllocationMeter.limitsArePossible, "memory can't be limited here"))
  func commandsAllocateNoMemoryForClaimedSizes() throws {
    let folder = try TemporaryDirectory()
    for (number, claim) in Self.claims.enumerated() {
      try folder.write(hex(claim.text), to: "\(number).\(claim.name.prefix(3).lowercased())")
    }
    // Limit the data segment to these numbers of KiB. A plain sound needs about 4 MB, and
    // `alertsound` also needs the stacks of a few threads.
    let (alone, threaded) = (12_000, 64_000)
    for (command, dataKibibytes) in [
      ("afinfo -i *", alone), ("afinfo -x *", alone), ("alertsound info --json *", threaded),
      ("alertsound check .", threaded),
      (
        "for file in *; do afconvert -f caff -d ima4 $file out || test $? -lt 100 || exit; done",
        alone
      ),
      ("alertsound convert . -o converted --over-limit trim", threaded),
    ] {
      let outcome = try HostileShell(folder, dataKibibytes: dataKibibytes).run(command)
      guard case .exit(let status) = outcome.ending else {
        Issue.record("\(command): \(outcome.ending): \(outcome.errors.suffix(2000))")
        continue
      }
      #expect(status < 100, "\(command): \(outcome.errors.suffix(2000))")
    }
  }
}
