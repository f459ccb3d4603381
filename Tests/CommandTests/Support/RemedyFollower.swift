import Foundation
import SoundFormat
import TestSupport

/// What `check --json` says about a project, as far as following its remedies needs it.
struct ProjectReport: Decodable {
  struct Finding: Decodable {
    let rule, outcome, fact: String
    let advice, command: String?
  }
  struct Verdict: Decodable {
    let reasons, advisories: [Finding]
  }
  struct Sound: Decodable {
    let file: String
    let verdict: Verdict?
  }
  struct Place: Decodable {
    let file: String
    let line: Int
  }
  struct Request: Decodable {
    let file, platform, outcome: String
    let line: Int
    let name: String?
    let finding: Finding?
    let others: [Place]
  }
  struct Failure: Decodable {}
  let requests: [Request]
  let sounds: [Sound]
  let failures: [Failure]

  /// The findings with advice.
  var remedies: [Remedy] {
    requests.compactMap { request in
      request.finding.map {
        Remedy(
          finding: $0, file: request.file, name: request.name, platform: request.platform,
          places: [Place(file: request.file, line: request.line)] + request.others)
      }
    }
      + sounds.flatMap { sound in
        ((sound.verdict?.reasons ?? []) + (sound.verdict?.advisories ?? [])).map {
          Remedy(finding: $0, file: sound.file, name: nil, platform: "sound", places: [])
        }
      }
  }

  /// How many findings there are of each kind, and how many unknown requests and failures.
  func counts(ofNotes includesNotes: Bool) -> [String: Int] {
    var counts: [String: Int] = ["failure": failures.count]
    for remedy in remedies where includesNotes || remedy.finding.outcome != "plays" {
      counts[remedy.kind, default: 0] += 1
    }
    counts["unknown"] = requests.count { $0.outcome == "unknown" }
    return counts
  }
}

struct Remedy {
  let finding: ProjectReport.Finding
  /// The sound, or the code that asks for it.
  let file: String
  let name: String?
  let platform: String
  let places: [ProjectReport.Place]

  var kind: String { "\(finding.rule) (\(platform))" }
}

/// Follows a remedy of `check` in the folder `p`, like a person who does what its words say, and nothing else.
struct RemedyFollower {
  struct NotUnderstood: Error, CustomStringConvertible {
    let description: String
  }

  /// The remedies that aren't followed, by a phrase of each, and the reasons.
  static let kindsNotFollowed: [(phrase: String, reason: String)] = [
    ("set the sound where the channel is created", "the code of the channel has to be written"),
    ("make it shorter", "a person has to choose what to leave out"),
    ("change that, or ask for no sound", "a person has to choose whether the sound is wanted"),
  ]

  /// Advice that only the shared projects cause, and that changes code or settings in ways that differ in each.
  static let kindsOfSharedProjects = [
    "remove its on-demand resource tags", "take it out of that build setting",
    "under resources: in xtool.yml", "move channelId from content to trigger",
    "list it for android in config.xml", "take the name from context.packageName",
    "also put it into res/raw",
  ]

  let folder: ShellFolder
  let remedy: Remedy

  var fact: String { remedy.finding.fact }

  /// Follows the remedy.
  ///
  /// - Parameter message: The finding with its advice, as the report for people has it.
  func follow(_ message: String) throws {
    if let command = remedy.finding.command { return try follow(command, message) }
    var rest = remedy.finding.advice ?? ""
    var meant: String?
    /// Cuts the first match out of what is left of the advice.
    func take(_ pattern: String) throws -> [String?]? {
      let match = try Regex(pattern).firstMatch(in: rest)
      guard let match else { return nil }
      let captures = match.output.dropFirst().map { $0.substring.map(String.init) }
      rest.removeSubrange(match.range)
      return captures
    }
    func sound(_ name: String?) throws -> String { try self.sound(meant, name) }

    if let match = try take("^if (.+?) is meant, ") { meant = match[0] }
    // Before the code's names change.
    if let match = try take("(?:^|, and )ask for (.+?)(?=, and|$)") { try ask(for: match[0]!) }
    if let match = try take("^convert it to (.+?\\.\\w+),(?: and)? ") {
      let original = try sound(nil)
      meant = try convert(original, to: match[0]!)
      if try take("name the new file in the list in its place") != nil {
        try replaceInLists(name(of: original), by: match[0]!)
      }
    }
    let target = "(?:the target (.+?)|the app's target)"
    if let match = try take("open (.+?), drag (.+?) into Xcode and tick \(target)(?=, and|$)") {
      try XcodeEdit(folder, match[0]!) { try $0.add(try sound(match[1]), to: match[2]) }
    }
    if let match = try take(
      "in Xcode, open (.+?), select (.+?) and tick \(target) under Target Membership")
    {
      try XcodeEdit(folder, match[0]!) { try $0.add(try sound(match[1]), to: match[2]) }
    }
    if let match = try take(
      "in Xcode, remove the folder reference (.+?) and add (.+?) to the target (.+?) as a group's file"
    ) {
      try XcodeEdit(folder, nil) {
        if !$0.removeFolder(match[0]!) { try $0.add(try sound(match[1]), to: match[2]) }
      }
    }
    if let match = try take(
      "move (.+?) out of (.+?): in Xcode, switch off its localization in the File inspector")
    {
      let path = try sound(match[0])
      let moved = path.replacingOccurrences(of: match[1]! + "/", with: "")
      try move(path, to: moved)
      try XcodeEdit(folder, nil) {
        if $0.removeVariants(of: match[0]!) { try $0.add(moved, to: nil) }
      }
    }
    let list = "under \"sounds\" of the plugin expo-notifications in (\\S+?)(?=, and|, or|$)"
    if let match = try take("rename (.+?) to (.+?), also in code, and list it \(list)") {
      let path = try sound(match[0] == "it" ? nil : match[0])
      meant = try rename(path, to: match[1]!)
      try replaceInCode(name(of: path), by: match[1]!)
      try listForExpo(meant!, in: match[2]!)
    }
    if let match = try take("list the sound \(list), or correct the name") {
      let name = remedy.name!.contains(".") ? remedy.name! : remedy.name! + ".wav"
      try supply("assets/\(name)")
      try listForExpo("assets/\(name)", in: match[0]!)
    }
    if let match = try take(
      "add <resource-file src=\"(.+?)\" target=\"(.+?)\" /> for ios to (\\S+?)(?:, for android with the target (\\S+?))?(?=, and|$)"
    ) {
      let element =
        "<platform name=\"ios\"><resource-file src=\"\(match[0]!)\" target=\"\(match[1]!)\" /></platform>"
        + (match[3].map {
          "<platform name=\"android\"><resource-file src=\"\(match[0]!)\" target=\"\($0)\" /></platform>"
        } ?? "")
      try edit(match[2]!) { $0.replacingOccurrences(of: "</widget>", with: element + "</widget>") }
    }
    if let match = try take(
      "add a BundleResource for (.+?) to (.+?), or put it into Platforms/iOS/Resources")
    {
      let path = try sound(match[0])
      try copy(path, to: parent(of: match[1]!) + "Platforms/iOS/Resources/" + match[0]!)
    }
    if let match = try take("put (\\S+) into (\\S*App_Resources/iOS)(?=, and|$)") {
      try copy(try sound(match[0]), to: match[1]! + "/" + match[0]!)
    }
    if let match = try take(
      "rename it to (.+?), also in the list and in code, and keep the extension where code has one")
    {
      let path = try sound(nil)
      _ = try rename(path, to: match[0]!)
      try replaceInCode(name(of: path), by: match[0]!)
      try replaceInLists(name(of: path), by: match[0]!)
    }
    if let match = try take("rename it to (.+?), and the resource in code to (\\w+)") {
      let path = try sound(nil)
      _ = try rename(path, to: match[0]!)
      try replaceResource(name(of: path), by: match[1]!)
    }
    if let match = try take(
      "rename it to (\\.\\w+), also in the project and in code(, under another name)?")
    {
      let path = try sound(nil)
      let new = stem(of: path) + (match[1] == nil ? "" : "2") + match[0]!
      _ = try take(", because .+ is another file")
      _ = try rename(path, to: new)
      try replaceInCode(name(of: path), by: new)
      try replaceInLists(name(of: path), by: new)
    }
    if let match = try take("rename it to (.+?)(?=, and|$)") {
      meant = try rename(try sound(nil), to: match[0]!)
    }
    if let match = try take("list (.+?) \(list)") {
      try listForExpo(try sound(match[0] == "it" ? nil : match[0]), in: match[1]!)
    }
    if let match = try take(
      "put it into res/raw of the Android module(?: as (\\S+?))?(, converted to a WAVE of 16 bits)?(?=, and|$)"
    ) {
      let path = try sound(nil)
      let output = try rawFolder() + (match[0] ?? name(of: path))
      if match[1] == nil {
        try copy(path, to: output)
      } else {
        try folder.makeParent(of: "p/" + output)
        try convert(path, into: output)
      }
    }
    if let match = try take("end the address in /raw/(\\w+), and use a new channel id") {
      for place in remedy.places {
        try edit(place.file) {
          $0.replacingOccurrences(of: "${R.raw.\(match[0]!)}", with: "raw/\(match[0]!)")
            .replacingOccurrences(of: "/\" + R.raw.\(match[0]!)", with: "/raw/\(match[0]!)\"")
        }
      }
    }
    if let match = try take(
      "keep it: add (.+?) to tools:keep in res/raw/keep.xml(?:, a new file: (.+))?$")
    {
      let path =
        (remedy.platform == "sound" ? parent(of: try sound(nil)) : try rawFolder()) + "keep.xml"
      if let xml = match[1] {
        try folder.write(xml, to: "p/" + path)
      } else {
        try edit(path) {
          $0.replacingOccurrences(of: "tools:keep=\"", with: "tools:keep=\"\(match[0]!),")
        }
      }
    }
    if try take(
      "^remove it if nothing else plays it|^if a notification is to play it, add it to the app's target( and ask for it; otherwise delete it)?"
    ) != nil {
      try remove(try sound(nil))
    }
    if try take("^move it to the top of the bundle, or copy it to Library/Sounds at run time$")
      != nil
    {
      let path = try sound(nil)
      let folder = try Regex("in the folder (.+?),").firstMatch(in: fact)!.output[1].substring!
      try XcodeEdit(self.folder, nil) {
        if !$0.removeFolder(String(folder)) { try $0.add(path, to: nil) }
      }
    }
    if try take("^keep one of them(?: in the target)?$") != nil {
      for path in fact.components(separatedBy: ": ").last!.components(separatedBy: ", ").dropFirst()
      {
        try remove(path)
      }
    }
    if let match = try take("^list (.+?) under assets in pubspec.yaml, or correct the path$") {
      try edit("pubspec.yaml") { $0 + "\nflutter:\n  assets:\n    - \(match[0]!)\n" }
    }
    if try take("^add the sound to res/raw, or correct the name(?=, and|$)") != nil {
      try supply(try rawFolder() + stem(of: remedy.name!) + ".wav")
    }
    if let match = try take(
      "^(?:make sure that it does before it asks for the sound, or )?add (?:the sound to the app( and ask for it with its extension)?|(?:the sound|(\\S+)) to the app(?:'s target)?)(?:, or correct the name|, because .+)?$"
    ) {
      let name = match[1] ?? remedy.name! + (match[0] == nil ? "" : ".caf")
      if match[0] != nil { try ask(for: name) }
      if try files().contains("config.xml") {
        try supply(name)
        try edit("config.xml") {
          $0.replacingOccurrences(
            of: "</widget>",
            with:
              "<platform name=\"ios\"><resource-file src=\"\(name)\" target=\"\(name)\" /></platform></widget>"
          )
        }
      } else {
        try XcodeEdit(folder, nil) {
          try supply($0.folder + name)
          try $0.add($0.folder + name, to: nil)
        }
      }
    }
    if try take("^add the file, or make it before the build$") != nil {
      try supply(
        try Regex("lists (.+?), which").firstMatch(in: fact)!.output[1].substring.map(String.init)!)
    }
    if try take("^copy the file into the project's folder and list the copy instead$") != nil {
      let outside = try Regex("lists (.+?), which").firstMatch(in: fact)!.output[1].substring.map(
        String.init)!
      try XcodeEdit(folder, nil) {
        try supply($0.folder + name(of: outside))
        try $0.relist(name(of: outside))
      }
    }
    if try take(
      "^(fetch the sound itself: git lfs pull|download the sound itself|replace it by the sound|export it again|export or copy it again|export the sound as .+)$"
    ) != nil {
      try supply(try sound(nil))
    }
    if try take("^convert it to Ogg Vorbis, or to a WAVE of 16 bits$") != nil {
      let path = try sound(nil)
      _ = try convert(path, to: stem(of: path) + ".wav")
      try remove(path)
    }
    if let match = try take("^set (\\w+) of expo-build-properties to false$") {
      for path in try texts() {
        try edit(path) {
          $0.replacing(try! Regex("\(match[0]!)(\"?): true"), with: "\(match[0]!): false")
        }
      }
    }
    guard rest.allSatisfy({ ", and".contains($0) }), rest != remedy.finding.advice else {
      throw NotUnderstood(description: "\(remedy.finding.advice ?? ""): can't follow “\(rest)”")
    }
  }

  /// Runs a command, and does what the report says about its output.
  private func follow(_ command: String, _ message: String) throws {
    let before = Set(try files())
    let fast = command.replacingOccurrences(
      of: "alertsound convert", with: "alertsound convert -q 0")
    let outcome = try folder.run("cd p && " + fast)
    let made = Set(try files()).subtracting(before)
    guard outcome.ending == .exit(0), made.count == 1, let output = made.first else {
      throw NotUnderstood(description: "\(command): \(outcome.errors)")
    }
    let source = relative(remedy.file)
    if message.contains("and replace this file by the result: ") { return try remove(source) }
    let (old, new) = (name(of: source), name(of: output))
    guard
      message.contains(
        "; then replace \(old) by \(new) in the project and in code, and delete \(old)")
    else { throw NotUnderstood(description: message) }
    try replaceInCode(old, by: new)
    try replaceInLists(old, by: new)
    try remove(source, fromLists: false)
  }
}
