internal import SystemPackage

/// The apps in which a sound is looked up by its name.
///
/// ```swift
/// let search = try SoundSearch(bundle: "Demo.ipa")
/// let ring = search.resolve(SoundRequest(name: "ring.caf"))
/// print(ring.outcome, ring.reason ?? "", ring.suggestions.map(\.path))
/// ```
///
/// The places to search in an iOS app depend on ``SoundRequest/use``.
public struct SoundSearch: Sendable {
  /// The rules for a sound that is found. For a request with a different use, the rules for the request's use apply,
  /// with the length limit of these rules.
  public var rules = AlertRules.iOS
  private let inputPolicy: InputPolicy
  /// For each given place of the iOS app: the app, or the folder whose files will be in the place.
  private let bundles: [SoundPlace: AppBundle]
  private let nearbySounds: NearbySounds
  /// For each place: the paths of its files. Each key is the path as text.
  private let texts: [SoundPlace: [String: FilePath]]
  /// The Android app's `res/raw`; nil if no Android app is given.
  private let resources: AndroidResources?

  /// Creates a search by listing the files of an iOS app and of its `Library/Sounds` folders, or of an Android app.
  ///
  /// - Parameters:
  ///   - bundle: The iOS app's folder, or an `.ipa` archive, whose first app counts; nil if there is no iOS app.
  ///   - android: The Android app: an `.apk`, an `.aab`, or a folder that is or has `res/raw`; nil if there is no app.
  ///   - librarySounds: A folder whose files will be in `Library/Sounds` of the iOS app's data container.
  ///   - groupSounds: A folder whose files will be in `Library/Sounds` of the app group's container.
  ///   - inputPolicy: Limits on the size of an archive, and on the size and length of a sound. The search never uses
  ///     libsndfile.
  /// - Throws: `SoundError` if an app or a folder can't be listed.
  public init(
    bundle: (any PathConvertible)? = nil, android: (any PathConvertible)? = nil,
    librarySounds: (any PathConvertible)? = nil, groupSounds: (any PathConvertible)? = nil,
    inputPolicy: InputPolicy = InputPolicy()
  ) throws(SoundError) {
    self.inputPolicy = inputPolicy
    var bundles: [SoundPlace: AppBundle] = [:]
    if let bundle {
      bundles[.mainBundle] = try .first(at: bundle.filePath, byteLimit: inputPolicy.byteLimit)
    }
    bundles[.librarySounds] = try Self.folder(librarySounds?.filePath)
    bundles[.groupSounds] = try Self.folder(groupSounds?.filePath)
    nearbySounds = NearbySounds(in: SoundUse.notification.places.compactMap { bundles[$0] })
    texts = bundles.mapValues(\.pathsByText)
    self.bundles = bundles
    if let android {
      resources = try AndroidResources(ofApp: android.filePath, within: inputPolicy)
    } else {
      resources = nil
    }
  }

  private static func folder(_ path: FilePath?) throws(SoundError) -> AppBundle? {
    if let path { try AppBundle(folder: FolderTree(path), kind: .folder) } else { nil }
  }

  /// Determines the sounds that play for a notification from a server.
  public func resolve(_ payload: NotificationPayload) -> PayloadResolution {
    var request = payload.ios
    // Keep the use of a Live Activity, which the payload itself states.
    if request?.use == .notification { request?.use = rules.use }
    return PayloadResolution(
      payload, ios: request.map(resolve), android: payload.android.map(resolve))
  }

  /// Determines the sound that plays for a request: on Android for a payload's Android part, otherwise on iOS.
  public func resolve(_ request: SoundRequest) -> SoundResolution {
    if let service = request.androidService {
      return SoundResolution(of: request, by: service, in: resources, inputPolicy: inputPolicy)
    }
    var resolution = SoundResolution(request, isSearched: !bundles.isEmpty)
    switch request.sound {
    case .silence: resolution.outcome = .silence
    case .defaultSound: resolution.outcome = .default
    case .named(let name):
      if let reason = request.reasonNotToLook(for: name) {
        resolution.fail(.default, "\(name): \(reason)")
      } else if !bundles.isEmpty {
        look(for: name, request, &resolution)
      }
      if resolution.outcome == .default, resolution.file == nil {
        resolution.suggestions = nearbySounds.nearest(to: name)
      }
    }
    if request.sound != .silence, let reason = request.silence {
      resolution.sound = nil
      resolution.fail(.silence, reason)
    }
    return resolution
  }

  private func look(
    for name: String, _ request: SoundRequest, _ resolution: inout SoundResolution
  ) {
    // If the API isn't documented to take a path, iOS may look for the path or for the plain name. Try both.
    let isUndocumented = !request.takesPaths && name.contains("/")
    let names = [name] + (isUndocumented ? [FilePath(name).name] : [])
    for place in request.places {
      let bundle = bundles[place]
      let file = names.lazy.compactMap { bundle?.resource(named: $0, texts[place] ?? [:]) }.first
      let path = bundle.map { $0.path.pushing($0.resources()) }
      resolution.places.append(SearchedPlace(place: place, path: path, isFound: file != nil))
      guard let bundle, let file else { continue }
      let sound = bundle.check(
        file, by: rules(for: request.use), within: inputPolicy,
        adding: isUndocumented ? [.askedForByPath(file: file.string)] : [])
      (resolution.sound, resolution.file) = (sound, sound.path)
      resolution.isSystemFailure = sound.failure?.fault == .system
      switch sound.outcome {
      case .unknown(let error): resolution.fail(.unknown, error.reason)
      case .judged(let verdict) where verdict.outcome == .default: resolution.fail(.default, nil)
      case .judged(let verdict):
        resolution.outcome = verdict.outcome == .plays ? .plays : .undocumented
      }
      return
    }
    resolution.fail(.default, "there is no sound named \(name)")
  }

  private func rules(for use: SoundUse) -> AlertRules {
    use == rules.use ? rules : AlertRules(for: use, lengthLimit: rules.lengthLimit)
  }
}

extension SoundRequest {
  /// Whether a name with a slash is documented to be a path in the bundle.
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
  /// - Parameter texts: For each path as text: the path of the file.
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

  /// For each path as text: the file's path. Like Apple's file system, String compares by canonical equivalence.
  fileprivate var pathsByText: [String: FilePath] {
    Dictionary(
      files.filePaths.filter { $0.string.utf8.count == $0.length }.map { ($0.string, $0) },
      uniquingKeysWith: { first, _ in first })
  }
}
