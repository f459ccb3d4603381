internal import SystemPackage

/// The places in code that create a notification channel, or that name a channel together with a sound.
///
/// From Android 8 on, the channel decides which sound is played.
struct ChannelScan: Sendable {
  enum Sound: Hashable, Sendable {
    case none
    case named(String)
    case computed
  }

  struct Mention: Sendable {
    let channel: String
    let sound: Sound
    /// Whether the code creates the channel. flutter_local_notifications creates a message's channel if it doesn't exist.
    let creates: Creation
    let path: FilePath
    /// The line of the sound's name; of the channel if there is no name.
    let line: Int

    var name: String? { if case .named(let name) = sound { name } else { nil } }

    enum Creation: Sendable { case always, ifMissing, never }
  }

  private(set) var mentions: [Mention] = []
  /// Whether code creates channels in a form that the scan can't read, so that any channel may have any sound.
  private(set) var hasUnknownChannels = false

  private struct Bracket {
    let callee: Substring?
    let isObject: Bool
    /// Whether the bracket is an argument or an element of a list.
    let isArgument: Bool
    var firstText: String?
    var texts: [Substring: String] = [:]
    var sound: (Sound, line: Int)?
    var hasObject = false
  }

  private static let functions: Set<Substring> = [
    "createChannel", "createChannels", "setNotificationChannelAsync", "createNotificationChannel",
  ]
  private static let channelKeys: Set<Substring> = [
    "channelId", "channel_id", "android_channel_id",
  ]

  init() {}

  init(in tokens: SourceTokens, of path: FilePath) {
    var brackets: [Bracket] = []
    var skipped = 0
    for index in tokens.tokens.indices {
      if tokens.isOpening(at: index) {
        guard brackets.count < RequestFinder.depthLimit else {
          skipped += 1
          continue
        }
        let isCall = tokens.isSign("(", at: index)
        let isObject = tokens.isSign("{", at: index)
        if isObject { for place in brackets.indices.suffix(2) { brackets[place].hasObject = true } }
        brackets.append(
          Bracket(
            callee: isCall ? tokens.word(at: index - 1) : nil, isObject: isObject,
            isArgument: ["(", "[", ","].contains { tokens.isSign($0, at: index - 1) }))
        if isCall { brackets[brackets.count - 1].firstText = tokens.text(at: index + 1) }
      } else if tokens.isClosing(at: index) {
        if skipped > 0 {
          skipped -= 1
        } else if let bracket = brackets.popLast() {
          note(bracket, in: brackets, path, line: Int(tokens.tokens[index].line), tokens.language)
        }
      } else if !brackets.isEmpty, skipped == 0 {
        Self.read(at: index, tokens, into: &brackets[brackets.count - 1])
      }
    }
  }

  mutating func add(_ other: ChannelScan) {
    mentions += other.mentions
    hasUnknownChannels = hasUnknownChannels || other.hasUnknownChannels
  }

  /// Reads a key and its value.
  private static func read(at index: Int, _ tokens: SourceTokens, into bracket: inout Bracket) {
    if tokens.isSign(".", at: index), tokens.isSign(".", at: index + 1) {
      // A spread may have a sound.
      bracket.sound = bracket.sound ?? (.computed, Int(tokens.tokens[index].line))
    }
    if ["sound", "soundName"].contains(tokens.word(at: index)),
      ["{", ","].contains(where: { tokens.isSign($0, at: index - 1) }),
      [",", "}"].contains(where: { tokens.isSign($0, at: index + 1) })
    {
      // `{ sound }` is a variable.
      bracket.sound = (.computed, Int(tokens.tokens[index].line))
    }
    guard tokens.isSign(":", at: index),
      let key = tokens.word(at: index - 1) ?? tokens.text(at: index - 1).map({ $0[...] })
    else { return }
    if key == "id" || channelKeys.contains(key) {
      bracket.texts[key] = tokens.text(at: index + 1)
    } else if key == "sound" || key == "soundName" {
      // Dart's `RawResourceAndroidNotificationSound('ring')` names the sound in a call.
      let isCall = tokens.word(at: index + 1) == "RawResourceAndroidNotificationSound"
      let value = index + (isCall ? 3 : 1)
      let isWhole = [",", "}", ")"].contains { tokens.isSign($0, at: value + 1) }
      let isNone = ["null", "undefined"].contains(tokens.word(at: value)) && isWhole
      let text = isWhole ? tokens.text(at: value) : nil
      let name = text.map { text in
        ["", "default"].contains(text)
          ? Sound.none : .named(AndroidSoundName.resourceName(of: text))
      }
      let line = tokens.tokens[min(value, tokens.tokens.count - 1)].line
      bracket.sound = (isNone ? .none : name ?? .computed, Int(line))
    }
  }

  /// Notes what a bracket says about a channel, once the bracket is closed.
  private mutating func note(
    _ bracket: Bracket, in outer: [Bracket], _ path: FilePath, line: Int, _ language: SourceLanguage
  ) {
    let (sound, line) = bracket.sound ?? (.none, line: line)
    func add(_ channel: String?, _ sound: Sound, _ creates: Mention.Creation) {
      guard let channel else {
        if creates == .always { hasUnknownChannels = true }
        return
      }
      mentions.append(
        Mention(channel: channel, sound: sound, creates: creates, path: path, line: line))
    }
    switch (language, bracket.callee) {
    case (.dart, "AndroidNotificationChannel"?): add(bracket.firstText, sound, .always)
    case (.dart, "AndroidNotificationDetails"?): add(bracket.firstText, sound, .ifMissing)
    // The sound is set later, or in a call to a builder.
    case (.kotlin, "NotificationChannel"?), (.java, "NotificationChannel"?):
      add(bracket.firstText, .computed, .always)
    case (.javaScript, let callee?) where Self.functions.contains(callee) && !bracket.hasObject:
      hasUnknownChannels = true
    case (.javaScript, nil) where bracket.isObject, (.json, nil) where bracket.isObject:
      let id = Self.channelKeys.lazy.compactMap { bracket.texts[$0] }.first
      let call = outer.suffix(2).last { $0.callee.map(Self.functions.contains) ?? false }
      if let call, bracket.isArgument {
        add(id ?? bracket.texts["id"] ?? call.firstText, sound, .always)
      } else if let id {
        add(id, sound, .never)
      }
    default: break
    }
  }
}

extension ChannelScan {
  /// A sound's name in code, as a resource's name.
  struct Place: Hashable {
    let path: FilePath
    let line: Int
    let name: String
  }

  /// The findings on sounds that their channels don't play.
  var findings: [Place: AlertFinding] {
    guard !hasUnknownChannels else { return [:] }
    var findings: [Place: AlertFinding] = [:]
    for (channel, mentions) in Dictionary(grouping: mentions, by: \.channel) {
      let creation: Mention.Creation =
        mentions.contains { $0.creates == .always } ? .always : .ifMissing
      let creations = mentions.filter { $0.creates == creation }
      guard let first = creations.first, !creations.contains(where: { $0.sound == .computed })
      else { continue }
      let code = "\(first.path.string):\(first.line)"
      let names = creations.compactMap(\.name)
      let all = Set(names)
      for mention in mentions {
        guard let name = mention.name else { continue }
        let place = Place(path: mention.path, line: mention.line, name: name)
        guard let sound = names.first else {
          findings[place] = .channelWithoutSound(channel, code: code)
          continue
        }
        // If code creates a channel with several sounds, only the first one that runs counts.
        guard mention.creates == creation ? name != sound : !all.contains(name) else { continue }
        findings[place] = .channelWithOtherSound(channel, sound: sound, code: code)
      }
    }
    return findings
  }
}
