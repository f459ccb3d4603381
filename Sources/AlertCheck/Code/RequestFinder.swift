internal import SystemPackage

/// Finds the places in a source file that ask for a sound by name.
///
/// If ``SourceValues`` can't evaluate the expression that names a sound, the name counts as computed.
struct RequestFinder {
  /// A request. All properties except ``code`` are needed only while the source file is read.
  struct Request {
    var code: CodeRequest
    let form: SoundAPI.Form
    /// The facts of other files that may change the request.
    var facts: Set<Substring> = []
    /// The index of the first token of the name's expression.
    var index = 0
    /// What the sound is assigned to; nil if no assignment is found.
    var target: Target?
  }

  var requests: [Request] = []
  var channels = ChannelScan()
  let path: FilePath
  let readsChannels: Bool
  let tokens: SourceTokens
  let apis: SoundAPIs.Table
  var values: SourceValues
  lazy var guards = PlatformGuards(in: tokens)
  /// Whether the file names the scheme of resources' addresses.
  lazy var namesScheme =
    tokens.contains("android.resource") || tokens.contains("SCHEME_ANDROID_RESOURCE")
  /// The open brackets, the innermost last.
  var brackets: [Bracket] = []
  /// For each name of a function, such as `schedule` or `local.schedule`: the number of open brackets of its calls.
  private(set) var openFunctions: [Substring: Int] = [:]
  /// The number of open brackets beyond ``depthLimit``. Calls in such brackets are ignored; keys go to `brackets.last`.
  private var unexaminedDepth = 0
  /// Between the name of a declared function whose calls request sounds and the function's body: the number of open
  /// brackets around the function. Nil elsewhere.
  var helperDepth: Int?
  let packages: Set<NotificationPackage>
  /// Those words and strings of the file that may decide the meaning of a call or a key.
  let decidingWords: Set<Substring>

  // What the file says about channels in Kotlin and Java; see `readNativeChannel`.
  var nativeChannels: [NativeChannel] = []
  /// The brackets of the file's extensions of `UNNotificationSoundName`.
  lazy var soundNameBrackets: Set<Int> =
    tokens.contains("extension UNNotificationSoundName")
    ? Set(values.names.types["UNNotificationSoundName"] ?? []) : []
  /// See ``readChannelObjects()``.
  private(set) var channelObjects: Set<Int> = []
  lazy var importancesOfVariables = Self.importancesOfVariables(in: tokens)
  var soundSettings: [SoundSetting] = []
  /// For each call that passes channels to the system: the words in its arguments.
  var creations: [Set<Substring>] = []
  /// For each variable of a channel: the channel's index in ``nativeChannels``. In Dart, the index of its identifier.
  var channelsOfVariables: [Substring: Int] = [:]
  var requestsOfVariables: [Substring: Range<Int>] = [:]
  /// The assignments to sounds; see `readReplacements`.
  var assignments: [Assignment] = []
  /// For each variable in C#: the types that the file gives it.
  lazy var types = Self.types(in: tokens)

  struct Bracket {
    /// The word before a round bracket, or the type before a C# object's brace; empty if too long. Nil for others.
    let callee: Substring?
    /// The word before the function: `local` in `notification.local.schedule(`.
    var receiver: Substring?
    /// The function's names in ``openFunctions``.
    var functions: [Substring] = []
    /// Whether the bracket is the body of a function whose calls request sounds. In the body, the sound's name is a
    /// parameter, so calls in the body count as no requests.
    var isHelper = false
    /// The key or label of the current value.
    var key: Substring?
    /// The index of the opening bracket; -1 outside all brackets.
    var opening = -1
    /// For each key that matters to a notification channel: the index of its value.
    var channelValues: [ChannelKey: Int] = [:]
    /// Whether the bracket contains an object, directly or inside one inner bracket.
    var hasObject = false
    /// The number of requests before the bracket.
    var firstRequest = 0
    /// What the bracket's object is.
    var around = Around.message
    /// What silences the channel that the bracket creates. For each system: what silences the messages in the bracket.
    var channelSilencer: CodeRequest.Silencer?
    var silencers: [CodeRequest.Platform: CodeRequest.Silencer] = [:]
    /// For each key of an object: the requests in its value. Then the current key, and the index of its first request.
    var requestsOfKeys: [Substring: Range<Int>] = [:]
    var member: Substring?
    var firstOfMember = 0
    /// The number of requests before the last spread.
    var firstAfterSpread = 0
  }

  /// The names of the interruption level: in Swift, in payloads and in OneSignal's messages.
  static let interruptionLevels: Set<Substring> = [
    "interruptionLevel", "interruption-level", "ios_interruption_level",
  ]
  static let depthLimit = 100
  /// Returns a name, or an empty text if the name is longer than the names of all APIs. Hashing a long name again for
  /// each key inside its bracket would take very long.
  private static func short(_ name: Substring) -> Substring { name.utf8.count > 64 ? "" : name }
  /// After about this many requests in a file, one request without a name stands for all further ones.
  private static let requestLimit = 1 << 12

  init(in tokens: SourceTokens, at path: FilePath, by apis: SoundAPIs, readingChannels: Bool) {
    (self.tokens, self.path, readsChannels) = (tokens, path, readingChannels)
    self.apis = apis[tokens.language]
    decidingWords = Set(
      tokens.tokens.indices.lazy.compactMap(tokens.name).filter(apis.decidingWords.contains))
    values = SourceValues(in: tokens, requestedBy: Set(self.apis.calls.keys))
    packages = NotificationPackage.all(in: tokens)
    if readingChannels { channelObjects = readChannelObjects() }
    let namesResources = self.apis.address != nil && tokens.contains("raw")
    for index in tokens.tokens.indices {
      switch tokens.tokens[index].kind {
      case .sign: readSign(at: index)
      case .text, .computedText: if namesResources { readResourceAddress(at: index) }
      case .word:
        if tokens.language == .javaScript { readDeletion(at: index) }
        if namesResources, tokens.isSign(")", at: index + 1),
          tokens.word(at: index) == "SCHEME_ANDROID_RESOURCE",
          [index - 2, index - 4].contains(where: { tokens.word(at: $0) == "scheme" })
        {
          readResourceNumber(in: "", at: index)
        }
        if readsChannels || tokens.language == .javaScript { readShorthand(at: index) }
      }
    }
    connectNativeChannels()
    readReplacements()
    for word in decidingWords.intersection(["setSilent", "GROUP_ALERT_SUMMARY"]).sorted() {
      silence(requests.indices, on: .android, .possible("code uses \(word)"))
    }
    if decidingWords.contains("passive"),
      !decidingWords.isDisjoint(with: RequestFinder.interruptionLevels)
    {
      silence(requests.indices, on: .iOS, .possible("the notification may be passive"))
    }
    // The builder of NotificationChannelCompat takes the sound in a separate call, so the sounds are unknown.
    if readsChannels, [.kotlin, .java].contains(tokens.language),
      decidingWords.contains("NotificationChannelCompat")
    {
      channels.hasUnknownChannels = true
    }
  }

  private mutating func readSign(at index: Int) {
    let sign = tokens.sign(at: index)
    switch sign {
    case "(", "[", "{": open(sign == "{", at: index)
    case ")", "]", "}":
      guard unexaminedDepth == 0 else {
        unexaminedDepth -= 1
        return
      }
      guard let bracket = brackets.popLast().map(readSpread) else { return }
      doubtOtherObject(bracket)
      for name in bracket.functions {
        openFunctions[name] = openFunctions[name].flatMap { $0 > 1 ? $0 - 1 : nil }
      }
      silenceRequests(in: bracket)
      guard readsChannels else { return }
      if [.kotlin, .java].contains(tokens.language) {
        readNativeChannel(in: bracket, endingAt: index)
      } else {
        readChannel(in: bracket)
      }
    // The comma in Dart's `'ios': <String, dynamic>{` doesn't end the value.
    case "," where tokens.language == .dart && tokens.isSign("<", at: index - 2): break
    case ",", ";": setKey(nil)
    case ":", "=":
      // In `sound: loud ? .default : .named("a.caf")`, the second colon follows no label.
      let isLabel =
        tokens.language != .swift || brackets.last?.callee == nil
        || ["(", ","].contains(tokens.sign(at: index - 2))
      // TypeScript's `const content: Content = {`.
      let isTyped =
        tokens.language == .javaScript && sign == "=" && tokens.isSign(":", at: index - 2)
      if isLabel { setKey(key(at: index - (isTyped ? 3 : 1)), isMember: isMember(before: index)) }
      readAssignment(at: index)
      let isKey = sign == ":" || [.python, .php].contains(tokens.language)
      if readsChannels, isKey, let key = brackets.last?.key {
        let isArrow = tokens.isSign(">", at: index + 1)
        noteChannelValue(of: Self.channelKeys[key], at: isArrow ? index + 2 : index + 1)
      }
      readSilencer(at: index + 1)
      if tokens.language == .objectiveC { readMessage(at: index) }
      readValue(after: index)
    case "." where tokens.isSign(".", at: index + 1), "*" where tokens.isSign("*", at: index + 1):
      if !tokens.isSign(".", at: index - 1) { readSpread(at: index) }
    default: break
    }
  }

  private mutating func open(_ isBrace: Bool, at index: Int) {
    guard brackets.count < Self.depthLimit else {
      unexaminedDepth += 1
      return
    }
    var callee: Substring?
    if isBrace {
      callee = typeOfObject(initializedAt: index)
      for place in brackets.indices.suffix(2) { brackets[place].hasObject = true }
    } else if tokens.isSign("(", at: index) {
      callee = tokens.word(at: index - 1)
      if let callee { readCall(of: callee, at: index) }
      if callee == "setSound" { readSetter(at: index) }
    }
    let isHelper = isBrace && helperDepth == brackets.count
    if isHelper { helperDepth = nil }
    callee = callee.map(Self.short)
    let receiver = tokens.isSign(".", at: index - 2) ? tokens.word(at: index - 3) : nil
    let isVariable = isBrace && isChannelVariable(index)
    var functions: [Substring] =
      isVariable || isBrace && isTypedChannel(index) ? ["createChannel"] : []
    // Only APIs of these languages depend on the functions around a value.
    if let callee, [.dart, .javaScript].contains(tokens.language) {
      functions = [callee] + (receiver.map { ["\(Self.short($0)).\(callee)"] } ?? [])
    }
    for name in functions { openFunctions[name, default: 0] += 1 }
    brackets.append(
      Bracket(
        callee: callee, receiver: receiver, functions: functions,
        isHelper: isHelper, opening: index, firstRequest: requests.count,
        around: around(brackets.last),
        channelSilencer: isVariable
          ? .possible("code may change the variable of the channel") : nil))
  }

  /// - Parameter isMember: Whether the key is that of an object's member.
  private mutating func setKey(_ key: Substring?, isMember: Bool = false) {
    guard !brackets.isEmpty else { return brackets.append(Bracket(callee: nil, key: key)) }
    let last = brackets.count - 1
    brackets[last].key = key.map(Self.short)
    if let member = brackets[last].member, brackets[last].firstOfMember < requests.count {
      brackets[last].requestsOfKeys[member] = brackets[last].firstOfMember..<requests.count
    }
    brackets[last].member = isMember ? brackets[last].key : nil
    brackets[last].firstOfMember = requests.count
    if isMember, !brackets[last].requestsOfKeys.isEmpty, let key = brackets[last].key,
      let replaced = brackets[last].requestsOfKeys.removeValue(forKey: key)
    {
      doubt(replaced, "a later key \(key) of the same object replaces it")
    }
  }

  /// Returns the key that ends at an index: a word or a string, perhaps in brackets as in `["key"] =`.
  private func key(at index: Int) -> Substring? {
    let index =
      tokens.isSign("]", at: index) && tokens.isSign("[", at: index - 2) ? index - 1 : index
    return tokens.name(at: index)
  }

  /// Adds a request for each name that a value may have; for unknown names, adds a doubt or a request without a name.
  ///
  /// - Parameter value: The value; nil to evaluate the expression at the index.
  mutating func add(_ api: SoundAPI, at index: Int, _ value: SourceValue? = nil) {
    guard !brackets.contains(where: \.isHelper), requests.count <= Self.requestLimit else { return }
    guard requests.count < Self.requestLimit else { return add(api, named: nil, at: index) }
    let value = value ?? values.value(at: index)
    let count = requests.count
    var facts = value.members
    if packages.contains(.expo) { facts.insert("!shouldPlaySound") }
    if api.isRemote { facts.insert("!UNNotificationServiceExtension") }
    for name in value.names {
      add(api, named: name.text.isTemplate ? nil : name.text, at: index, name.parts)
    }
    if value.isVariable { doubt(count..<requests.count, "other code may assign another name") }
    // If there are doubtful requests, add no request without a name: the doubt already says that names are missing.
    if !value.isComplete, !value.isVariable || requests.count == count {
      add(api, named: nil, at: index, hasKnownNames: requests.count > count)
      if requests.count == count + 1, tokens.isSign(".", at: index),
        tokens.endsValue(at: index + 1),
        let member = tokens.word(at: index + 1)
      {
        facts.insert(".\(member)")
      }
    }
    let target = requests.count > count ? target(of: index) : nil
    for request in count..<requests.count {
      (requests[request].index, requests[request].target) = (index, target)
      requests[request].facts = facts
    }
  }

  /// Notes why requests may ask for a different name than the name that was found.
  mutating func doubt(_ range: Range<Int>, _ reason: String) {
    for index in range { requests[index].code.doubt = requests[index].code.doubt ?? reason }
  }

  /// - Parameter parts: The indices of the strings that the name consists of.
  private mutating func add(
    _ api: SoundAPI, named text: String?, at index: Int, _ parts: Set<Int> = [],
    hasKnownNames: Bool = false
  ) {
    let systems = parts.reduce(guards.platforms(at: index)) {
      $0.intersection(guards.platforms(at: $1))
    }
    let found = api.platforms.filter(systems.contains).map { platform in
      CodeRequest(
        path: path, line: Int(tokens.tokens[index].line),
        name: text.flatMap { api.name(of: $0, on: platform) }, platform: platform, api: api.name,
        runsOnAndroid: systems.contains(.android), use: api.use,
        takesFileName: api.takesFileName, nameForm: api.nameForm,
        hasKnownNames: hasKnownNames, silencer: platform == .android ? api.silencer : nil)
    }
    requests += found.filter { $0.name != nil || text == nil }
      .sorted { $0.name ?? "" < $1.name ?? "" }.map { Request(code: $0, form: api.form) }
  }
}

extension RequestFinder {
  /// Adds a silencer to the requests in a range: to those for one system, or to all if `platform` is nil.
  mutating func silence(
    _ range: Range<Int>, on platform: CodeRequest.Platform? = nil, _ silencer: CodeRequest.Silencer
  ) {
    for index in range where platform == nil || requests[index].code.platform == platform {
      requests[index].code.silencer = silencer.or(requests[index].code.silencer)
    }
  }
}
