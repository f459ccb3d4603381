internal import SoundFormat
internal import SystemPackage

/// Expo apps. Expo's tools generate the folders `ios` and `android`, and add the sounds that plugins list. If such a
/// folder is in the repository, builds use the folder as it is. What stays unknown: what unknown plugins add.
enum Expo: Framework {
  static let descriptions = [
    "app.json", "app.config.js", "app.config.ts", "app.config.json", "app.config.cjs",
    "app.config.mjs",
  ]

  private static let dynamicNames = [
    "app.config.ts", "app.config.js", "app.config.mjs", "app.config.cjs",
  ]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let folder = path.removingLastComponent()
    var expo = ExpoSounds(in: SourceTokens(of: bytes, in: .javaScript))
    guard expo.isExpo else { return }
    // An app may have a static and a dynamic configuration.
    let isSecond = project.foldersOfExpo.contains(folder)
    project.add(.expo, path)
    // Source: Expo, "Configure with app config": a dynamic configuration may ignore the static configuration.
    if path.name == "app.json" || path.name == "app.config.json",
      let dynamic = project.firstFile(named: dynamicNames, in: folder),
      !SourceTokens(of: dynamic.bytes, in: .javaScript).passesPlugins
    {
      if expo.hasPlugins { project.note("\(dynamic.path.name) doesn't use its plugins", on: path) }
      expo.dropPlugins()
    }
    let ignored = ExpoSounds.ignoredFolders(project.bytes(of: folder.appending(".gitignore")) ?? [])
    let (native, android) = (folder.appending("ios"), folder.appending("android"))
    let nativeBundles = try project.indicesOfBundles(in: native)
    try project.budget.spend(nativeBundles.count + project.modules.count)
    let hasXcode = nativeBundles.contains { project.bundles[$0].product == .app }
    if !hasXcode, !isSecond, expo.platforms.contains("ios") {
      project.bundles.append(
        PlannedBundle(project.appName(in: folder), .app, madeBy: (.expo, path)))
    }
    let makesIOS = expo.platforms.contains("ios") && (!hasXcode || ignored.contains("ios"))
    let hasModule = project.modules.contains { $0.folder.starts(with: android) }
    let makesAndroid =
      expo.platforms.contains("android") && (ignored.contains("android") || !hasModule)
    if makesAndroid { project.listsOfExpo.insert(path) }
    if makesAndroid, expo.shrinksResources { project.shrinksResources[android] = true }
    // Builds run no plugin on folders that are in the repository.
    if makesIOS || makesAndroid {
      for source in expo.sources {
        project.add(Gap("\(source) of \(path.string) may add the sound", in: folder))
      }
    }
    var rawNames: Set<String> = []
    if !makesAndroid, !expo.sounds.isEmpty {
      try project.budget.spend(project.rawSounds.count)
      rawNames = Set(project.rawSounds.map(\.fileName))
    }
    var isApplied = true
    var raw: Set<Project.RawSound> = []
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
        try project.budget.spend(nativeBundles.count + WorkBudget.listing(source))
        isApplied =
          isApplied && (makesAndroid || !hasModule || rawNames.contains(source.name))
          && (makesIOS || !hasXcode
            || nativeBundles.contains {
              project.bundles[$0].origins[FilePath(source.name)] != nil
            })
        if makesIOS {
          var name = FilePath(source.name)
          if sound.plugin.isConverting { name.extension = "caf" }
          // The Xcode project may already list this file, because an earlier run of the plugin added it.
          try project.addToApps(in: folder, source, at: name, onlyIfAbsent: true)
        }
        guard makesAndroid else { continue }
        raw.insert(
          Project.RawSound(
            folder: android.pushing("app/src/main/res/raw"), path: source,
            fileName: sound.plugin.makesSmallLetters ? source.name.lowercased() : source.name))
      }
    }
    project.rawSounds += raw
    if !isApplied {
      let kept = (makesIOS ? [] : ["ios"]) + (makesAndroid ? [] : ["android"])
      project.note(
        "builds use the folder \(kept.joined(separator: " and ")) as it is, without the listed sounds;"
          + " run npx expo prebuild, or add the sounds there", on: path)
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
struct ExpoSounds: Equatable, Sendable {
  struct Sound: Equatable, Sendable {
    /// The path, relative to the configuration.
    let path: String
    let line: Int
    let plugin: Plugin
  }

  /// A plugin that adds sounds to the apps.
  struct Plugin: Equatable, Sendable {
    /// The key in the plugin's properties that lists sounds; nil if the properties are the list.
    var key: String? = "sounds"
    /// Whether the plugin makes a CAF file for iOS of each listed sound, or of each sound anywhere in a listed folder.
    var isConverting = false
    /// Whether Android's resources get names in small letters.
    var makesSmallLetters = false
  }

  private(set) var sounds: [Sound] = []
  /// What may add more sounds, in words: computed lists, the app's own plugins, and plugins of unknown packages.
  private(set) var sources: [String] = []
  private(set) var isExpo = false
  var hasPlugins: Bool { !sounds.isEmpty || !sources.isEmpty }
  /// The systems that the app is for.
  private(set) var platforms: Set = ["ios", "android"]
  /// The settings of the plugin expo-build-properties that are true.
  private var settings: Set<Substring> = []
  /// Whether release builds remove unused resources. Builds do so only if they also shrink code. Source: Expo,
  /// "BuildProperties", `enableShrinkResourcesInReleaseBuilds`.
  var shrinksResources: Bool {
    settings.contains("enableShrinkResourcesInReleaseBuilds")
      && !settings.isDisjoint(with: [
        "enableMinifyInReleaseBuilds", "enableProguardInReleaseBuilds",
      ])
  }

  /// The plugins that add sounds, by their names.
  ///
  /// Sources: the README of https://github.com/evennit/notifee-expo-plugin;
  /// https://github.com/OneSignal/onesignal-expo-plugin, withOneSignalAndroid.ts and withOneSignalIos.ts,
  /// `withSoundFiles`; npm, @erisvaldo.junior/expo-plugin-link-native-assets, whose README also spells the name without
  /// the dot.
  private static let plugins: [String: Plugin] = [
    "expo-notifications": Plugin(), "expo-notifee": Plugin(),
    "alertsound": Plugin(isConverting: true),
    "@evennit/notifee-expo-plugin": Plugin(key: "soundFiles"),
    "onesignal-expo-plugin": Plugin(makesSmallLetters: true),
    "@erisvaldo.junior/expo-plugin-link-native-assets": Plugin(key: nil),
    "@erisvaldojunior/expo-plugin-link-native-assets": Plugin(key: nil),
  ]

  /// Plugins that add no sounds: the plugins of Expo's own packages, and some plugins that many apps have.
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

  private static let silentWithoutProperties: Set = ["expo-asset", "react-native-edge-to-edge"]

  init(in tokens: SourceTokens) {
    var (end, lists) = (0, 0)
    for index in tokens.tokens.indices {
      let name = tokens.name(at: index)
      if name == "expo" || name?.hasPrefix("expo-") == true { isExpo = true }
      if let name, name.hasSuffix("InReleaseBuilds"), tokens.word(at: index + 2) == "true" {
        settings.insert(name)
      }
      if name == "platforms", index >= end, tokens.isSign("[", at: index + 2) {
        let elements = tokens.elements(in: index + 2, atMost: 16).starts.map(tokens.text)
        if !elements.contains(nil) { platforms = Set(elements.compactMap(\.self)) }
      }
      // Skip a list inside a list of plugins. Otherwise, nested lists would take quadratic time.
      guard name == "plugins", index >= end else { continue }
      guard tokens.isSign(":", at: index + 1) else {
        // The variable in `{ plugins }`, or `config.plugins.push(…)`.
        let isVariable =
          tokens.word(at: index) != nil && [",", "}"].contains(tokens.sign(at: index + 1))
        if isVariable || tokens.word(at: index + 2) == "push" {
          addSource("a computed list of plugins")
        }
        continue
      }
      guard tokens.isSign("[", at: index + 2) else {
        addSource("a computed list of plugins")
        continue
      }
      let plugins = tokens.elements(in: index + 2)
      for plugin in plugins.starts { readPlugin(at: plugin, tokens) }
      end = plugins.end
      lists += 1
    }
    // The app's own code may choose between the lists.
    if lists > 1 {
      sounds = []
      addSource("one of several lists of plugins")
    }
  }

  /// Forgets the plugins of a configuration that Expo doesn't use.
  mutating func dropPlugins() { (sounds, sources, settings) = ([], [], []) }

  /// Adds a source to report, unless it is known already. At most eight are reported.
  private mutating func addSource(_ source: String) {
    if sources.count < 8, !sources.contains(source) { sources.append(source) }
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

  /// Reads a plugin's name, or a list of its name and its properties:
  /// `["expo-notifications", { "sounds": ["./ring.wav"] }]`.
  private mutating func readPlugin(at index: Int, _ tokens: SourceTokens) {
    let isList = tokens.isSign("[", at: index)
    let name = isList ? index + 1 : index
    guard let plugin = tokens.text(at: name) else { return addSource("a computed plugin") }
    if let known = Self.plugins[plugin] {
      if isList, tokens.isSign(",", at: name + 1) { read(known, at: name + 2, tokens) }
    } else if !Self.silentPlugins.contains(plugin),
      isList || !Self.silentWithoutProperties.contains(plugin)
    {
      // An unknown plugin, or a plugin of the app's own developers, which has a relative path.
      addSource("the plugin \(plugin)")
    }
  }

  /// Reads the list of sounds in a plugin's properties.
  private mutating func read(_ plugin: Plugin, at properties: Int, _ tokens: SourceTokens) {
    guard !tokens.isSign("]", at: properties) else { return }
    var list = Int?.some(properties)
    if let key = plugin.key {
      guard tokens.isSign("{", at: properties) else {
        return addSource("a computed list of sounds")
      }
      let keys = tokens.elements(in: properties).starts
      let found = keys.firstIndex { index in
        tokens.isSign(":", at: index + 1) && tokens.name(at: index) == key[...]
      }
      // Expect more sounds from a spread, such as `...shared`, or from the variable in `{ sounds }`.
      if keys.prefix(upTo: found ?? keys.count).contains(where: {
        tokens.isSign(".", at: $0) || tokens.name(at: $0) == key[...]
      }) {
        addSource("a computed list of sounds")
      }
      list = found.map { keys[$0] + 2 }
    }
    guard let list else { return }
    let paths = tokens.isSign("[", at: list) ? tokens.elements(in: list).starts : [list]
    for index in paths {
      guard tokens.isSign("[", at: list), let path = tokens.text(at: index) else {
        return addSource("a computed list of sounds")
      }
      sounds.append(Sound(path: path, line: Int(tokens.tokens[index].line), plugin: plugin))
    }
  }
}

extension SourceTokens {
  /// Whether a dynamic configuration may use the plugins of the static configuration. The dynamic configuration must
  /// take a parameter `config` or read `app.json`; if it has a list of plugins, it must also read the static list.
  fileprivate var passesPlugins: Bool {
    let isRead = tokens.indices.contains { index in
      if let text = text(at: index) { return text.hasSuffix("app.json") || text == "./app" }
      guard word(at: index) == "config" else { return false }
      let (before, after) = (sign(at: index - 1), sign(at: index + 1))
      switch before {
      // `context.config`, `({ config })` and `(config) =>`.
      case ".": return true
      case "{", ",": return after.map { ["}", ",", ":", "="].contains($0) } ?? false
      case "(":
        return after == ":" || after == ")" && [":", "{", "="].contains(sign(at: index + 2))
      default: return false
      }
    }
    let lists = tokens.indices.filter {
      word(at: $0) == "plugins" && isSign(":", at: $0 + 1)
    }
    let readsPlugins = tokens.indices.contains {
      word(at: $0) == "plugins" && isSign(".", at: $0 - 1)
    }
    return isRead && (lists.isEmpty || readsPlugins)
  }
}
