internal import AlertSound
internal import SoundFormat
internal import SystemPackage

/// What keeps files out of a target's product although the target lists them: settings, filters, tags and build rules.
///
/// Sources: https://github.com/swiftlang/swift-build: BuildFileFilteringContext for patterns and filters, Settings for
/// development assets, ResourcesTaskProducer and DarwinProductTypes.xcspec for on-demand resources; files from Xcode.
struct XcodeExclusions {
  private typealias Patterns = [XcodeObject.Key: [FileNamePattern]]

  private let product: PlannedBundle.Product
  private var configurations: [(name: String, patterns: Patterns)] = []
  /// The patterns of settings with a condition that only some builds meet.
  private var uncertain: Patterns = [:]
  /// The configurations that people usually publish apps from.
  private let publishing: Set<String>
  /// Whether a pattern of files to leave out can't be read, because it contains a variable.
  private var isComputed = false
  private var usesTags = false
  private var rules: [FileNamePattern] = []

  init(
    of target: XcodeObject?, _ product: PlannedBundle.Product, in objects: XcodeObjects,
    _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    self.product = product
    let list = objects.object(target?[.buildConfigurationList], .configurations)
    publishing = ["Release", list?[.defaultConfigurationName] ?? "Release"]
    let all = objects.configurations(of: objects.project)
    for own in objects.configurations(of: target) {
      try budget.spend(all.count + 1)
      let outer = all.first { $0[.name] == own[.name] }
      // On-demand resources are on in all apps for iOS that don't turn them off.
      let usesTags = own[.onDemandResources] ?? outer?[.onDemandResources] != "NO"
      self.usesTags = self.usesTags || usesTags && product == .app
      var patterns: Patterns = [:]
      for key in [XcodeObject.Key.excludedNames, .includedNames, .developmentAssets] {
        let texts = own.lists[key] ?? ["$(inherited)"]
        let isInherited = texts.contains { $0.contains("inherited") }
        patterns[key] = try read(
          texts + (isInherited ? outer?.lists[key] ?? [] : []), of: key, &budget)
        uncertain[key, default: []] += try read(
          (own.uncertainLists[key] ?? []) + (outer?.uncertainLists[key] ?? []), of: key, &budget)
      }
      configurations.append((own[.name] ?? "", patterns))
    }
    for identifier in target?[list: .buildRules] ?? [] {
      let words = objects.object(identifier, .buildRule)?.filePatterns ?? []
      try budget.spend(words.count + 1)
      rules += words.compactMap { FileNamePattern($0) ?? FileNamePattern("*") }
    }
  }

  private mutating func read(
    _ texts: [String], of key: XcodeObject.Key, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [FileNamePattern] {
    var patterns: [FileNamePattern] = []
    for text in texts {
      try budget.spend(1 + text.utf8.count / 8)
      for word in text.settingWords where !word.contains("inherited") {
        // A development asset is a file or a folder. If it is a folder, the build leaves out the files at its top.
        for word in key == .developmentAssets ? [word, "\(word)/*"] : [word] {
          if let pattern = FileNamePattern(word) {
            patterns.append(pattern)
          } else {
            isComputed = isComputed || key != .includedNames
          }
        }
      }
    }
    return patterns
  }

  /// Notes why the build leaves a sound out of the product, or may leave it out.
  func apply(
    to resource: inout XcodeTarget.Resource, in phase: XcodeObject.Kind, _ budget: inout WorkBudget
  ) throws(SoundFileError) {
    let path = resource.path
    guard resource.omission == nil, path.isSound else { return }
    func matches(_ patterns: [FileNamePattern]?) throws(SoundFileError) -> Bool {
      for pattern in patterns ?? [] {
        try budget.spend(1 + path.length * pattern.byteCount / 128)
        if pattern.matches(path) { return true }
      }
      return false
    }
    var excluding: [String] = []
    var isDevelopmentAsset = false
    for (name, patterns) in configurations {
      if try matches(patterns[.developmentAssets]) { isDevelopmentAsset = true }
      if try matches(patterns[.excludedNames]), try !matches(patterns[.includedNames]) {
        excluding.append(name)
      }
    }
    let isPerhapsIncluded = try matches(uncertain[.includedNames])
    var isPerhapsExcluded = try matches(uncertain[.excludedNames])
    if try matches(uncertain[.developmentAssets]) { isPerhapsExcluded = true }
    let reason: (String, String?)? =
      if resource.isFiltered, product == .app {
        ("its platform filter leaves it out on iOS", "allow iOS in its platform filter")
      } else if resource.isTagged, usesTags {
        (
          "its on-demand resource tags put it into a pack outside the app",
          "remove its on-demand resource tags"
        )
      } else if isDevelopmentAsset {
        ("archives lack development assets", "move it out of the folder of development assets")
      } else if let name = excluding.first(where: publishing.contains) ?? excluding.first {
        (
          "EXCLUDED_SOURCE_FILE_NAMES leaves it out of the configuration \(name)",
          !isPerhapsIncluded
            && (publishing.contains(name) || excluding.count == configurations.count)
            ? "take it out of that build setting" : nil
        )
      } else if isPerhapsExcluded {
        ("a build setting with a condition leaves it out of some builds", nil)
      } else if isComputed {
        ("a build setting with variables may leave it out", nil)
      } else if phase == .resourcesPhase, try matches(rules) {
        ("a build rule may make another file of it", nil)
      } else {
        nil
      }
    resource.omission = reason.map { PlannedBundle.Omission(fact: $0, advice: $1) }
  }
}

extension PlannedBundle.Omission {
  static let copiedElsewhere = Self(
    fact: "a phase copies it to a folder that the check doesn't know", advice: nil)
}

extension XcodeObject {
  /// The patterns of the files that a build rule takes; `*` if the rule takes a type of audio files.
  var filePatterns: [String] {
    self[.fileType]?.hasPrefix("audio") == true ? ["*"] : (self[.filePatterns] ?? "").settingWords
  }

  /// Whether a build rule may make sounds.
  var mayMakeSounds: Bool {
    (filePatterns + self[list: .outputFiles]).contains { $0.mayNameSounds() }
  }
}

/// A pattern of n components. It matches a path whose last n components match.
struct FileNamePattern {
  private let components: [PathPattern]
  let byteCount: Int

  /// Returns nil for a pattern that depends on a variable, or is longer than a path.
  init?(_ pattern: String) {
    guard pattern.utf8.count <= FilePath.lengthLimit else { return nil }
    let relative = pattern.inProject
    guard !relative.contains("$") else { return nil }
    byteCount = relative.utf8.count
    components = FilePath(String(relative)).components.map {
      PathPattern(FilePath(root: nil, [$0]))
    }
  }

  func matches(_ path: FilePath) -> Bool {
    let last = path.components.suffix(components.count)
    return last.count == components.count
      && zip(components, last).allSatisfy { $0.matches(FilePath(root: nil, [$1])) }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The path relative to the project's folder: without the variable for that folder.
  var inProject: Substring {
    guard utf8.first == UInt8(ascii: "$") else { return self[...] }
    let variables = ["$(SRCROOT)/", "${SRCROOT}/", "$SRCROOT/"]
    let names = variables + variables.map { $0.replacing("SRCROOT", with: "PROJECT_DIR") }
    return dropFirst(names.first(where: hasPrefix)?.count ?? 0)
  }
}

extension String {
  /// The words of a build setting. Quotes keep spaces in a word.
  var settingWords: [String] {
    split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  /// Whether a path or a pattern may mean sounds: its extension is a sound's or an archive's, or computed, or missing.
  ///
  /// - Parameter isNamed: Whether to ignore a path that names one sound.
  func mayNameSounds(butNotOne isNamed: Bool = false) -> Bool {
    guard utf8.count <= FilePath.lengthLimit, let pathExtension = FilePath(self).extension else {
      return true
    }
    let isPattern = FilePath(self).name.contains { "$*?[{".contains($0) }
    return FilePath(self).isSound
      ? isPattern || !isNamed
      : pathExtension.contains { "$*?[{".contains($0) } || ["zip", "tar"].contains(pathExtension)
  }
}
