internal import AlertCore
internal import Platform
internal import SystemPackage

struct SourceFile: Equatable, Sendable {
  let path: FilePath
  let language: SourceLanguage
}

/// The sounds that a project's code asks for or mentions.
struct CodeScan: Sendable {
  /// The places in the code that ask for a sound, in the order of the files.
  private(set) var requests: [CodeRequest] = []
  /// The names of the project's sounds, with or without extensions, that occur as strings in code.
  private(set) var mentions: Set<String> = []
  /// For each resource that code names in the form `R.raw.ring`: the first place. The compiler checks such names.
  private(set) var rawResources: [String: CodeRequest] = [:]
  /// The first place in the code that names `Library/Sounds`; nil if no code names it.
  private(set) var librarySounds: CodeRequest?

  private(set) var channels = ChannelScan()
  /// The places that ask for the permission to show notifications.
  private(set) var permissions: [NotificationPermission] = []
  /// What the code says about requests in other files: the members that it overrides and its protocols, see
  /// ``SourceNames/Declaration/replacement``; the names in extensions of `UNNotificationSoundName`, as `.ring`; and the
  /// facts in ``silencers``.
  private var facts: Set<Substring> = []
  /// For each request that facts may change, by its index: these facts.
  private var openRequests: [Int: Set<Substring>] = [:]

  /// For each fact that silences a request: what it does.
  private static let silencers: [Substring: CodeRequest.Silencer] = [
    "!UNNotificationServiceExtension": .possible(
      "the notification service extension may replace it"),
    "!shouldPlaySound": .possible(
      "shouldPlaySound may be false, so that no sound is heard while the app is in front"),
  ]

  init() {}

  /// Reads all code on up to one thread per processor. The result doesn't depend on the number of threads.
  ///
  /// - Parameters:
  ///   - sources: The files. Their paths are relative to `root`.
  ///   - root: The project's folder.
  ///   - names: The names of the project's sounds, with and without their extensions.
  ///   - apis: The functions and keys that name sounds.
  init(of sources: [SourceFile], in root: AnchoredFolder, names: Set<String>, by apis: SoundAPIs) {
    let next = Locked(0)
    let found = Locked([CodeScan?](repeating: nil, count: sources.count))
    Threads.inParallel(min(Threads.processorCount, sources.count / 64 + 1)) {
      var reader = SmallFiles(in: root)
      while true {
        // Take 32 files at once: neighbours are usually in one folder, and the reader opens that folder only once.
        let start = next.withLock { next in
          defer { next += 32 }
          return next
        }
        guard start < sources.count else { return }
        for index in start..<min(start + 32, sources.count) {
          let source = sources[index]
          guard let bytes = reader.bytes(of: source.path) else { continue }
          let isRead =
            bytes.mayNameSounds(in: source.language)
            || PermissionScan.mayAsk(bytes, in: source.language)
          guard isRead else {
            let names = bytes.overriddenNames(in: source.language)
            if !names.isEmpty { found.withLock { $0[index] = CodeScan(stating: names) } }
            continue
          }
          let scan = CodeScan(of: bytes, in: source, names: names, by: apis)
          found.withLock { $0[index] = scan }
        }
      }
    }
    for case let scan? in found.withLock({ $0 }) {
      for (index, names) in scan.openRequests { openRequests[requests.count + index] = names }
      facts.formUnion(scan.facts)
      permissions += scan.permissions
      requests += scan.requests
      mentions.formUnion(scan.mentions)
      rawResources.merge(scan.rawResources) { first, _ in first }
      librarySounds = librarySounds ?? scan.librarySounds
      channels.add(scan.channels)
    }
    var moved: Set<Int> = []
    for (index, own) in openRequests {
      for fact in own.intersection(facts).sorted() {
        if let silencer = Self.silencers[fact] {
          requests[index].silencer = requests[index].silencer ?? silencer
        } else if fact.hasPrefix(".") {
          moved.insert(index)
        } else {
          requests[index].doubt = requests[index].doubt ?? "another type may replace the name"
        }
      }
    }
    channels.silence(&requests)
    // Where an extension gives `.ring` its value, there is a request, too.
    requests = requests.indices.filter { !moved.contains($0) }.map { requests[$0] }
    // If a package doesn't look up a message's sound, the channel's sound plays. Drop the message's request if another
    // request is for the same sound.
    func resource(_ request: CodeRequest) -> String? {
      request.name.map(AndroidSoundName.resourceName(of:))
    }
    let ofChannels = Set(
      requests.filter { $0.platform == .android && $0.silencer == nil }.map(resource))
    requests.removeAll {
      $0.silencer == .notLookedUp && $0.name != nil && ofChannels.contains(resource($0))
    }
  }

  private init(stating facts: Set<Substring>) { self.facts = facts }

  private init(of bytes: [UInt8], in source: SourceFile, names: Set<String>, by apis: SoundAPIs) {
    let tokens = SourceTokens(of: bytes, in: source.language)
    // Skip tests, because they name sounds that don't exist.
    let isTest = source.path.isTestCode
    if !isTest, source.language != .other {
      facts = bytes.overriddenNames(in: source.language)
      if PermissionScan.mayAsk(bytes, in: source.language) {
        permissions = PermissionScan(in: tokens, at: source.path).found
      }
      var finder = RequestFinder(
        in: tokens, at: source.path, by: apis, readingChannels: bytes.mayNameChannels)
      channels = finder.channels
      facts.formUnion(finder.facts)
      for found in finder.requests where source.path.runs(on: found.code.platform) {
        if !found.facts.isEmpty { openRequests[requests.count] = found.facts }
        requests.append(found.code)
      }
    }
    let isForAndroid = !isTest && [.kotlin, .java, .cSharp].contains(source.language)
    // The names of the class `R`, such as `AppR` after `import com.example.R as AppR`. In C#, it is `Resource`.
    var classes: Set<Substring> = source.language == .cSharp ? ["Resource"] : ["R"]
    var importsAll = false
    // The index of the last token that names the folder Library, and the index of the last path with a folder Sounds.
    // Code may name these folders in any order.
    var (library, sounds) = (-1000, -2000)
    let mayNameFolder = !isTest && bytes.contains("Sounds")
    for index in tokens.tokens.indices {
      let kind = tokens.tokens[index].kind
      if mayNameFolder, librarySounds == nil {
        let names = tokens.folders(at: index)
        if names.library { library = index }
        if names.sounds { sounds = index }
        if abs(library - sounds) <= 200 {
          librarySounds = CodeRequest(
            path: source.path, line: Int(tokens.tokens[sounds].line), name: nil, platform: .iOS,
            api: "Library/Sounds", use: .notification)
        }
      }
      if kind == .text {
        guard let text = tokens.text(at: index), text.utf8.count <= 255 else { continue }
        let name = text.split(separator: "/").last.map(String.init) ?? text
        if names.contains(name) { mentions.insert(name) }
        // Builds keep resources that code looks up by name, unless they shrink in the strict mode.
        if isForAndroid, tokens.isSign("(", at: index - 1), tokens.text(at: index + 2) == "raw",
          tokens.word(at: index - 2) == "getIdentifier"
        {
          noteResource(
            text[...], at: tokens.tokens[index].line, in: source.path, by: "getIdentifier")
        }
      } else if isForAndroid, kind == .computedText {
        // Kotlin's `"${R.raw.ring}"`.
        let parts = tokens.source(at: index, limit: 1024).split(
          separator: "${R.raw.", omittingEmptySubsequences: false)
        for part in parts.dropFirst() {
          noteResource(
            Substring(part.utf8.prefix(while: \.isWordPart)), at: tokens.tokens[index].line,
            in: source.path)
        }
      } else if isForAndroid, let word = tokens.word(at: index) {
        if word == "as", tokens.word(at: index - 1) == "R", let name = tokens.word(at: index + 1) {
          classes.insert(name)
        } else if word == "raw" || word == "Raw", let owner = tokens.word(at: index - 2),
          classes.contains(owner),
          tokens.isSign(".", at: index - 1)
        {
          // `import com.example.R.raw.*`.
          importsAll = importsAll || tokens.isSign("*", at: index + 2)
          tokens.word(at: index + 2).map {
            noteResource($0, at: tokens.tokens[index].line, in: source.path)
          }
        } else if importsAll, names.contains(String(word)) {
          noteResource(word, at: tokens.tokens[index].line, in: source.path)
        }
      }
    }
  }

  private mutating func noteResource(
    _ name: Substring, at line: Int32, in path: FilePath, by api: String = "R.raw"
  ) {
    guard rawResources[String(name)] == nil else { return }
    rawResources[String(name)] = CodeRequest(
      path: path, line: Int(line), name: String(name), platform: .android, api: api,
      use: .notification)
  }
}

extension SourceTokens {
  /// Returns whether a token names the folder `Library`, and whether the token is a path with a folder `Sounds`. That
  /// folder must be the first in the path, follow an interpolation, or be in `Library`.
  fileprivate func folders(at index: Int) -> (library: Bool, sounds: Bool) {
    if let word = word(at: index) {
      // Capacitor: `Directory.Library`.
      let isMember = word == "Library" && isSign(".", at: index - 1)
      return (isMember || Self.libraryNames.contains(word), false)
    }
    let contents = contents(of: tokens[index])
    guard tokens[index].isText, contents.count <= 255 else { return (false, false) }
    let folders = String(decoding: contents, as: UTF8.self).split(separator: "/")
    guard let place = folders.firstIndex(of: "Sounds"), place > 0 else {
      return (folders == ["Library"], folders.first == "Sounds")
    }
    let before = folders[place - 1]
    let isInterpolation = before.hasPrefix("$") || before.hasPrefix("\\(")
    return (before == "Library", before == "Library" || place == 1 && isInterpolation)
  }

  /// The words for the folder `Library`, or for the container of an app group: in Swift, in Objective-C, in Dart's
  /// path_provider and in React Native's file packages.
  private static let libraryNames: Set<Substring> = [
    "libraryDirectory", "NSLibraryDirectory", "containerURL", "getLibraryDirectory",
    "LibraryDirectoryPath", "LibraryDir",
  ]
}

extension FilePath {
  /// Whether the file is a test or in a folder of tests, by the naming conventions of the languages.
  fileprivate var isTestCode: Bool {
    let names = components.dropLast().map(\.string)
    let folders = names.indices.contains { index in
      let name = names[index]
      // Kotlin Multiplatform has source sets such as `src/iosTest`.
      return Self.testFolders.contains(name.lowercased()) || name.hasSuffix("Tests")
        || name.hasSuffix("UITest")
        || index > 0 && names[index - 1] == "src" && name.hasSuffix("Test")
    }
    return folders || name.contains(".test.") || name.contains(".spec.")
      || name.hasSuffix("_test.dart") || name.hasSuffix("Tests.swift")
      || name.hasSuffix("Test.kt") || name.hasSuffix("Test.java")
  }

  /// Whether a system runs a file. In React Native, names such as `sounds.ios.js` and `sounds.android.tsx` restrict a
  /// file to one system.
  fileprivate func runs(on platform: CodeRequest.Platform) -> Bool {
    let named = CodeRequest.Platform.allCases.filter { name.contains(".\($0.rawValue).") }
    return named.isEmpty || named.contains(platform)
  }

  private static let testFolders: Set<String> = [
    "test", "tests", "__tests__", "__mocks__", "__fixtures__", "mocks", "androidtestdebug",
    "cypress", "fixtures", "e2e", "jest", "stubs", "integration_test", "sharedtest", "spec",
    "specs", "testdata",
    "testdebug", "test_driver", "testfixtures", "testrelease",
  ]
}

extension [UInt8] {
  /// Returns the members that Swift or Kotlin code overrides, and Swift's protocols in the form `protocol P`. A
  /// function is written `name(`.
  fileprivate func overriddenNames(in language: SourceLanguage) -> Set<Substring> {
    guard language == .swift || language == .kotlin else { return [] }
    var names: Set<Substring> = []
    func words(after offset: Int) -> [Substring] {
      self[offset...].prefix(128).prefix { !"{}".utf8.contains($0) }.split { !$0.isWordPart }
        .prefix(6).map { Substring(decoding: $0, as: UTF8.self) }
    }
    var start = 0
    while let offset = offset(of: "override", from: start) {
      start = offset + 8
      guard start < count, !self[start].isWordPart else { continue }
      let words = words(after: start)
      let place = words.firstIndex { ["var", "val", "func", "fun"].contains($0) }
      guard let place, place + 1 < words.count else { continue }
      names.insert(words[place + 1] + (words[place].hasPrefix("fun") ? "(" : ""))
    }
    start = 0
    while language == .swift, let offset = offset(of: "protocol ", from: start) {
      start = offset + 9
      if let name = words(after: start).first { names.insert("protocol \(name)") }
    }
    return names
  }

  fileprivate var mayNameChannels: Bool {
    contains("hannel", after: "cC") || contains("AndroidNotificationDetails")
  }

  /// Whether code may name a sound or create a notification channel.
  fileprivate func mayNameSounds(in language: SourceLanguage) -> Bool {
    let isNative = language == .kotlin || language == .java
    // Search for "ound" after S or s, because the search can't ignore case. "background" doesn't match.
    return contains("ound", after: "sS") || language == .swift && contains("ringtoneName")
      || isNative && contains("raw", after: "./\"")
      || language == .cSharp && contains("Resource.Raw")
      || language == .dart && contains("ringtonePath") || contains("NotificationChannel")
      || contains("createChannel")
  }
}
