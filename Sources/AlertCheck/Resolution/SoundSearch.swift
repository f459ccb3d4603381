internal import SystemPackage

/// The places where iOS looks for an app's sound by its name.
///
/// ```swift
/// let search = try SoundSearch(bundle: "Demo.app")
/// print(search.resolve(SoundRequest(name: "ring.caf")).outcome)
/// ```
///
/// The places depend on ``SoundRequest/use``.
public struct SoundSearch: Sendable {
  /// The rules for a sound that is found. If a request has another use, the rules for that use apply, with the length
  /// limit of these rules.
  public var rules = AlertRules.iOS
  private let inputPolicy: InputPolicy
  private let bundles: [SoundPlace: AppBundle]
  private let nearbySounds: NearbySounds
  /// The files in each place by their paths as text.
  private let texts: [SoundPlace: [String: FilePath]]

  /// Creates a search by listing the files of an app and of its `Library/Sounds` folders.
  ///
  /// - Parameters:
  ///   - bundle: The app's folder, or an `.ipa` archive. The search uses the first app in an archive.
  ///   - librarySounds: A folder whose files will be in `Library/Sounds` of the app's data container.
  ///   - groupSounds: A folder whose files will be in `Library/Sounds` of the app group's container.
  ///   - inputPolicy: Limits on the size of an archive, and on the size and length of a sound. The search never uses
  ///     libsndfile or other external decoders.
  /// - Throws: `SoundError` if the app or a folder can't be listed.
  public init(
    bundle: any PathConvertible, librarySounds: (any PathConvertible)? = nil,
    groupSounds: (any PathConvertible)? = nil, inputPolicy: InputPolicy = InputPolicy()
  ) throws(SoundError) {
    self.inputPolicy = inputPolicy
    var bundles: [SoundPlace: AppBundle] = [:]
    bundles[.mainBundle] = try .first(at: bundle.filePath, byteLimit: inputPolicy.byteLimit)
    bundles[.librarySounds] = try Self.folder(librarySounds?.filePath)
    bundles[.groupSounds] = try Self.folder(groupSounds?.filePath)
    nearbySounds = NearbySounds(in: SoundUse.notification.places.compactMap { bundles[$0] })
    texts = bundles.mapValues(\.pathsByText)
    self.bundles = bundles
  }

  private static func folder(_ path: FilePath?) throws(SoundError) -> AppBundle? {
    if let path { try AppBundle(folder: FolderTree(path), isProgram: false) } else { nil }
  }

  /// Determines the sound that plays for a request.
  public func resolve(_ request: SoundRequest) -> SoundResolution {
    let unsearched = SoundResolution(withoutApp: request)
    guard let name = request.name else { return unsearched }
    if case .unsearched = unsearched.outcome { return look(for: name, request) }
    return SoundResolution(
      request, unsearched.outcome, suggestions: nearbySounds.nearest(to: name))
  }

  private func look(for name: String, _ request: SoundRequest) -> SoundResolution {
    var places: [SearchedPlace] = []
    // If the API isn't documented to take a path, iOS may look for the path or for the plain name. Try both.
    let isUndocumented = !request.takesPaths && name.contains("/")
    let names = [name] + (isUndocumented ? [FilePath(name).name] : [])
    for place in request.places {
      let bundle = bundles[place]
      let file = names.lazy.compactMap { bundle?.resource(named: $0, texts[place] ?? [:]) }.first
      let path = bundle.map { $0.path.pushing($0.resources()) }
      places.append(SearchedPlace(place: place, path: path, isFound: file != nil))
      guard let bundle, let file else { continue }
      let sound = bundle.check(
        file, by: rules(for: request.use), within: inputPolicy,
        adding: isUndocumented ? [.askedForByPath(file: file.string)] : [])
      let outcome: SoundResolution.Outcome =
        switch sound.verdict?.outcome {
        case .plays: .playsCustomSound(sound)
        case .undocumented: .undocumented(sound)
        case .default: .replacesUnplayable(sound)
        case nil: .unknown(sound)
        }
      return SoundResolution(request, outcome, places)
    }
    return SoundResolution(
      request, .replacesMissing, places, suggestions: nearbySounds.nearest(to: name))
  }

  private func rules(for use: SoundUse) -> AlertRules {
    use == rules.use ? rules : AlertRules(for: use, lengthLimit: rules.lengthLimit)
  }
}

extension SoundResolution {
  /// Resolves a request without knowing the app's files.
  package init(withoutApp request: SoundRequest) {
    switch request.sound {
    case .silence: self.init(request, .staysSilent)
    case .defaultSound: self.init(request, .playsDefaultSound)
    case .named(let name):
      let reason = request.reasonNotToLook(for: name)
      self.init(request, reason.map { .replacesUnusable(reason: $0) } ?? .unsearched)
    }
  }

  fileprivate init(
    _ request: SoundRequest, _ outcome: Outcome, _ places: [SearchedPlace] = [],
    suggestions: [NearbySound] = []
  ) {
    self.init(request: request, outcome: outcome, places: places, suggestions: suggestions)
  }
}

extension SoundRequest {
  /// Whether the name may be a path in the bundle, as documented.
  fileprivate var takesPaths: Bool { interface == .localNotification || use.takesPaths }

  /// Returns the reason why no sound can be found by a name; nil if a sound can be found.
  fileprivate func reasonNotToLook(for name: String) -> String? {
    if use == .watch { return "watchOS doesn't play sounds by name" }
    if name.utf8.contains(0) { return "the name contains a null byte" }
    // Limit names as APFS does. Apple, "File System Programming Guide": 255 bytes of UTF-8; in HFS+, 255 UTF-16 units.
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    if components.contains(where: { $0.utf8.count > 255 }) { return "the name is too long" }
    guard components.count > 1 else { return nil }
    return components.contains("..") || components.first == ""
      ? "the path leads out of the bundle" : nil
  }
}

extension FolderTree {
  /// The first app in an `.xcarchive`, or in the folder of an unpacked `.ipa` archive; nil if there is no app.
  fileprivate var firstWrappedApp: FolderTree? {
    for wrapper in ["Products/Applications", "Payload"] as [FilePath] {
      let folder = try? root.get().folder(at: wrapper)
      for entry in folder.flatMap({ try? FolderEntry.entries(of: $0) }) ?? []
      where entry.kind == .folder && entry.path.extension?.lowercased() == "app" {
        return entry.tree
      }
    }
    return nil
  }
}

extension AppBundle {
  /// Opens the app at a path, or the first app in an `.ipa`, `.xcarchive` or unpacked `.ipa`.
  fileprivate static func first(
    at path: FilePath, byteLimit: Int?
  ) throws(SoundError) -> AppBundle {
    do throws(SoundError) {
      return try apps(in: try InputFile(path: path, byteLimit: byteLimit))[0]
    } catch {
      guard error.cause == .system(.isDirectory) else { throw error }
      let folder = FolderTree(path)
      return try AppBundle(folder: folder.firstWrappedApp ?? folder)
    }
  }

  /// Returns the file or link with a name, or at a path relative to the resources; nil if there is none.
  ///
  /// - Parameter texts: The files by their paths as text.
  fileprivate func resource(named name: String, _ texts: [String: FilePath]) -> FilePath? {
    let path = resources().pushing(FilePath(name))
    switch files.node(at: path) {
    case .folder: return nil
    case .file, .link: return path
    case nil: break
    }
    switch files.target(of: path) {
    case .file, .tooLong: return path
    default: return texts[path.string]
    }
  }

  /// The app's files by their paths as text. Apple's file system and String both compare by canonical equivalence.
  fileprivate var pathsByText: [String: FilePath] {
    Dictionary(
      files.filePaths.filter { $0.string.utf8.count == $0.length }.map { ($0.string, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
