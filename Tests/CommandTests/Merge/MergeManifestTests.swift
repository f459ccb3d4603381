import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound merge --manifest`: the parts' manifests become the manifest of all sounds.
struct MergeManifestTests {
  private static func mixedSounds() throws -> [String: [UInt8]] {
    var sounds = try SoundFolder.sounds.get()
    sounds["long.wav"] = try SoundFolder.longSound.get()
    sounds["bad.wav"] = [1, 2, 3]
    sounds["deep.wav"] = sounds["bell.wav"]
    sounds["é \"q\"/\\.wav"] = sounds["bell.wav"]
    return sounds
  }

  /// Parts, and the manifest of an undivided run, `whole.json`.
  private static func folder(_ options: String = "") throws -> PartedFolder {
    let folder = try PartedFolder([:])
    for (name, bytes) in try mixedSounds() { try folder.sounds.write(bytes, to: "in/\(name)") }
    // Advice in a manifest names the output folder, so all have the same.
    for number in 1...3 {
      _ = try folder.sounds.convert(
        "in -o out --shard \(number)/3 --manifest m\(number).json \(options)")
      _ = try folder.run("rm -rf part\(number); mv out part\(number)")
    }
    _ = try folder.sounds.convert("in -o out --manifest whole.json \(options)")
    _ = try folder.run("rm -r out")
    return folder
  }

  private static let manifests = "m1.json m2.json m3.json"

  @Test(arguments: ["", "--over-limit omit", "--over-limit warn -d LEI16", "--limit 12.3456"])
  func theManifestIsThatOfAnUndividedRun(options: String) throws {
    let folder = try Self.folder(options)
    let outcome = try folder.merge(
      "m3.json part3 part1 m1.json m2.json part2 -o out --manifest m.json")
    #expect(outcome.ending == .exit(0))
    let bytes = try folder.sounds.read("m.json")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == String(decoding: try folder.sounds.read("whole.json"), as: UTF8.self))
    // The same from manifests alone.
    #expect(
      try folder.succeed("\(Self.manifests) -o out --manifest n.json") == "9 sounds in the manifest"
    )
    #expect(try folder.sounds.read("n.json") == bytes)
    // Merging is associative, and repeats count once.
    try folder.succeed("m2.json m3.json -o out --manifest x.json")
    try folder.succeed("x.json m1.json m2.json x.json -o out --manifest n.json")
    #expect(try folder.sounds.read("n.json") == bytes)
    let shown = try folder.merge("\(Self.manifests) -o out --manifest -")
    #expect(shown.output == bytes)
    #expect(shown.errors == "9 sounds in the manifest\n")
  }

  /// Other programs may have changed the white space, the order of keys, or added something.
  @Test func otherLayoutsAndNewFieldsAreKept() throws {
    let folder = try Self.folder()
    for (name, options) in [
      ("m1.json", [JSONSerialization.WritingOptions]()), ("m2.json", [.prettyPrinted]),
      ("m3.json", [.sortedKeys]),
    ] {
      let value = try JSONSerialization.jsonObject(with: Data(folder.sounds.read(name)))
      let data = try JSONSerialization.data(withJSONObject: value, options: .init(options))
      let text = String(decoding: data, as: UTF8.self)
        .replacing(#""action""#, with: #""addition":[null,true,1e3,{"\u0061":[]}],"action""#)
      try folder.sounds.write(Array(text.utf8), to: name)
    }
    try folder.succeed("\(Self.manifests) -o out --manifest m.json")
    var text = String(decoding: try folder.sounds.read("m.json"), as: UTF8.self)
    let addition = [
      #""addition" : ["#, "  null,", "  true,", "  1000,", "  {", #"    "a" : ["#, "", "    ]",
      "  }",
      "],",
    ].map { $0.isEmpty ? "    \n" : "      \($0)\n" }.joined()
    #expect(text.ranges(of: addition).count == 9)
    text = text.replacing(addition, with: "")
    #expect(Array(text.utf8) == (try folder.sounds.read("whole.json")))
  }

  /// Parts that share their folder share their orphans' folder, too.
  @Test func orphansAndFailuresAreUnited() throws {
    let folder = try SoundFolder()
    _ = try folder.run("mkdir -p in/" + (0..<70).map { _ in "d" }.joined(separator: "/"))
    _ = try folder.convert("in -o out")
    for name in ["bell.wav", "chime.aiff", "tick.caf"] { try folder.remove("in/\(name)") }
    _ = try folder.convert("in -o out --manifest whole.json")
    for number in 1...3 {
      _ = try folder.convert("in -o out --manifest m\(number).json --shard \(number)/3")
    }
    let outcome = try folder.run(
      "alertsound merge m3.json m2.json m1.json m2.json --manifest m.json")
    expectSuccess(outcome)
    let text = String(decoding: try folder.read("m.json"), as: UTF8.self)
    #expect(Array(text.utf8) == (try folder.read("whole.json")))
    #expect(text.contains("nested more than 64 deep"))
    #expect(text.ranges(of: "\"removed\" : false").count == 3)
  }

  private func expectSuccess(_ outcome: Tool.Outcome) {
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "")
  }

  private static let otherOptions =
    "m2.json: error: its --limit, --over-limit or --for isn't that of m1.json; convert all parts with"
    + " the same options"

  private static let refusal =
    "m2.json: error: this is not a manifest that 'convert --manifest' wrote; name a part's manifest or"
    + " its output folder"

  @Test(arguments: [
    ("printf '' >m2.json", refusal), ("printf '{}' >m2.json", refusal),
    ("printf '[]' >m2.json", refusal), ("cp in/bell.wav m2.json", refusal),
    ("sed -i 's,convert/2,convert/3,' m2.json", refusal),
    ("sed -i 's,\"sounds\",\"noises\",' m2.json", refusal),
    ("sed -i '0,/\"input\"/s//\"inputs\"/' m2.json", refusal),
    (#"sed -i 's,"limit" : 30,"sounds" : [],' m2.json"#, refusal),
    (#"sed -i 's,"limit" : 30,"limit" : "30",' m2.json"#, refusal),
    (#"sed -i 's,"sounds" : \[,"sounds" : [ 7\,,' m2.json"#, refusal),
    (#"sed -i 's,"sounds" : \[,"sounds" : [ \,,' m2.json"#, refusal),
    ("truncate -s -2 m2.json", refusal), ("truncate -s -30 m2.json", refusal),
    ("truncate -s +1 m2.json", refusal), ("printf ']' >>m2.json", refusal),
    ("iconv -t UTF-16 m2.json >x; mv x m2.json", refusal),
    ("python3 -c 'print(\"[\" * 600, end=\"\")' >m2.json", refusal),
    ("python3 -c 'print(\"{\\\"sounds\\\":[\" + \"[\" * 511, end=\"\")' >m2.json", refusal),
    (
      "truncate -s 1073741825 m2.json",
      "m2.json: error: this is too large for a part's manifest; divide the batch into more parts"
    ),
    (
      "sed -i 's,\"limit\" : 30,\"limit\" : 20,' m2.json",
      otherOptions
    ),
    (
      "sed -i 's,\"for\" : \"notification\",\"for\" : \"alarmkit\",' m2.json",
      otherOptions
    ),
    (
      "sed -i 's,\"folder\" : \"part2\",\"folder\" : \"x\",' m2.json",
      "m2.json: error: its sounds are in x, and those of m1.json in part1; name their common folder"
        + " with -o"
    ),
    (
      "sed 's,\"inputByteCount\" : ,&1,' m1.json >m2.json",
      "m2.json: error: in/bell.wav has another result in m1.json; leave out the manifest that is out of"
        + " date"
    ),
    ("rm m2.json", "m2.json: error: there is no such file or folder; check the spelling"),
  ])
  func badManifestsAreRefused(lines: String, error: String) throws {
    let folder = try PartedFolder()
    _ = try folder.run(lines)
    let old = Array("old".utf8)
    try folder.sounds.write(old, to: "m.json")
    let isAboutFolder = error.contains("-o")
    let outcome = try folder.merge(
      isAboutFolder
        ? "m1.json m2.json --manifest m.json"
        : "part1 m1.json m2.json part2 -o out --manifest m.json")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
    if !error.contains("another result") {
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    // Nothing in it would say what is missing.
    #expect(try folder.sounds.read("m.json") == old)
    // The folders are merged.
    #expect(PartedFolder.counts(outcome).hasPrefix(isAboutFolder ? "" : "5 merged"))
  }

  @Test(arguments: [
    ("out/bell.caf", "a merged sound"), ("part1/bell.caf", "a sound"),
    ("m1.json", "a part's manifest"), ("part1/../m1.json", "a part's manifest"),
    ("out/BELL.caf", "a merged sound"), ("part2/.alertsound-state", "the records of a folder"),
    ("out/.alertsound-state", "the records of a folder"), ("in/bell.wav", "a sound"),
  ])
  func theManifestReplacesNothingElse(name: String, what: String) throws {
    let folder = try PartedFolder()
    let before = try folder.sounds.shell.files()
    let outcome = try folder.merge("part1 part2 m1.json m2.json -o out --manifest \(name)")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "\(name): error: --manifest would replace \(what); name another file\n")
    #expect(try folder.sounds.shell.files() == before)
  }

  @Test func missingManifestsAreNoticed() throws {
    let folder = try PartedFolder()
    let outcome = try folder.merge("part1 part2 m1.json -o out --manifest m.json")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors == "m.json: warning: the parts have 5 sounds, and their manifests 3; name the"
        + " manifests of all parts\n")
  }

  /// A manifest never names an output that isn't there.
  @Test func aFailedMergeHasNoManifest() throws {
    let folder = try PartedFolder()
    try folder.sounds.remove("part1/bell.caf")
    let outcome = try folder.merge("part1 part2 m1.json m2.json -o out --manifest m.json")
    #expect(outcome.ending == .exit(1))
    #expect(PartedFolder.counts(outcome) == "4 merged, 0 unchanged, 1 failed")
    #expect(try folder.sounds.shell.files().contains("m.json") == false)
  }

  /// It may go to the folder, which doesn't exist yet.
  @Test func theManifestMayGoToTheFolder() throws {
    let folder = try PartedFolder()
    for counts in ["5 merged, 0 unchanged, 0 failed", "0 merged, 5 unchanged, 0 failed"] {
      #expect(
        try folder.succeed("part1 part2 m1.json m2.json -o out --manifest out/m.json") == counts)
    }
  }

  @Test func pipesAreRead() throws {
    let folder = try PartedFolder()
    expectSilentSuccess(
      try folder.merge("<(cat m1.json) <(cat m2.json) -o out --manifest m.json --quiet"))
    expectSilentSuccess(try folder.merge("m1.json m2.json -o out --manifest n.json --quiet"))
    #expect(try folder.sounds.read("m.json") == folder.sounds.read("n.json"))
  }
}
