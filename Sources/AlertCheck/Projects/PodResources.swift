internal import SoundFormat
internal import SystemPackage

/// The local pods that a `Podfile` lists as literals.
///
/// Source: the code of CocoaPods, `AggregateTarget#resource_paths_by_config`: a script of the build copies the resources
/// of all pods to the top of the app, except for pods that are dynamic frameworks.
struct LocalPods: Sendable {
  /// The pods, with their folders' paths relative to the `Podfile`.
  private(set) var pods: [(name: String, path: String)] = []
  /// Whether pods with code become dynamic frameworks, which keep their resources.
  private(set) var areFrameworks = false
  /// Whether the `Podfile` computes the path of a pod.
  private(set) var isComputed = false

  init(parsing bytes: [UInt8]) {
    // Ruby has Python's comments and strings.
    let tokens = SourceTokens(of: bytes, in: .python)
    var pod: Int?
    for index in tokens.tokens.indices {
      // A statement ends with its line, unless a comma precedes the end.
      if tokens.isFirstInLine(at: index), !tokens.isSign(",", at: index - 1) { pod = nil }
      let isKey = tokens.isSign(":", at: index - 1) || tokens.isSign(":", at: index + 1)
      switch tokens.word(at: index) {
      case "pod": pod = index
      case "use_frameworks":
        areFrameworks = !(index..<index + 8).contains { tokens.word(at: $0) == "static" }
      case "path" where isKey:
        let value = index + (tokens.isSign(":", at: index + 1) ? 2 : 3)
        // A path that node finds leads to a dependency.
        guard let pod, let name = tokens.text(at: pod + 1) ?? tokens.text(at: pod + 2),
          !(value..<value + 8).contains(where: { tokens.word(at: $0) == "node" })
        else { continue }
        guard let path = tokens.text(at: value), !path.contains("#{") else {
          isComputed = true
          continue
        }
        pods.append((String(name.prefix { $0 != "/" }), path))
      default: continue
      }
    }
  }
}

/// The resources that a `.podspec` states as a literal, or as a list of literals.
struct PodResources: Sendable {
  /// The patterns of files; nil if the specification states resources in another form.
  private(set) var patterns: [String]? = []

  init(parsing bytes: [UInt8]) {
    let tokens = SourceTokens(of: bytes, in: .python)
    let places = tokens.tokens.indices.filter {
      tokens.isSign(".", at: $0 - 1) && tokens.word(at: $0)?.hasPrefix("resource") ?? false
    }
    guard let place = places.first else { return }
    patterns = nil
    let bar = tokens.tokens.indices.first { tokens.isSign("|", at: $0) } ?? 0
    guard places.count == 1, ["resource", "resources"].contains(tokens.word(at: place)),
      tokens.word(at: place - 2) == tokens.word(at: bar + 1), tokens.isSign("=", at: place + 1)
    else { return }
    var found: [String] = []
    for index in place + 2..<tokens.tokens.count {
      if let text = tokens.text(at: index), !text.contains("{") {
        found.append(text)
      } else if !["[", ",", "]"].contains(tokens.sign(at: index)) {
        // The next statement begins on a line of its own.
        if !found.isEmpty, tokens.isFirstInLine(at: index) { patterns = found }
        return
      }
    }
  }

  /// Returns the pod's sounds and their paths in an app.
  ///
  /// - Parameter folder: The folder of the `.podspec`.
  func sounds(
    among sounds: SortedPaths, in folder: FilePath, _ budget: inout WorkBudget
  ) throws(SoundFileError) -> [(path: FilePath, destination: FilePath)] {
    let contents = sounds.inside(folder)
    var found: [(path: FilePath, destination: FilePath)] = []
    for pattern in contents.isEmpty ? [] : patterns ?? [] {
      try budget.spend(listing: contents)
      // A pattern may be compared with each part of a path.
      try budget.spend(
        contents.reduce(pattern.utf8.count) { $0 + 1 + $1.length * pattern.utf8.count / 128 })
      // `**/` matches any number of folders, also none, and our asterisk matches slashes.
      let matcher = PathPattern(FilePath(pattern.replacing("**/", with: "*")))
      let depth = pattern.contains("**") ? nil : matcher.pattern.components.count
      found += contents.filter {
        let inner = $0.inside(folder)
        return depth ?? inner.components.count == inner.components.count && matcher.matches(inner)
      }.map { ($0, FilePath($0.name)) }
    }
    return found
  }
}
