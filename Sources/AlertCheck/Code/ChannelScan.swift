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
    /// Whether the code creates the channel. In flutter_local_notifications, a message creates its channel if there
    /// is none.
    let creates: Creation
    let path: FilePath
    /// The line of the sound's name, or of the bracket around the channel if there is no name.
    let line: Int

    var name: String? { if case .named(let name) = sound { name } else { nil } }

    enum Creation: Sendable { case always, ifMissing, never }
  }

  var mentions: [Mention] = []
  /// Whether code creates channels in a form that the scan can't read, so that any channel may have any sound.
  var hasUnknownChannels = false

  mutating func add(_ other: ChannelScan) {
    mentions += other.mentions
    hasUnknownChannels = hasUnknownChannels || other.hasUnknownChannels
  }
}

extension ChannelScan {
  /// A place in the code that names a sound. `name` is the resource's name, without an extension.
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
