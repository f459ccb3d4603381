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

  private static let functions: Set<Substring> = [
    "createChannel", "createChannels", "setNotificationChannelAsync", "createNotificationChannel",
  ]

  private var createsChannels = false

  init() {}

  init(in tokens: SourceTokens, of path: FilePath) {
    for index in tokens.tokens.indices {
      switch tokens.word(at: index) {
      case "createNotificationChannel": createsChannels = true
      // Its builder takes the sound in any order.
      case "NotificationChannelCompat": hasUnknownChannels = true
      default: break
      }
    }
    var brackets: [Bracket] = []
    var skipped = 0
    for index in tokens.tokens.indices {
      let token = tokens.tokens[index]
      let isSign = token.kind == .sign
      switch isSign ? tokens.contents(of: token).first : nil {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        guard brackets.count < RequestFinder.depthLimit else {
          skipped += 1
          continue
        }
        let isObject = tokens.isSign("{", at: index)
        if isObject { for place in brackets.indices.suffix(2) { brackets[place].hasObject = true } }
        brackets.append(Bracket(at: index, isObject: isObject, tokens))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if skipped > 0 {
          skipped -= 1
        } else if let bracket = brackets.popLast() {
          note(bracket, in: brackets, path, line: Int(token.line), tokens.language)
        }
      default:
        if let last = brackets.indices.last, skipped == 0 { brackets[last].read(at: index, tokens) }
      }
    }
  }

  mutating func add(_ other: ChannelScan) {
    mentions += other.mentions
    hasUnknownChannels = hasUnknownChannels || other.hasUnknownChannels
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
    // Code that only deletes a channel also makes such an object. Other files may create it.
    case (.dart, "AndroidNotificationChannel"?):
      add(bracket.firstText, createsChannels ? sound : .computed, .always)
    case (.dart, "AndroidNotificationDetails"?): add(bracket.firstText, sound, .ifMissing)
    // The sound is set later, or in a call to a builder.
    case (.kotlin, "NotificationChannel"?), (.java, "NotificationChannel"?):
      add(bracket.firstText, .computed, .always)
    case (.javaScript, let callee?) where Self.functions.contains(callee) && !bracket.hasObject:
      hasUnknownChannels = true
    case (.javaScript, nil) where bracket.isObject, (.json, nil) where bracket.isObject:
      let id = Bracket.channelKeys.lazy.compactMap { bracket.texts[$0] }.first
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

  /// Returns the findings on sounds that their channels don't play.
  ///
  /// - Parameter shown: Returns a file's path as in reports.
  func findings(_ shown: (FilePath) -> String) -> [Place: AlertFinding] {
    guard !hasUnknownChannels else { return [:] }
    var findings: [Place: AlertFinding] = [:]
    let channels = Dictionary(grouping: mentions, by: \.channel).sorted { $0.key < $1.key }
    for (channel, mentions) in channels {
      let creation: Mention.Creation =
        mentions.contains { $0.creates == .always } ? .always : .ifMissing
      let creations = mentions.filter { $0.creates == creation }
      guard let first = creations.first, !creations.contains(where: { $0.sound == .computed })
      else { continue }
      func code(_ mention: Mention) -> String { "\(shown(mention.path)):\(mention.line)" }
      let silent = creations.first { $0.sound == .none }
      let names = creations.compactMap(\.name)
      let all = Set(names)
      for mention in mentions {
        guard let name = mention.name else { continue }
        let place = Place(path: mention.path, line: mention.line, name: name)
        guard let sound = names.first else {
          findings[place] = .channelWithoutSound(channel, code: code(first))
          continue
        }
        // If code creates a channel with several sounds, only the first one that runs counts.
        if let silent {
          findings[place] = .channelWithOtherSound(channel, sound: nil, code: code(silent))
        } else if mention.creates == creation ? name != sound : !all.contains(name) {
          findings[place] = .channelWithOtherSound(channel, sound: sound, code: code(first))
        }
      }
    }
    return findings
  }
}

/// A bracket in code, with what it says about a channel.
private struct Bracket {
  let callee: Substring?
  let isObject: Bool
  /// Whether the bracket is an argument or an element of a list.
  let isArgument: Bool
  let firstText: String?
  var texts: [Substring: String] = [:]
  var sound: (ChannelScan.Sound, line: Int)?
  var hasObject = false

  static let channelKeys: [Substring] = ["channelId", "channel_id", "android_channel_id"]
  private static let soundKeys: Set<Substring> = ["sound", "soundName"]

  init(at index: Int, isObject: Bool, _ tokens: SourceTokens) {
    let isCall = tokens.isSign("(", at: index)
    callee = isCall ? tokens.word(at: index - 1) : nil
    self.isObject = isObject
    isArgument = ["(", "[", ","].contains { tokens.isSign($0, at: index - 1) }
    firstText = isCall ? tokens.text(at: index + 1) : nil
  }

  /// Reads a key and its value, a variable as in `{ sound }`, or a spread, which may have a sound.
  mutating func read(at index: Int, _ tokens: SourceTokens) {
    let token = tokens.tokens[index]
    let isSpread = tokens.isSign(".", at: index) && tokens.isSign(".", at: index + 1)
    let isVariable =
      token.kind == .word && [5, 9].contains(token.end - token.start)
      && [",", "}"].contains { tokens.isSign($0, at: index + 1) }
      && ["{", ","].contains { tokens.isSign($0, at: index - 1) }
      && tokens.word(at: index).map(Self.soundKeys.contains) ?? false
    if isVariable || isSpread && sound == nil { sound = (.computed, Int(token.line)) }
    guard tokens.isSign(":", at: index),
      let key = tokens.word(at: index - 1) ?? tokens.text(at: index - 1).map({ $0[...] })
    else { return }
    if key == "id" || Self.channelKeys.contains(key) {
      texts[key] = tokens.text(at: index + 1)
    } else if Self.soundKeys.contains(key) {
      // Dart's `RawResourceAndroidNotificationSound('ring')` names the sound in a call.
      let isCall = tokens.word(at: index + 1) == "RawResourceAndroidNotificationSound"
      let value = index + (isCall ? 3 : 1)
      guard value < tokens.tokens.count else { return }
      sound = (Self.sound(at: value, tokens), Int(tokens.tokens[value].line))
    }
  }

  private static func sound(at index: Int, _ tokens: SourceTokens) -> ChannelScan.Sound {
    guard [",", "}", ")"].contains(where: { tokens.isSign($0, at: index + 1) }) else {
      return .computed
    }
    if ["null", "undefined"].contains(tokens.word(at: index)) { return .none }
    guard let text = tokens.text(at: index) else { return .computed }
    return ["", "default"].contains(text)
      ? .none : .named(AndroidSoundName.resourceName(of: text))
  }
}
