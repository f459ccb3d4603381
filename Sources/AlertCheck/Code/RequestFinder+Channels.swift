internal import AlertCore
internal import SystemPackage

/// Reads the places in code that create a notification channel, or that name a channel together with a sound.
extension RequestFinder {
  enum ChannelKey {
    case id, channel, sound, importance, spread
    /// Expo's trigger, and a channel's identifier in Expo's content, where the identifier has no effect.
    case trigger, lostChannel
  }

  static let channelKeys: [Substring: ChannelKey] = [
    "id": .id, "channelId": .channel, "channel_id": .channel, "android_channel_id": .channel,
    "existing_android_channel_id": .channel,
    "sound": .sound, "soundName": .sound, "soundFile": .sound, "trigger": .trigger,
    "importance": .importance,
  ]

  mutating func noteChannelValue(of key: ChannelKey?, at index: Int) {
    guard let key, !brackets.isEmpty else { return }
    if key == .channel, packages.contains(.expo), let message = bracketWithOpenContent {
      brackets[message].channelValues[.lostChannel] = index
    } else {
      brackets[brackets.count - 1].channelValues[key] = index
    }
  }

  /// Returns `bracket`, which was just closed. Adds a silencer if a spread may set the channel's sound or importance.
  func readSpread(in bracket: Bracket) -> Bracket {
    var bracket = bracket
    let (values, callee) = (bracket.channelValues, brackets.last?.callee ?? "")
    if let spread = values[.spread], SoundAPI.channelFunctions.contains(callee),
      min(values[.sound] ?? 0, values[.importance] ?? 0) < spread
    {
      bracket.channelSilencer =
        CodeRequest.Silencer.possible("a spread may change the channel").or(bracket.channelSilencer)
    }
    return bracket
  }

  /// The index in ``brackets`` of the bracket around Expo's `content`, if the innermost bracket is the object `content`
  /// or up to two brackets deeper, as in `content: { ...(isAndroid && { channelId: 'a' }) }`; nil otherwise.
  private var bracketWithOpenContent: Int? {
    for depth in 2...4 where brackets.count >= depth {
      let bracket = brackets[brackets.count - depth]
      if let key = bracket.key { return key == "content" ? brackets.count - depth : nil }
    }
    return nil
  }

  /// Notes a message of Expo whose trigger names no channel.
  ///
  /// expo-notifications takes the channel only from the trigger. If the trigger names none, expo-notifications uses its
  /// own channel with the default sound. Source: https://github.com/expo/expo, BaseNotificationBuilder.kt, `channelId`.
  private mutating func readLostChannel(in message: Bracket) {
    guard packages.contains(.expo), message.channelValues[.channel] == nil,
      let trigger = message.channelValues[.trigger], let place = message.channelValues[.sound],
      case .named(let name) = sound(at: place)
    else { return }
    // A trigger with computed parts may name the channel.
    let isLiteral = tokens.word(at: trigger) == "null" || tokens.isSign("{", at: trigger)
    let hasSpread = (trigger..<trigger + 200).contains {
      tokens.isSign(".", at: $0) && tokens.isSign(".", at: $0 + 1)
    }
    guard isLiteral, !hasSpread else { return }
    let line = Int(tokens.tokens[place].line)
    channels.lostChannels[ChannelScan.Place(path: path, line: line, name: name)] =
      message.channelValues[.lostChannel].flatMap { values.value(at: $0).names.first?.text } ?? ""
  }

  /// Returns the opening brackets of the objects and lists that code passes as variables to functions that create
  /// channels. Such channels prove nothing, because code may change them before.
  mutating func readChannelObjects() -> Set<Int> {
    var objects: Set<Int> = []
    guard tokens.language == .javaScript else { return objects }
    var count = 0
    for index in tokens.tokens.indices where tokens.isSign("(", at: index) {
      guard let function = tokens.word(at: index - 1),
        SoundAPI.channelFunctions.contains(function)
      else { continue }
      // Examine only some calls: each may look up names among many.
      count += 1
      if count > 64 { break }
      for place in index + 1..<min(index + 6, values.names.end(of: index))
      where ["(", ","].contains(tokens.sign(at: place - 1))
        && [")", ","].contains(tokens.sign(at: place + 1))
      {
        guard let name = tokens.word(at: place) else { continue }
        let found = values.names.values(of: [name], at: place)
        if found.isEmpty { channels.createsOthers = true }
        objects.formUnion((found + listLooped(by: name, before: index)).map(\.value))
      }
    }
    return objects
  }

  /// Returns the values of the list in `for (const channel of channels)` or `channels.forEach(async (channel) => …)`.
  private mutating func listLooped(
    by name: Substring, before index: Int
  ) -> [SourceNames.Declaration] {
    for place in (max(0, index - 32)..<index).reversed() where tokens.word(at: place) == name {
      let loop = (max(0, place - 4)..<place).last {
        ["forEach", "map"].contains(tokens.word(at: $0))
      }
      let list = tokens.word(at: place + 1) == "of" ? place + 2 : loop.map { $0 - 2 }
      guard let list, let name = tokens.word(at: list), !tokens.isSign(".", at: list - 1) else {
        continue
      }
      return values.names.values(of: [name], at: place)
    }
    return []
  }

  /// Whether a brace begins an object in ``channelObjects``, or an object in a list there.
  func isChannelVariable(_ brace: Int) -> Bool {
    channelObjects.contains(brace)
      || brackets.last.map {
        channelObjects.contains($0.opening) && tokens.isSign("[", at: $0.opening)
      }
        ?? false
  }

  /// Whether a brace begins the object of a variable with notifee's type of channels.
  func isTypedChannel(_ brace: Int) -> Bool {
    tokens.isSign("=", at: brace - 1) && tokens.word(at: brace - 2) == "AndroidChannel"
  }

  /// Reads a key whose value is the variable of the same name, as in JavaScript's `{ sound }`.
  mutating func readShorthand(at index: Int) {
    guard [",", "}"].contains(tokens.sign(at: index + 1)),
      ["{", ","].contains(tokens.sign(at: index - 1)), let word = tokens.word(at: index)
    else { return }
    if tokens.language == .javaScript, apis.values[word] != nil, let bracket = brackets.last,
      tokens.isSign("{", at: bracket.opening),
      !["export", "import"].contains(tokens.word(at: bracket.opening - 1))
    {
      // In a pattern such as `const { sound } = settings`, the value is unknown, and nothing is requested.
      let value = values.value(at: index)
      if value.isComplete, !value.names.isEmpty, let api = meaning(of: word, before: index + 1) {
        add(api, at: index, value)
      }
    }
    guard readsChannels else { return }
    noteChannelValue(of: Self.channelKeys[word], at: index)
    readSilencer(at: index, of: word)
  }

  /// Notes what a closed bracket says about a channel.
  mutating func readChannel(in bracket: Bracket) {
    let isObject = tokens.isSign("{", at: bracket.opening)
    switch (tokens.language, bracket.callee) {
    // Code that deletes a channel also makes an `AndroidNotificationChannel`. If this file doesn't create the channel,
    // another file may create the channel with a different sound, or no file creates it.
    case (.dart, "AndroidNotificationChannel"?):
      if let variable = variable(before: bracket.opening) {
        channelsOfVariables[variable] = bracket.opening + 1
      }
      let isCreated = decidingWords.contains("createNotificationChannel")
      if isCreated {
        channels.createsOthers = true
      } else {
        silence(bracket.firstRequest..<requests.count, on: .android, .notCreated)
      }
      add(bracket, bracket.opening + 1, isCreated ? .always : .unseen, isCreated ? nil : .computed)
    case (.dart, "AndroidNotificationDetails"?): add(bracket, bracket.opening + 1, .ifMissing)
    case (.python, "AndroidNotification"?):
      if let id = bracket.channelValues[.channel] { add(bracket, id, .never) }
    case (.javaScript, let callee?) where SoundAPI.channelFunctions.contains(callee):
      if !bracket.hasObject { channels.hasUnknownChannels = true }
    case (.javaScript, nil) where isObject, (.json, nil) where isObject,
      (.python, nil) where isObject, (.php, nil) where tokens.isSign("[", at: bracket.opening):
      readLostChannel(in: bracket)
      let id = bracket.channelValues[.channel]
      let call = brackets.suffix(2).last {
        $0.callee.map(SoundAPI.channelFunctions.contains) ?? false
      }
      let isArgument = ["(", "[", ","].contains(tokens.sign(at: bracket.opening - 1))
      if let call, isArgument {
        add(bracket, id ?? bracket.channelValues[.id] ?? call.opening + 1, .always)
      } else if bracket.functions == ["createChannel"],
        let id = id ?? bracket.channelValues[.id]
      {
        let isUnseen = !isChannelVariable(bracket.opening)
        if isUnseen { silence(bracket.firstRequest..<requests.count, on: .android, .notCreated) }
        add(bracket, id, isUnseen ? .unseen : .always)
      } else if let id {
        add(bracket, id, .never)
      }
      // Pass the values on to Expo's message: `{ content: { sound: … }, trigger: { channelId: … } }`.
      if packages.contains(.expo), let last = brackets.last,
        last.key == "content" || last.key == "trigger"
      {
        brackets[brackets.count - 1].channelValues.merge(bracket.channelValues) { known, _ in known
        }
      }
    default: break
    }
  }

  /// Doubts the sounds of a closed object that may be no message, such as an entry in a list of sounds.
  mutating func doubtOtherObject(_ bracket: Bracket) {
    guard tokens.language == .javaScript, bracket.callee == nil,
      bracket.firstRequest < requests.count, tokens.isSign("{", at: bracket.opening),
      !values.names.mixed.contains(bracket.opening),
      Self.messageFunctions.allSatisfy({ openFunctions[$0] == nil }),
      Self.messageKeys.allSatisfy({ values.names.members($0, of: bracket.opening).isEmpty })
    else { return }
    for index in bracket.firstRequest..<requests.count {
      guard case .value(let key, .any) = requests[index].form,
        ["sound", "soundName"].contains(key),
        values.names.bracket(around: requests[index].index) == bracket.opening
      else { continue }
      doubt(index..<index + 1, "the object around it may be no message")
    }
  }

  private static let messageKeys: [Substring] = [
    "body", "message", "to", "channelId", "schedule", "trigger", "android", "ios",
    "notification",
  ]
  private static let messageFunctions: [Substring] = [
    "schedule", "localNotification", "localNotificationSchedule", "presentLocalNotification",
    "sendPushNotificationsAsync",
  ]

  /// - Parameters:
  ///   - id: The index of the channel's identifier.
  ///   - known: The channel's sound; nil to read it from the bracket.
  private mutating func add(
    _ bracket: Bracket, _ id: Int, _ creates: ChannelScan.Mention.Creation,
    _ known: ChannelScan.Sound? = nil
  ) {
    let place = bracket.channelValues[.sound].map(nameIndex)
    if known == nil, creates != .never, values.value(at: id).names.count == 1 {
      let own = bracket.firstRequest..<requests.count
      let names = requests[own].map(\.code).filter { $0.platform == .android }.map(\.name)
      if Set(names).count > 1 {
        silence(own, on: .android, .possible("its channel keeps the first of several sounds"))
      }
    }
    add(
      id, known ?? place.map { sound(at: $0) } ?? .none,
      Int(tokens.tokens[place ?? bracket.opening].line), creates, bracket.channelSilencer)
  }

  mutating func add(
    _ id: Int, _ sound: ChannelScan.Sound, _ line: Int,
    _ creates: ChannelScan.Mention.Creation, _ silencer: CodeRequest.Silencer?
  ) {
    // Dart's `channel.id`.
    let isMember = tokens.isSign(".", at: id + 1) && tokens.word(at: id + 2) == "id"
    let variable = isMember && tokens.language == .dart ? tokens.word(at: id) : nil
    let channel = values.value(at: variable.flatMap { channelsOfVariables[$0] } ?? id)
    let isKnown = channel.isComplete && channel.names.count == 1
    let identifier =
      isKnown
      ? .init(text: channel.names[0].text, isLiteral: true) : globalName(at: id)
    if !isKnown, creates == .always { channels.hasUnknownChannels = true }
    guard identifier != nil || tokens.language == .dart else { return }
    // Source: https://github.com/ionic-team/capacitor-plugins, LocalNotificationManager.java.
    let isDefault = packages.contains(.capacitor) && identifier?.text == "default"
    channels.mentions.append(
      ChannelScan.Mention(
        channel: identifier, sound: sound, creates: creates,
        silencer: isDefault
          ? .possible("the plugin makes the channel default first, and its sound stays") : silencer,
        path: path, line: line))
  }

  /// Returns the name in an expression such as `Channels.bells`, `CHANNEL_ID` or `getString(R.string.bells)`, which
  /// probably means the same in all files. Nil for other expressions, and for names that this file gives to a value.
  private mutating func globalName(at index: Int) -> ChannelScan.Identifier? {
    let resource = (index..<index + 6).prefix { !tokens.isSign(",", at: $0) }.first {
      tokens.word(at: $0) == "R" && tokens.word(at: $0 + 2) == "string"
    }
    var (path, place) = ([Substring](), resource ?? index)
    while path.count < 8, let word = tokens.word(at: place), word.utf8.count < 64 {
      path.append(word)
      guard tokens.isSign(".", at: place + 1) else { break }
      place += 2
    }
    let isGlobal =
      path.count > 1
      ? path[0].first?.isUppercase == true
      : path.first.map {
        $0.count > 2 && $0 == $0.uppercased()[...] && values.names.declarations[$0] == nil
      } ?? false
    return isGlobal && place < tokens.tokens.count && tokens.endsValue(at: place)
      ? .init(text: path.joined(separator: "."), isLiteral: false) : nil
  }

  /// Returns the index of the name in Dart's `const RawResourceAndroidNotificationSound('ring')`.
  private func nameIndex(_ index: Int) -> Int {
    let index = tokens.word(at: index) == "const" ? index + 1 : index
    let isCall = tokens.word(at: index) == "RawResourceAndroidNotificationSound"
    return min(isCall ? index + 2 : index, tokens.tokens.count - 1)
  }

  private mutating func sound(at index: Int) -> ChannelScan.Sound {
    if ["null", "undefined"].contains(tokens.word(at: index)) { return .none }
    let value = values.value(at: index)
    let names = value.names.filter { name in
      name.parts.allSatisfy { guards.platforms(at: $0).contains(.android) }
    }
    guard value.isComplete, names.count == 1 else { return .computed }
    let text = names[0].text
    return ["", "default"].contains(text) ? .none : .named(AndroidSoundName.resourceName(of: text))
  }
}
