internal import SoundFormat
internal import SystemPackage

/// Expo apps. Expo's tools generate the folders `ios` and `android`, and add the sounds that plugins list. If such a
/// folder is in the repository, builds use it as it is. What stays unknown: what plugins add that the check doesn't know.
enum Expo: Framework {
  static let descriptions = [
    "app.json", "app.config.js", "app.config.ts", "app.config.json", "app.config.cjs",
    "app.config.mjs",
  ]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let expo = ExpoSounds(in: SourceTokens(of: bytes, in: .javaScript))
    guard expo.isExpo else { return }
    project.add(.expo, path)
    let folder = path.removingLastComponent()
    let ignored = ExpoSounds.ignoredFolders(
      project.bytes(of: folder.appending(".gitignore")) ?? [])
    let (native, android) = (folder.appending("ios"), folder.appending("android"))
    try project.budget.spend(project.bundles.count + project.modules.count)
    let hasXcode = project.bundles.contains {
      $0.product == .app && $0.maker.path.starts(with: native)
    }
    if !hasXcode {
      project.bundles.append(
        PlannedBundle(project.appName(in: folder), .app, madeBy: (.expo, path)))
    }
    let makesIOS = !hasXcode || ignored.contains("ios")
    let makesAndroid =
      ignored.contains("android") || !project.modules.contains { $0.folder.starts(with: android) }
    if makesAndroid { project.listOfExpo = path }
    if makesAndroid, expo.shrinksResources { project.shrinksResources[android] = true }
    // Builds run no plugin on folders that are in the repository.
    if makesIOS || makesAndroid {
      if expo.isComputed { project.add(Gap(reason: Gap.unreadable, folder: folder)) }
      if let plugin = expo.unknownPlugin {
        project.add(Gap(reason: "the plugin \(plugin) may add the sound", folder: folder))
      }
    }
    let rawNames = Set(project.rawSounds.map(\.fileName))
    var isApplied = true
    for sound in expo.sounds {
      guard let file = folder.joined(with: sound.path) else { continue }
      var found = project.sounds.inside(file)
      // Accept a folder only for `alertsound`, the only plugin that converts sounds. Other plugins accept only files.
      if !sound.plugin.isConverting { found = found.prefix(found.first == file ? 1 : 0) }
      if found.isEmpty, file.isSound || sound.plugin.isConverting {
        project.missing.append(
          Project.MissingFile(file: file, description: path, line: sound.line, platform: .iOS))
      }
      for source in found {
        project.declaredSounds.insert(source)
        try project.budget.spend(project.bundles.count)
        isApplied =
          isApplied && (makesAndroid || rawNames.contains(source.name))
          && (makesIOS || project.bundles.contains { $0.origins[FilePath(source.name)] != nil })
        let isConverted = sound.plugin.isConverting
        if makesIOS { try add(source, isConverted: isConverted, in: folder, &project) }
        guard makesAndroid else { continue }
        let raw = android.pushing("app/src/main/res/raw")
        project.rawSounds.append(
          Project.RawSound(
            folder: raw, path: source,
            fileName: sound.plugin.makesSmallLetters ? source.name.lowercased() : source.name))
      }
    }
    if !isApplied {
      let kept = (makesIOS ? [] : ["ios"]) + (makesAndroid ? [] : ["android"])
      project.note(
        "builds use the folder \(kept.joined(separator: " and ")) as it is, without the listed sounds;"
          + " run npx expo prebuild, or add the sounds there", on: path)
    }
  }

  /// Adds a sound to the iOS apps in a folder.
  private static func add(
    _ source: FilePath, isConverted: Bool, in folder: FilePath, _ project: inout Project
  ) throws(SoundFileError) {
    try project.budget.spend(project.bundles.count + WorkBudget.listing(source))
    var name = FilePath(source.name)
    if isConverted { name.extension = "caf" }
    for index in project.bundles.indices
    where project.bundles[index].product == .app
      && project.bundles[index].maker.path.starts(with: folder)
    {
      // The Xcode project may already list this file, because an earlier run of the plugin added it.
      if project.bundles[index].origins[name] == nil {
        try project.bundles[index].add(source, at: name, &project.budget)
      }
    }
  }

  static let apis = ["sound", "soundName"].map {
    // The content's sound is for iOS. On Android, the channel's sound counts.
    SoundAPI(
      [.json, .javaScript], .value($0[...], .somewhereUnder("content")), .iOS, as: "content.sound",
      in: [.expo])
  }
}

/// The sounds that an Expo app's configuration lists for plugins.
///
/// Sources: Expo, "Notifications", "Configurable properties", and the plugins' own documentation.
struct ExpoSounds: Hashable, Sendable {
  struct Sound: Hashable, Sendable {
    /// The path, relative to the configuration.
    let path: String
    let line: Int
    let plugin: Plugin
  }

  /// A plugin that adds sounds to the apps.
  struct Plugin: Hashable, Sendable {
    /// The key in the plugin's properties that lists sounds; nil if the properties are the list.
    var key: String? = "sounds"
    /// Whether the plugin makes a CAF file for iOS of each sound in a listed folder, at any depth.
    var isConverting = false
    /// Whether Android's resources get names in small letters.
    var makesSmallLetters = false
  }

  private(set) var sounds: [Sound] = []
  /// The first plugin from a package that the check doesn't know, and that may add sounds; nil if there is none.
  private(set) var unknownPlugin: String?
  /// Whether there may be more sounds, because the app computes a list or has its own plugin.
  private(set) var isComputed = false
  private(set) var isExpo = false
  /// The settings of the plugin expo-build-properties that are true.
  private var settings: Set<Substring> = []
  /// Whether release builds remove unused resources, which they do only if they also shrink code.
  ///
  /// Source: Expo, "BuildProperties", `enableShrinkResourcesInReleaseBuilds`.
  var shrinksResources: Bool {
    settings.contains("enableShrinkResourcesInReleaseBuilds")
      && !settings.isDisjoint(with: [
        "enableMinifyInReleaseBuilds", "enableProguardInReleaseBuilds",
      ])
  }

  /// The plugins that add sounds.
  ///
  /// Sources: the README of https://github.com/evennit/notifee-expo-plugin;
  /// https://github.com/OneSignal/onesignal-expo-plugin, withOneSignalAndroid.ts and withOneSignalIos.ts,
  /// `withSoundFiles`; npm,
  /// @erisvaldo.junior/expo-plugin-link-native-assets, whose README also spells the name without the dot.
  private static let plugins: [String: Plugin] = [
    "expo-notifications": Plugin(), "expo-notifee": Plugin(),
    "alertsound": Plugin(isConverting: true),
    "@evennit/notifee-expo-plugin": Plugin(key: "soundFiles"),
    "onesignal-expo-plugin": Plugin(makesSmallLetters: true),
    "@erisvaldo.junior/expo-plugin-link-native-assets": Plugin(key: nil),
    "@erisvaldojunior/expo-plugin-link-native-assets": Plugin(key: nil),
  ]

  /// Plugins that add no sounds: those of Expo's own packages, and some that many apps have.
  ///
  /// Source: Expo, "Reference", the page of each package.
  private static let silentPlugins = Set(
    """
    apple-authentication audio av background-fetch background-task barcode-scanner brightness \
    build-properties calendar camera cellular contacts dev-client dev-launcher dev-menu document-picker \
    file-system font image image-picker insights local-authentication localization location mail-composer maps \
    media-library navigation-bar quick-actions router screen-capture screen-orientation secure-store sensors \
    sharing splash-screen sqlite status-bar system-ui task-manager tracking-transparency updates video web-browser
    """.split(separator: " ").map { "expo-\($0)" } + [
      "@react-native-community/datetimepicker", "@react-native-firebase/app",
      "@react-native-firebase/auth", "@react-native-firebase/crashlytics",
      "@react-native-firebase/messaging", "@react-native-google-signin/google-signin",
      "@sentry/react-native", "@sentry/react-native/expo", "react-native-maps", "sentry-expo",
    ])

  init(in tokens: SourceTokens) {
    var end = 0
    for index in tokens.tokens.indices {
      let name = tokens.text(at: index) ?? tokens.word(at: index).map(String.init)
      if name == "expo" || name?.hasPrefix("expo-") == true { isExpo = true }
      if let name, name.hasSuffix("InReleaseBuilds"), tokens.word(at: index + 2) == "true" {
        settings.insert(name[...])
      }
      // Skip a list inside a list of plugins. Otherwise, nested lists would take quadratic time.
      guard name == "plugins", index >= end, tokens.isSign(":", at: index + 1) else { continue }
      if tokens.isSign("[", at: index + 2) {
        end = readPlugins(from: index + 3, tokens)
      } else {
        isComputed = true
      }
    }
  }

  /// Returns which of the folders `ios` and `android` a `.gitignore` in the app's folder lists.
  static func ignoredFolders(_ gitignore: [UInt8]) -> Set<String> {
    let lines = gitignore.split { $0 == 0x0A }.map { line in
      line.prefix { $0 > 0x20 }.drop { $0 == UInt8(ascii: "/") }
    }
    return Set(["ios", "android"]).filter { name in
      lines.contains { $0.elementsEqual(name.utf8) || $0.elementsEqual("\(name)/".utf8) }
    }
  }

  /// Reads a list of plugins: `["expo-router", ["expo-notifications", { "sounds": ["./ring.wav"] }]]`.
  ///
  /// - Returns: The index after the list.
  private mutating func readPlugins(from start: Int, _ tokens: SourceTokens) -> Int {
    var depth = 1
    for index in start..<tokens.tokens.count {
      if tokens.isOpening(at: index) { depth += 1 }
      if tokens.isClosing(at: index) { depth -= 1 }
      guard depth > 0 else { return index }
      let isElement = depth == 1 && !tokens.isClosing(at: index)
      let isName = isElement || depth == 2 && tokens.isSign("[", at: index - 1)
      guard isName, !tokens.isSign(",", at: index), !tokens.isSign("[", at: index) else { continue }
      guard let plugin = tokens.text(at: index) else {
        isComputed = true
        continue
      }
      if let known = Self.plugins[plugin] {
        if depth == 2 { read(known, after: index, tokens) }
      } else if plugin.hasPrefix(".") {
        // Expect more sounds from a plugin with a relative path: the app's developers wrote it.
        isComputed = true
      } else if !Self.silentPlugins.contains(plugin) {
        unknownPlugin = unknownPlugin ?? plugin
      }
    }
    return tokens.tokens.count
  }

  /// Reads the list of sounds in a plugin's properties.
  private mutating func read(_ plugin: Plugin, after index: Int, _ tokens: SourceTokens) {
    guard tokens.isSign(",", at: index + 1) else { return }
    let isList = tokens.isSign("[", at: index + 2)
    if isList, plugin.key == nil { return readList(from: index + 3, of: plugin, tokens) }
    guard let key = plugin.key, tokens.isSign("{", at: index + 2) else {
      if !tokens.isSign("]", at: index + 2) { isComputed = true }
      return
    }
    var depth = 0
    for index in index + 2..<tokens.tokens.count {
      if tokens.isOpening(at: index) { depth += 1 }
      if tokens.isClosing(at: index) { depth -= 1 }
      guard depth > 0 else { return }
      // Expect more sounds from a spread, such as `...shared`.
      if depth == 1, tokens.isSign(".", at: index) { isComputed = true }
      guard depth == 1, tokens.isSign(":", at: index + 1),
        tokens.text(at: index) == key || tokens.word(at: index).map(String.init) == key
      else { continue }
      guard tokens.isSign("[", at: index + 2) else {
        isComputed = true
        return
      }
      return readList(from: index + 3, of: plugin, tokens)
    }
  }

  private mutating func readList(from start: Int, of plugin: Plugin, _ tokens: SourceTokens) {
    for index in start..<tokens.tokens.count where !tokens.isSign(",", at: index) {
      if tokens.isSign("]", at: index) { return }
      guard let path = tokens.text(at: index) else {
        isComputed = true
        return
      }
      sounds.append(Sound(path: path, line: Int(tokens.tokens[index].line), plugin: plugin))
    }
  }
}

extension SourceTokens {
  func isOpening(at index: Int) -> Bool {
    isSign("{", at: index) || isSign("[", at: index) || isSign("(", at: index)
  }

  func isClosing(at index: Int) -> Bool {
    isSign("}", at: index) || isSign("]", at: index) || isSign(")", at: index)
  }
}
