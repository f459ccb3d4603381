/// The facts in a build script that decide which resources each variant of an app gets.
///
/// A script in Groovy or Kotlin is a program. This type reads the usual forms of the properties below. Properties such
/// as ``computesFolders`` tell that a value can't be read.
///
/// Source: Android developers, "Configure build variants", https://developer.android.com/build/build-variants.
struct GradleScript: Equatable, Sendable {
  /// A folder of resources that a source set lists, relative to the module.
  struct ResourceFolder: Equatable, Sendable {
    let sourceSet: String
    let path: String
  }

  private(set) var resourceFolders: [ResourceFolder] = []
  /// The source sets whose lists replace their default folders, such as `src/main/res`.
  private(set) var setsWithoutDefault: Set<String> = []
  /// Whether the script computes a list of folders.
  private(set) var computesFolders = false
  private(set) var flavors: Set<String> = []
  /// Whether there are build types besides `debug` and `release`.
  private(set) var hasOtherBuildTypes = false
  /// The values of `applicationId`. If no script sets a value, the ``namespace`` counts.
  private(set) var applicationIDs: Set<String> = []
  private(set) var namespace: String?
  /// Whether the script computes an `applicationId`.
  private(set) var computesID = false
  /// Whether a build type or a flavor adds a suffix to the `applicationId`.
  private(set) var hasSuffixes = false
  /// Whether at least one build type removes unused resources; nil if the script doesn't say.
  ///
  /// A script may write `shrinkResources true` in Groovy, `isShrinkResources = true` in Kotlin, or a call in either
  /// language: `shrinkResources(true)`, `isShrinkResources.set(true)`. The value may be a variable of the script.
  private(set) var shrinksResources: Bool?
  /// Whether the module has resources; nil if the script doesn't say.
  private(set) var hasResources: Bool?
  /// For each plugin that the script applies: the plugin's identifier, or its path in a version catalog.
  private(set) var plugins: Set<String> = []
  /// The modules on which all variants of this script's module depend, each as the ``key(of:)`` of its path.
  private(set) var dependencies: Set<String> = []
  /// The paths of the modules that the settings include, such as `:app`.
  private(set) var includes: Set<String> = []
  /// For each module whose folder the settings state, by the module's path: the folder.
  private(set) var folders: [String: String] = [:]
  /// Whether the settings may include modules that ``includes`` lacks.
  private(set) var computesIncludes = false

  init(parsing bytes: [UInt8]) {
    let tokens = SourceTokens(of: bytes, in: .gradle)
    // For each open brace, the outermost first: the names before the brace.
    var blocks: [[String]] = []
    var variables: [Substring: Bool] = [:]
    for index in tokens.tokens.indices {
      switch tokens.sign(at: index) {
      case "{":
        let names = tokens.names(before: index)
        let isFlavor = blocks.last?.last == "productFlavors" || names.contains("productFlavors")
        if isFlavor, let name = names.last, name != "productFlavors" { flavors.insert(name) }
        if blocks.last?.last == "buildTypes", !["debug", "release"].contains(names.last) {
          hasOtherBuildTypes = true
        }
        blocks.append(names)
      case "}": _ = blocks.popLast()
      default: break
      }
      let word = tokens.word(at: index)
      // `androidResources { enable = false }`, or a property `…enableAndroidResources` of Kotlin Multiplatform.
      if word == "androidResources"
        || tokens.text(at: index)?.hasSuffix("enableAndroidResources") == true
      {
        let value = tokens.setting(after: index)
        hasResources = hasResources == false ? false : value ?? hasResources
      }
      switch word {
      case "create"? where blocks.last?.last == "productFlavors",
        "register"? where blocks.last?.last == "productFlavors":
        if let name = tokens.literals(after: index)?.first { flavors.insert(name) }
      case "id"?, "plugin"?, "alias"?:
        if let plugin = tokens.plugin(after: index) { plugins.insert(plugin) }
      case "project"? where tokens.isSign("(", at: index + 1):
        let place = (index + 2..<index + 6).first { tokens.text(at: $0) != nil }
        guard let path = place.flatMap({ tokens.text(at: $0) }) else { continue }
        if tokens.word(at: index + 5) == "projectDir" {
          folders[path] = (index + 6..<index + 16).lazy.compactMap { tokens.text(at: $0) }.first
        } else if let name = tokens.names(before: index).last {
          addDependency(on: path, name)
        }
      case "projects"? where tokens.isSign(".", at: index + 1):
        var (path, place) = ("", index + 1)
        while tokens.isSign(".", at: place), let name = tokens.word(at: place + 1) {
          path += ":\(name)"
          place += 2
        }
        if let name = tokens.names(before: index).last { addDependency(on: path, name) }
      case "include"?:
        guard let paths = tokens.literals(after: index) else {
          computesIncludes = true
          continue
        }
        includes.formUnion(paths.map { $0.hasPrefix(":") ? $0 : ":\($0)" })
      case "namespace"?: namespace = namespace ?? tokens.literals(after: index)?.first
      case "applicationId"?, "setApplicationId"?:
        let place = blocks.suffix(3).joined()
        guard place.contains("defaultConfig") || place.contains("productFlavors") else {
          let isSet = tokens.isSign("=", at: index + 1) && !tokens.isSign("=", at: index + 2)
          if isSet || tokens.word(at: index + 2) == "set" { computesID = true }
          continue
        }
        guard let ids = tokens.literals(after: index), ids.count == 1, applicationIDs.count < 64
        else {
          computesID = true
          continue
        }
        applicationIDs.insert(ids[0])
      case "applicationIdSuffix"?, "setApplicationIdSuffix"?:
        if tokens.literals(after: index) != [""] { hasSuffixes = true }
      case "setRoot"?:
        setsWithoutDefault.formUnion(blocks.suffix(4).joined() + tokens.names(before: index))
        computesFolders = true
      case "srcDir"?, "srcDirs"?, "setSrcDirs"?, "directories"?:
        let names = blocks.suffix(4).joined() + tokens.names(before: index)
        guard names.contains("res"), let place = names.firstIndex(of: "sourceSets") else {
          continue
        }
        let set = names[place...].dropFirst().first { !Self.accessors.contains($0) } ?? "main"
        if word == "setSrcDirs" || tokens.isSign("=", at: index + 1) {
          setsWithoutDefault.insert(set)
        }
        // Allow only few short paths, because each sound is compared with each folder.
        guard let paths = tokens.literals(after: index), resourceFolders.count < 64,
          paths.allSatisfy({ $0.utf8.count < 256 })
        else {
          computesFolders = true
          continue
        }
        resourceFolders += paths.map { ResourceFolder(sourceSet: set, path: $0) }
      case "addGeneratedSourceDirectory"?, "addStaticSourceDirectory"?,
        "registerGeneratedResFolders"?:
        computesFolders = true
      case "shrinkResources"?, "isShrinkResources"?, "setShrinkResources"?:
        var place = index + 1
        if tokens.isSign(".", at: place), tokens.word(at: place + 1) == "set" { place += 2 }
        if tokens.isSign("=", at: place) || tokens.isSign("(", at: place) { place += 1 }
        let value = tokens.word(at: place)
        let isSet = place > index + 1 && !tokens.isSign("=", at: place)
        guard shrinksResources != true, isSet || value != nil && !tokens.isFirstInLine(at: place)
        else { continue }
        // If the script names Expo's property, leave the value to the caller. Assume true for other computed values.
        shrinksResources =
          value.flatMap { Bool(String($0)) ?? variables[$0] }
          ?? (bytes.contains("enableShrinkResourcesInReleaseBuilds") ? shrinksResources : true)
      case "true"? where tokens.isSign("=", at: index - 1),
        "false"? where tokens.isSign("=", at: index - 1):
        if let name = tokens.word(at: index - 2) { variables[name] = word == "true" }
      default: break
      }
    }
    // Flutter's plugin, React Native's function, a loop or another script may include modules.
    if Self.includingWords.contains(where: { bytes.contains($0) }) { computesIncludes = true }
  }

  private static let includingWords: [StaticString] = [
    "flutter", "autolink", "applyNative", "apply from", "apply(from", "orEach", ".each",
    "listFiles",
  ]

  /// The words before a module on which all variants depend. Other words are for tests, tools or some variants.
  private static let configurations: Set<String> = [
    "implementation", "api", "compile", "runtimeOnly", "add",
  ]

  private mutating func addDependency(on path: String, _ configuration: String) {
    if Self.configurations.contains(configuration) { dependencies.insert(Self.key(of: path)) }
  }

  /// Returns a module's path in lowercase, without `-` and `_`. The result is the same for the path `:core-ui` and for
  /// Gradle's accessor `projects.coreUi`, which gives the path `:coreUi`.
  static func key(of path: String) -> String {
    path.lowercased().filter { !"-_".contains($0) }
  }

  /// Functions that return a source set by its name.
  private static let accessors: Set<String> = ["getByName", "named", "create", "maybeCreate"]
}

extension SourceTokens {
  /// Returns the words and strings that precede a token in its statement.
  fileprivate func names(before index: Int) -> [String] {
    var names: [String] = []
    var place = index
    while place > 0, index - place < 16, !isFirstInLine(at: place) {
      place -= 1
      if ["{", "}", ";"].contains(sign(at: place)) { break }
      if let name = text(at: place) ?? word(at: place).map(String.init) { names.append(name) }
    }
    return names.reversed()
  }

  /// Returns the plugin that `id 'a'`, `apply plugin: 'a'` or `alias(libs.plugins.a)` applies. Nil if the statement has
  /// `apply false` or no name.
  fileprivate func plugin(after index: Int) -> String? {
    let line = index + 1..<index + 16
    let end = line.first {
      $0 >= tokens.count || ["id", "alias", "plugin"].contains(word(at: $0)) || sign(at: $0) == "}"
    }
    let statement = index + 1..<(end ?? line.upperBound)
    let isApplied = !statement.contains {
      word(at: $0) == "apply" && (word(at: $0 + 1) == "false" || word(at: $0 + 2) == "false")
    }
    guard isApplied else { return nil }
    if word(at: index) == "alias" {
      return statement.compactMap { word(at: $0).map(String.init) }.joined(separator: ".")
    }
    return statement.prefix(2).lazy.compactMap { text(at: $0) }.first
  }

  /// Returns the value of `name = true`, `name true`, `name(true)`, `name.enable = true` or `name { enable = true }`.
  /// Nil if none is stated.
  fileprivate func setting(after index: Int) -> Bool? {
    var place = isSign("]", at: index + 1) ? index + 2 : index + 1
    if isSign("{", at: place) || isSign(".", at: place) {
      let block = (place..<place + 64).prefix { !isSign("}", at: $0) }
      guard let enable = block.first(where: { word(at: $0) == "enable" }) else { return nil }
      place = enable + 1
    }
    if isSign("=", at: place) || isSign("(", at: place) { place += 1 }
    return word(at: place).flatMap { Bool(String($0)) }
  }

  /// Words that don't change the strings beside them.
  private static let plainWords: Set<Substring> = [
    "set", "add", "addAll", "listOf", "setOf", "arrayOf", "file", "files",
  ]

  /// Returns the strings from a token to its statement's end; nil if a value is computed, or if no string is found.
  fileprivate func literals(after index: Int) -> [String]? {
    var literals: [String] = []
    var depth = 0
    for place in index + 1..<index + 64 {
      guard place < tokens.count, depth > 0 || !isFirstInLine(at: place) else { break }
      switch sign(at: place) {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{", "}", ";": return literals.isEmpty ? nil : literals
      default: break
      }
      if depth < 0 { break }
      if let text = text(at: place), !text.contains("$") {
        literals.append(text)
      } else if tokens[place].kind != .sign,
        !(word(at: place).map(Self.plainWords.contains) ?? false)
      {
        return nil
      }
    }
    return depth > 0 || literals.isEmpty ? nil : literals
  }
}
