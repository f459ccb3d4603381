internal import AlertCore
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

  /// A channel's identifier.
  struct Identifier: Hashable, Sendable {
    /// The identifier, or the name of its value, such as `Channels.bells` or `R.string.bells`.
    let text: String
    /// Whether the identifier is known. If only its name is, two channels of the same name are probably the same.
    let isLiteral: Bool
  }

  struct Mention: Sendable {
    /// The channel's identifier; nil if Dart's code computes it in another form than a name.
    let channel: Identifier?
    let sound: Sound
    /// Whether the code creates the channel. In flutter_local_notifications, a message creates its channel if the
    /// channel doesn't exist yet.
    var creates: Creation
    /// What silences the channel if this code creates the channel.
    var silencer: CodeRequest.Silencer?
    let path: FilePath
    /// The line of the sound's name, or of the bracket around the channel if there is no name.
    let line: Int

    var name: String? { if case .named(let name) = sound { name } else { nil } }
    var place: Place? { name.map { Place(path: path, line: line, name: $0) } }

    enum Creation: Sendable {
      case always, ifMissing, never
      /// The code makes a channel, but no code of the file passes the channel to the system.
      case unseen
    }
  }

  var mentions: [Mention] = []
  /// For each place of a sound in an Expo message whose trigger names no channel: the channel that the content names;
  /// empty if the content names no channel.
  var lostChannels: [Place: String] = [:]
  /// Whether code creates channels in a form that the scan can't read, so that any channel may have any sound.
  var hasUnknownChannels = false
  /// Whether a file's code may pass the channels of other files to the system.
  var createsOthers = false

  mutating func add(_ other: ChannelScan) {
    mentions += other.mentions
    lostChannels.merge(other.lostChannels) { first, _ in first }
    hasUnknownChannels = hasUnknownChannels || other.hasUnknownChannels
    createsOthers = createsOthers || other.createsOthers
  }
}

extension ChannelScan {
  /// For each channel: the places that always create the channel; if there are none, the places that create a missing
  /// channel.
  private var creations: [Identifier?: [Mention]] {
    Dictionary(grouping: mentions.filter { $0.creates != .never }, by: \.channel).mapValues {
      let always = $0.filter { $0.creates == .always }
      return always.isEmpty ? $0 : always
    }
  }

  /// Adds and removes silencers of requests, by what the code says about the requests' channels.
  mutating func silence(_ requests: inout [CodeRequest]) {
    for index in mentions.indices where mentions[index].creates == .unseen {
      mentions[index].creates = createsOthers ? .always : .never
    }
    for index in requests.indices where createsOthers && requests[index].silencer == .notCreated {
      requests[index].silencer = nil
    }
    let byPlace = Dictionary(
      mentions.lazy.compactMap { mention in mention.place.map { ($0, mention) } },
      uniquingKeysWith: { first, _ in first })
    let created = creations.mapValues { mentions in
      let silencer = mentions.first?.silencer
      let isMixed = mentions.contains { $0.silencer != silencer }
      return (Set(mentions.map(\.sound)), silencer, isMixed)
    }
    // A computed identifier may be the identifier of any channel.
    let always = mentions.filter { $0.creates == .always }
    let (ofAny, ofUnknown) = (
      Set(always.map(\.sound)),
      Set(always.filter { $0.channel?.isLiteral != true }.map(\.sound))
    )
    for index in requests.indices where requests[index].platform == .android {
      guard let mention = requests[index].channelPlace.flatMap({ byPlace[$0] }) else { continue }
      let own = requests[index].silencer
      // Equal names of identifiers prove nothing.
      if mention.creates == .never, mention.channel?.isLiteral != true { continue }
      // Keep a fault of the message itself.
      if case .fault? = own { continue }
      if own == .notCreated { continue }
      let (sounds, silencer, isMixed) =
        mention.channel == nil
        ? ([mention.sound], mention.silencer, false) : created[mention.channel] ?? ([], nil, false)
      requests[index].silencer =
        if mention.creates == .ifMissing,
          !(mention.channel?.isLiteral == true ? ofUnknown : ofAny).isSubset(of: [mention.sound])
        {
          .possible("a channel with a computed identifier may have another sound")
        } else if isMixed {
          .possible("code creates the channel in several ways, and some are silent")
        } else if let silencer {
          silencer
        } else if mention.creates == .never, !sounds.contains(mention.sound) {
          .possible(
            "no code was found that gives its channel \(mention.channel?.text ?? "") this sound")
        } else {
          [.channelDecides, .notLookedUp].contains(own) ? nil : own
        }
      // The channel's sound plays, so the form of the message's name doesn't matter.
      if mention.creates == .never, requests[index].silencer == nil {
        requests[index].takesFileName = true
      }
    }
  }

  /// A place in the code that names a sound. `name` is the resource's name, without an extension.
  struct Place: Hashable {
    let path: FilePath
    let line: Int
    let name: String
  }

  /// Returns the fault for each place whose sound the channel doesn't play, or perhaps doesn't play.
  ///
  /// - Parameter shown: Returns a file's path in the form of reports.
  func faults(_ shown: (FilePath) -> String) -> [Place: CodeRequest.Silencer] {
    // Report a message that names no channel only if the code creates a channel with the message's sound.
    let sounds = Set(mentions.filter { $0.creates == .always }.compactMap(\.name))
    var faults: [Place: CodeRequest.Silencer] = lostChannels.filter {
      !$1.isEmpty || sounds.contains($0.name)
    }.mapValues { .fault(.notInTrigger($0)) }
    let channels = Dictionary(grouping: mentions, by: \.channel).sorted {
      $0.key?.text ?? "" < $1.key?.text ?? ""
    }
    let creations = creations
    for case (let identifier?, let mentions) in channels {
      let creations = creations[identifier] ?? []
      guard let first = creations.first else { continue }
      let channel = identifier.text
      // If code creates a channel at several places with different sounds, only the place that runs first counts.
      let several: CodeRequest.Silencer? =
        Set(creations.map(\.sound)).count > 1
        ? .possible(
          "code creates its channel \(channel) with several sounds, and the first that runs counts")
        : nil
      let isComputed = creations.contains { $0.sound == .computed }
      if isComputed, several == nil { continue }
      func code(_ mention: Mention) -> String { "\(shown(mention.path)):\(mention.line)" }
      let silent = creations.first { $0.sound == .none }
      let names = creations.compactMap(\.name)
      let all = Set(names)
      for mention in mentions {
        guard let name = mention.name, let place = mention.place else { continue }
        let finding: AlertFinding? =
          if isComputed {
            nil
          } else if let sound = names.first {
            if let silent {
              .channelWithOtherSound(channel, sound: nil, code: code(silent))
            } else if mention.creates == first.creates ? name != sound : !all.contains(name) {
              .channelWithOtherSound(channel, sound: sound, code: code(first))
            } else {
              nil
            }
          } else {
            .channelWithoutSound(channel, code: code(first))
          }
        let fault: CodeRequest.Silencer? = finding.map {
          hasUnknownChannels
            ? .possible("its channel may be one whose identifier is computed") : .fault($0)
        }
        if let fault = fault ?? several { faults[place] = fault }
      }
    }
    return faults
  }
}

extension CodeRequest {
  var channelPlace: ChannelScan.Place? {
    name.map { .init(path: path, line: line, name: AndroidSoundName.resourceName(of: $0)) }
  }
}
