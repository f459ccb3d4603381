internal import SoundFormat
internal import SystemPackage

/// CocoaPods. What stays unknown: resources that a `.podspec` computes, and resources of dynamic frameworks.
enum CocoaPods: Framework {
  static let descriptions = ["Podfile"]

  static func read(
    _ bytes: [UInt8], at path: FilePath, into project: inout Project
  ) throws(SoundFileError) {
    let pods = LocalPods(parsing: bytes)
    let folder = path.removingLastComponent()
    func gap(_ cause: String) -> Gap {
      Gap("\(cause) of \(path.string) may add the sound", in: folder.ownFolder, on: .iOS)
    }
    if pods.isComputed { project.add(gap("a computed pod")) }
    // For each `.podspec`: its resources; nil if it can't be read. A pod of several targets is read once.
    var known: [FilePath: PodResources?] = [:]
    for pod in pods.pods {
      guard let path = folder.joined(with: pod.path), !project.files.leavesOut(path) else {
        continue
      }
      let isFile = path.extension == "podspec"
      let specification = isFile ? path : path.appending("\(pod.name).podspec")
      let resources =
        known[specification] ?? project.bytes(of: specification).map(PodResources.init)
      known[specification] = .some(resources)
      let place = specification.removingLastComponent()
      try project.budget.spend(project.bundles.count)
      guard let resources, !pods.areFrameworks, !resources.isComputed,
        !pods.conditional.contains(pod.statement)
      else {
        if !project.sounds.inside(place).isEmpty { project.add(gap("the pod \(pod.name)")) }
        continue
      }
      for (path, destination) in try resources.sounds(
        among: project.sounds, in: place, &project.budget)
      {
        try project.addToApps(in: folder, path, at: destination, named: pod.target)
      }
    }
  }
}

/// The local pods that a `Podfile` lists as literals.
///
/// A script of the build copies the resources of all pods to the top of the app, except for resources of pods that are
/// dynamic frameworks. Source: the code of CocoaPods, `AggregateTarget#resource_paths_by_config`.
struct LocalPods: Sendable {
  struct Pod: Sendable {
    let name: String
    /// The path of the pod's folder, relative to the `Podfile`.
    let path: String
    /// The last target that begins above the pod in the `Podfile`; nil if there is none.
    let target: String?
    /// The index of the word `pod`.
    let statement: Int
  }

  private(set) var pods: [Pod] = []
  /// Whether pods with code become dynamic frameworks, which keep their resources.
  private(set) var areFrameworks = false
  /// The indices of words that count only under a condition, such as the words of pods for some configurations.
  private(set) var conditional: Set<Int> = []
  /// Whether the `Podfile` computes the path of a pod.
  private(set) var isComputed = false

  init(parsing bytes: [UInt8]) {
    // Ruby has Python's comments and strings.
    let tokens = SourceTokens(of: bytes, in: .python)
    conditional = tokens.conditionalRubyIndices()
    var target: String?
    var pod: Int?
    for index in tokens.tokens.indices {
      // A statement ends with its line if no comma precedes the line's end.
      if tokens.isFirstInLine(at: index), !tokens.isSign(",", at: index - 1) { pod = nil }
      let isKey = tokens.isSign(":", at: index - 1) || tokens.isSign(":", at: index + 1)
      switch tokens.word(at: index) {
      case "target": target = tokens.text(at: index + 1) ?? target
      case "pod": pod = index
      case "configurations", "configuration", "if", "unless": pod.map { _ = conditional.insert($0) }
      case "use_frameworks":
        let isStatic = (index + 1...index + 8).contains {
          tokens.word(at: $0) == "static" && tokens.tokens[$0].line == tokens.tokens[index].line
        }
        if !isStatic { areFrameworks = true }
      case "path" where isKey:
        let value = index + (tokens.isSign(":", at: index + 1) ? 2 : 3)
        // Skip a path that the Podfile lets `node` find: it leads to a dependency.
        guard let pod, let name = tokens.text(at: pod + 1) ?? tokens.text(at: pod + 2),
          !(value..<value + 8).contains(where: { tokens.word(at: $0) == "node" })
        else { continue }
        guard let path = tokens.text(at: value), !path.contains("#{") else {
          isComputed = true
          continue
        }
        pods.append(
          Pod(name: String(name.prefix { $0 != "/" }), path: path, target: target, statement: pod))
      default: continue
      }
    }
  }
}

/// The resources that a `.podspec` states as literals.
struct PodResources: Sendable {
  /// A pattern of files, and the bundle that the files go into. The bundle is nil for the app itself.
  struct Resource: Sendable {
    let pattern: String
    let bundle: String?
  }

  private(set) var resources: [Resource] = []
  /// Whether the specification computes resources, or has subspecs with resources.
  private(set) var isComputed = false

  private static let keys: Set<Substring> = [
    "resource", "resources", "resource_bundle", "resource_bundles", "exclude_files",
  ]

  /// The deepest pattern that is read: more folders than pods have.
  private static let depthLimit = 32

  init(parsing bytes: [UInt8]) {
    // Ruby has Python's comments and strings.
    let tokens = SourceTokens(of: bytes, in: .python)
    let bar = tokens.tokens.indices.first { tokens.isSign("|", at: $0) } ?? 0
    let specification = tokens.word(at: bar + 1)
    let conditional = tokens.conditionalRubyIndices()
    var known: Set<String> = []
    for index in tokens.tokens.indices {
      guard let key = tokens.word(at: index), Self.keys.contains(key),
        tokens.isSign(".", at: index - 1), tokens.isSign("=", at: index + 1)
      else { continue }
      let isForIOS = tokens.word(at: index - 2) == "ios"
      // A repeated statement replaces the earlier statement, so the resources count as computed.
      guard tokens.word(at: index - (isForIOS ? 4 : 2)) == specification, key != "exclude_files",
        !conditional.contains(index), known.insert("\(isForIOS) \(key.prefix(9))").inserted
      else {
        isComputed = true
        continue
      }
      read(from: index + 2, tokens)
    }
  }

  /// Reads a text, a list of texts, or a dictionary. In a dictionary, a text or a list follows each bundle's name.
  private mutating func read(from start: Int, _ tokens: SourceTokens) {
    var (depth, bundle) = (0, String?.none)
    for index in start..<tokens.tokens.count {
      if tokens.isOpening(at: index) {
        depth += 1
      } else if tokens.isClosing(at: index) {
        depth -= 1
      } else if let text = tokens.text(at: index), !text.contains("#{"),
        text.count(where: { $0 == "/" }) < Self.depthLimit, text.count(where: { $0 == "{" }) < 3,
        text.count(where: { $0 == "," }) < 32
      {
        if tokens.isSign("=", at: index + 1) || tokens.isSign(":", at: index + 1) {
          bundle = text
        } else {
          resources.append(Resource(pattern: text, bundle: bundle))
        }
      } else if ![",", "=", ">", ":"].contains(tokens.sign(at: index)) {
        isComputed = true
        return
      }
      if depth <= 0, !tokens.isSign(",", at: index), !tokens.isSign(",", at: index + 1) {
        if tokens.isSign("+", at: index + 1) { isComputed = true }
        return
      }
    }
  }

  /// Returns the pod's sounds, each with its path in an app.
  ///
  /// - Parameter folder: The folder of the `.podspec`.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath)] {
    let contents = sounds.inside(folder)
    var found: [(path: FilePath, destination: FilePath)] = []
    guard !contents.isEmpty else { return [] }
    let paths = contents.map { path in
      let components = path.inside(folder).components
      return (path, components, names: components.map { $0.string.lowercased() })
    }
    for resource in resources {
      for text in resource.pattern.bracesExpanded {
        try budget.spend(listing: contents)
        let pattern = PodPattern(text)
        // A part of a pattern may be compared with each part of a path.
        try budget.spend(
          paths.reduce(text.utf8.count) {
            $0 + 1 + $1.0.length * text.utf8.count / 128 + $1.names.count * pattern.count / 8
          })
        for (path, components, names) in paths {
          // The build copies each matching file, or each matching folder with its contents, to the top of the app.
          for count in pattern.depths(of: names) {
            let place = FilePath(resource.bundle.map { "\($0).bundle" } ?? "")
            let kept = FilePath(root: nil, components.dropFirst(count - 1))
            found.append((path, place.pushing(kept)))
          }
        }
      }
    }
    return found
  }
}

/// A pattern of files in a podspec.
///
/// Capital and small letters are equal. A folder `**` matches any number of folders, or none. Other wildcards match no
/// slash. Source: https://github.com/CocoaPods/CocoaPods, path_list.rb; Ruby, `File.fnmatch`, FNM_PATHNAME.
private struct PodPattern {
  /// For each folder and the last part: the pattern of its name; nil for a folder `**`.
  private let parts: [PathPattern?]
  var count: Int { parts.count }

  init(_ text: String) {
    var names = text.lowercased().split(separator: "/")
    // Repeated folders `**` match what one matches.
    names = zip(names, names.dropFirst() + [""]).filter { $0.0 != "**" || $0.1 != "**" }.map(\.0)
    parts = names.enumerated().map {
      $0.element == "**" && $0.offset < names.count - 1
        ? nil : PathPattern(FilePath(String($0.element)))
    }
  }

  /// Returns for each beginning of a path that matches: the number of its names.
  func depths(of names: [String]) -> [Int] {
    var depths: [Int] = []
    // Bit n stands for the parts before part n, which match the names so far.
    var places = skippingFolders(1)
    for (index, name) in names.enumerated() {
      var next: UInt64 = 0
      for (place, part) in parts.enumerated() where places >> place & 1 == 1 {
        guard let part else {
          next |= 1 << place
          continue
        }
        if part.matches(FilePath(name)) { next |= 2 << place }
      }
      places = skippingFolders(next)
      if places >> parts.count & 1 == 1 { depths.append(index + 1) }
    }
    return depths
  }

  /// Adds the places after folders `**`, which may match no folder.
  private func skippingFolders(_ places: UInt64) -> UInt64 {
    parts.enumerated().reduce(places) { places, part in
      part.element == nil && places >> part.offset & 1 == 1 ? places | 2 << part.offset : places
    }
  }
}

extension SourceTokens {
  /// Returns the indices of the tokens that Ruby may skip: those in `if`, `unless` and `case` blocks, and in long
  /// comments.
  fileprivate func conditionalRubyIndices() -> Set<Int> {
    // For each open block: the number of such blocks and comments around its tokens.
    var (found, blocks) = (Set<Int>(), [Int]())
    for index in tokens.indices {
      let isAssigned = isSign("=", at: index - 1)
      let isStart = isAssigned || isFirstInLine(at: index)
      let outer = blocks.last ?? 0
      switch word(at: index) {
      case "if" where isStart, "unless" where isStart, "case" where isStart,
        "begin" where isAssigned:
        blocks.append(outer + 1)
      case "do",
        "def" where isStart, "begin" where isStart:
        blocks.append(outer)
      case "end": _ = blocks.popLast()
      default: if outer > 0 { found.insert(index) }
      }
    }
    return found
  }
}

extension String {
  /// The pattern once for each alternative in its braces: `*.caf` and `*.wav` for `*.{caf,wav}`.
  fileprivate var bracesExpanded: [String] {
    guard let open = firstIndex(of: "{"), let close = self[open...].firstIndex(of: "}") else {
      return [self]
    }
    return self[index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      .flatMap {
        String(self[..<open] + $0 + self[index(after: close)...]).bracesExpanded
      }
  }
}
