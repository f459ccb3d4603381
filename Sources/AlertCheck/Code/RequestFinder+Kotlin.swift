/// Notification channels in Kotlin and Java.
extension RequestFinder {
  /// A channel whose constructor this file calls.
  struct NativeChannel {
    /// The index of the bracket after the constructor.
    let opening: Int
    var silencer: CodeRequest.Silencer?
    /// The sound that a call of `setSound` gives the channel; nil if no call was found.
    var sound: ChannelScan.Sound?
    /// The line of the sound's name.
    var line: Int?
    /// The variable of the channel; nil if there is none.
    var variable: Substring?
    /// Whether this file passes the channel to the system.
    var isCreated = false
    /// The index of the bracket around the call that passes the channel; nil if none was read.
    var creation: Int?
  }

  /// A call of `setSound`.
  struct SoundSetting {
    /// The index of the channel in ``nativeChannels``; nil if the call is for a message.
    let channel: Int?
    /// The requests in the argument, or the requests of the variable that the call passes; empty if unknown so far.
    var requests: Range<Int>
    /// The variable that the call passes; nil if the call passes any other expression.
    let variable: Substring?
  }

  private static let listFunctions: Set<Substring> = [
    "listOf", "mutableListOf", "arrayListOf", "asList", "of",
  ]
  private static let quietImportances: Set<Substring> = [
    "IMPORTANCE_NONE", "IMPORTANCE_MIN", "IMPORTANCE_LOW",
  ]
  static let importances = quietImportances.union([
    "IMPORTANCE_DEFAULT", "IMPORTANCE_HIGH", "IMPORTANCE_MAX",
  ])

  /// Notes a closed bracket of `NotificationChannel(…)`, `NotificationChannelCompat.Builder(…)` or `setSound(…)`.
  mutating func readNativeChannel(in bracket: Bracket, endingAt end: Int) {
    let arguments = bracket.opening..<min(end, bracket.opening + 64)
    let isBuilder = bracket.callee == "Builder" && bracket.receiver == "NotificationChannelCompat"
    switch isBuilder ? "NotificationChannel" : bracket.callee {
    case "NotificationChannel"?:
      var words = arguments.compactMap { tokens.word(at: $0) }.filter(Self.importances.contains)
      if words.isEmpty {
        words = arguments.compactMap { tokens.word(at: $0) }.flatMap {
          importancesOfVariables[$0] ?? []
        }
      }
      // In `val channels = listOf(NotificationChannel(…), …)`, the variable is that of the list.
      let list = brackets.last.flatMap { Self.listFunctions.contains($0.callee ?? "") ? $0 : nil }
      let variable = variable(before: list?.opening ?? bracket.opening)
      if let variable { channelsOfVariables[variable] = nativeChannels.count }
      let silencer: CodeRequest.Silencer? =
        if words.count == 1, Self.quietImportances.contains(words[0]) {
          .fault(.silenced(by: "importance is \(words[0])", inChannel: true))
        } else if words.isEmpty || !Self.quietImportances.isDisjoint(with: words)
          || importancesOfVariables["importance"] == []
          || !Self.quietImportances.isDisjoint(with: importancesOfVariables[".importance"] ?? [])
          || decidingWords.contains("setImportance")
        {
          .possible("the code computes the channel's importance")
        } else {
          nil
        }
      nativeChannels.append(
        NativeChannel(
          opening: bracket.opening, silencer: silencer, variable: variable,
          isCreated: brackets.contains {
            $0.callee?.hasPrefix("createNotificationChannel") ?? false
          }))
    case "createNotificationChannel"?, "createNotificationChannels"?:
      let words = Set(arguments.compactMap { tokens.word(at: $0) })
      for channel in words.compactMap({ channelsOfVariables[$0] }) {
        (nativeChannels[channel].isCreated, nativeChannels[channel].creation) = (
          true, brackets.last?.opening ?? -1
        )
      }
      creations.append(words)
    case "setSound"?:
      // A channel's `setSound` has two arguments, a message's `setSound` has one. The channel's sound counts. Before
      // Android 8, the second argument of a message's `setSound` could be a stream.
      let isChannel =
        arguments.contains { tokens.isSign(",", at: $0) }
        && tokens.word(at: end - 1)?.hasPrefix("STREAM_") != true
      let named = bracket.receiver.flatMap { channelsOfVariables[$0] }
      let isUnnamed =
        !tokens.isSign(".", at: bracket.opening - 2) || bracket.receiver == "it"
        || decidingWords.contains("NotificationChannelCompat")
      guard !isChannel || named != nil || isUnnamed && !nativeChannels.isEmpty else { return }
      if isChannel, tokens.word(at: bracket.opening + 1) == "null", !nativeChannels.isEmpty {
        nativeChannels[named ?? nativeChannels.count - 1].silencer = .possible(
          "code also gives the channel no sound")
      }
      if isChannel, let named, nativeChannels[named].creation == brackets.last?.opening ?? -1 {
        nativeChannels[named].silencer = .possible("the system gets the channel before its sound")
      }
      let isVariable = [",", ")"].contains(tokens.sign(at: bracket.opening + 2))
      let variable = isVariable ? tokens.word(at: bracket.opening + 1) : nil
      soundSettings.append(
        SoundSetting(
          channel: isChannel ? named ?? nativeChannels.count - 1 : nil,
          requests: variable.flatMap { requestsOfVariables[$0] }
            ?? bracket.firstRequest..<requests.count, variable: variable))
    default: break
    }
  }

  /// Returns the variable of the assignment around a token, as in `val uri: Uri = Uri.parse("…")`.
  func variable(before index: Int) -> Substring? {
    for place in (max(0, index - 24)..<index).reversed() {
      if ["{", "}", ";", ","].contains(tokens.sign(at: place)) { return nil }
      guard tokens.isSign("=", at: place) else { continue }
      return tokens.isSign(":", at: place - 2)
        ? tokens.word(at: place - 3) : tokens.word(at: place - 1)
    }
    return nil
  }

  /// Returns for each assigned name its importances; empty if the name is also assigned a value without an importance.
  static func importancesOfVariables(in tokens: SourceTokens) -> [Substring: Set<Substring>] {
    var found: [Substring: Set<Substring>] = [:]
    for index in tokens.tokens.indices where tokens.isSign("=", at: index) {
      let place = tokens.isSign(":", at: index - 2) ? index - 3 : index - 1
      guard !tokens.isSign("=", at: index + 1), let name = tokens.word(at: place) else { continue }
      let value = (index + 1..<index + 16).prefix {
        $0 < tokens.tokens.count && tokens.tokens[$0].line == tokens.tokens[index].line
      }
      let words = value.compactMap { tokens.word(at: $0) }.filter(importances.contains)
      found[name] = words.isEmpty || found[name] == [] ? [] : (found[name] ?? []).union(words)
      // An assignment to a channel's property isn't a declaration.
      let before = tokens.word(at: place - 1)
      if place == index - 1, name == "importance", before == nil || tokens.isFirstInLine(at: place)
      {
        found[".importance", default: []].formUnion(words)
      }
    }
    return found
  }

  /// Connects the file's requests with the file's channels, once all requests and channels are known.
  mutating func connectNativeChannels() {
    var heard: Set<Int> = []
    for index in soundSettings.indices {
      // A file may declare the variable below the function that uses it, as in a companion object.
      if soundSettings[index].requests.isEmpty, let variable = soundSettings[index].variable {
        soundSettings[index].requests = requestsOfVariables[variable] ?? 0..<0
      }
      guard let channel = soundSettings[index].channel else { continue }
      let found = soundSettings[index].requests
      let names = Set(found.prefix(64).map { requests[$0].code.name })
      let sound: ChannelScan.Sound =
        (names.count == 1 ? names.first ?? nil : nil).map {
          .named(AndroidSoundName.resourceName(of: $0))
        } ?? .computed
      let earlier = nativeChannels[channel].sound ?? .computed
      if nativeChannels[channel].silencer == nil,
        names.count > 1 || ![.computed, sound].contains(earlier)
      {
        nativeChannels[channel].silencer = .possible(
          "the channel gets several sounds, and only one counts")
      }
      nativeChannels[channel].sound = sound
      nativeChannels[channel].line = found.first.map { requests[$0].code.line }
    }
    for setting in soundSettings {
      guard let channel = setting.channel, nativeChannels[channel].silencer == nil else { continue }
      heard.formUnion(setting.requests.prefix(64))
    }
    for setting in soundSettings {
      let silencer =
        setting.channel.map { nativeChannels[$0].silencer }
        ?? .possible("from Android 8 on, a message's channel decides on its sound")
      guard let silencer else { continue }
      for request in setting.requests.prefix(64) where !heard.contains(request) {
        silence(request..<request + 1, on: .android, silencer)
      }
    }
    noteCreations()
    let connected = Set(soundSettings.lazy.flatMap { $0.requests.prefix(64) })
    for index in requests.indices
    where [.kotlin, .java].contains(tokens.language) && requests[index].form == .address
      && requests[index].code.nameForm != .resourceNumber
      && !connected.contains(index)
    {
      silence(
        index..<index + 1, on: .android, .possible("no channel is seen that gets this address"))
    }
    for channel in nativeChannels {
      // A file without `setSound` gives its channels no sound. In a file with `setSound`, a helper may set the sound.
      let sound = channel.sound ?? (decidingWords.contains("setSound") ? .computed : .none)
      let line = channel.line ?? Int(tokens.tokens[channel.opening].line)
      add(channel.opening + 1, sound, line, channel.isCreated ? .always : .unseen, channel.silencer)
    }
  }

  /// Notes which channels this file passes to the system. A channel that the system doesn't get makes no sound.
  private mutating func noteCreations() {
    let words = decidingWords.intersection([
      "createNotificationChannel", "createNotificationChannels",
    ])
    let constructors: Set<Substring> = ["NotificationChannel", "NotificationChannelCompat"]
    // An argument such as `it`, or `manager::createNotificationChannel`, may mean any channel.
    channels.createsOthers =
      !words.isEmpty
      && (creations.isEmpty
        || creations.contains { words in
          !words.contains { channelsOfVariables[$0] != nil || constructors.contains($0) }
        })
    let created = creations.reduce(into: Set<Substring>()) { $0.formUnion($1) }
    for index in nativeChannels.indices {
      let variable = nativeChannels[index].variable
      nativeChannels[index].isCreated =
        nativeChannels[index].isCreated || channels.createsOthers
        || variable.map(created.contains) ?? false
    }
    for setting in soundSettings {
      guard let channel = setting.channel, !nativeChannels[channel].isCreated else { continue }
      silence(setting.requests.prefix(64), on: .android, .notCreated)
    }
  }
}
