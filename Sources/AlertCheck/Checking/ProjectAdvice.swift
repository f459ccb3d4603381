internal import SystemPackage

/// Advice on how to fix a fault, for each kind of project.
enum ProjectAdvice {
  /// Returns advice on a sound that a notification doesn't find.
  ///
  /// - Parameters:
  ///   - finding: The fault.
  ///   - file: The file that the code probably means.
  ///   - bundle: The bundle that should have the sound. Its maker decides the advice.
  ///   - scheme: What code puts before the name of a file, such as `res://`.
  static func step(
    on finding: AlertFinding, file: FilePath?, bundle: PlannedBundle?, scheme: String = ""
  ) -> String {
    guard let bundle else { return finding.advice ?? "" }
    let name = file.map { newName(of: $0, in: bundle) } ?? ""
    switch finding.remedy {
    case .addToTarget: return adding(file, to: bundle)
    case .moveToTop(let folder, _):
      return bundle.maker.kind == .xcode
        ? "in Xcode, remove the folder reference \(folder) and add \(name) to the target"
          + " \(bundle.name) as a group's file"
        : "let the build put \(name) at the top of the app, not into \(folder)"
    case .delocalize(let folder, _):
      return
        "move \(name) out of \(folder): in Xcode, switch off its localization in the File inspector"
    case .addOrCorrect:
      guard let file else { return finding.advice ?? "" }
      if bundle.places[file] != nil {
        return "if \(file.string) is meant, ask for \(scheme)\(name)"
      }
      return "if \(file.string) is meant, ask for \(scheme)\(name), and \(adding(file, to: bundle))"
    case .askFor(let name) where finding.rule == .plainName:
      guard let file, let places = bundle.places[file],
        !places.contains(where: { $0.components.count == 1 })
      else { return "ask for \(scheme)\(name)" }
      // Android gets the same name. There, a name with this scheme means a resource.
      let forAndroid =
        scheme.isEmpty ? "" : ", for android with the target app/src/main/res/raw/\(name)"
      return "\(adding(file, to: bundle))\(forAndroid), and ask for \(scheme)\(name)"
    default: return finding.advice ?? ""
    }
  }

  /// Returns advice on a sound that Android doesn't find; nil if the finding's own advice fits.
  ///
  /// - Parameters:
  ///   - file: The file that the code probably means.
  ///   - resource: The resource's name that the file needs in the app. Android accepts this name.
  ///   - isInApp: Whether the build puts the file into the app's raw resources under the name in the code.
  ///   - isInPlace: Whether the build puts the file into the app's raw resources.
  ///   - isListed: Whether Android lists the file's format.
  ///   - isFound: Whether the name in the code finds the resource if the file keeps its own name.
  ///   - takesFileName: Whether the code asks for a file's name, with its extension, and may do so.
  static func androidStep(
    on file: FilePath?, as resource: String, isInApp: Bool, isInPlace: Bool, isListed: Bool,
    isFound: Bool, takesFileName: Bool, in project: Project
  ) -> String? {
    let list = project.listOfExpo.map {
      "under \"sounds\" of the plugin expo-notifications in \($0.string)"
    }
    guard let file else { return list.map { "list the sound \($0), or correct the name" } }
    // Expo's list is for iOS, too, so a sound in it should be a WAVE, which both systems play.
    let isConverted = !isInPlace && (!isListed || list != nil && file.extension != "wav")
    let name = (isConverted ? "wav" : file.extension).map { "\(resource).\($0)" } ?? resource
    let isRenamed = name != file.name
    var steps: [String] = []
    var isKept = resource == AndroidSoundName.resourceName(of: file.name)
    if let list, !isInApp {
      if isConverted {
        steps.append("convert it to \(name)")
      } else if isRenamed {
        steps.append("rename it to \(name), also in code")
        isKept = true
      }
      steps.append("list \(isConverted ? name : "it") \(list)")
    } else if isInPlace {
      if isRenamed { steps.append("rename it to \(name)") }
    } else {
      // Don't advise renaming the file itself, because iOS may play it under its own name.
      let maker = project.modules.isEmpty ? project.bundles.first { $0.isApp }?.maker : nil
      steps.append(
        puttingIntoResources(name, isRenamed: isRenamed, by: maker)
          + (isConverted ? ", converted to a WAVE of 16 bits" : ""))
    }
    if !isFound || !isKept || isConverted && takesFileName {
      steps.append("ask for \(takesFileName ? name : resource)")
    }
    return "if \(file.string) is meant, " + steps.joined(separator: ", and ")
  }

  /// Returns advice on how to make a file a raw resource.
  ///
  /// - Parameter maker: What decides which resources the app has; nil for a module of Gradle.
  private static func puttingIntoResources(
    _ newName: String, isRenamed: Bool, by maker: PlannedBundle.Maker?
  ) -> String {
    let name = isRenamed ? " as \(newName)" : ""
    return switch maker?.kind {
    case .cordova:
      "list it for android in \(maker?.path.string ?? "") with the target app/src/main/res/raw/\(newName)"
    case .dotNet: "put it into Platforms/Android/Resources/raw\(name)"
    case .nativeScript: "put it into App_Resources/Android/src/main/res/raw\(name)"
    default: "put it into res/raw of the Android module\(name)"
    }
  }

  /// Returns the name to give a file in a bundle. Expo's list of sounds is for Android, too.
  static func newName(of file: FilePath, in bundle: PlannedBundle) -> String {
    guard bundle.maker.kind == .expo, let stem = file.stem else { return file.name }
    return AndroidSoundName(nearestTo: stem).name + (file.extension.map { ".\($0)" } ?? "")
  }

  static func adding(_ file: FilePath?, to bundle: PlannedBundle) -> String {
    let name = file.map { newName(of: $0, in: bundle) } ?? "it"
    let path = bundle.maker.path
    switch bundle.maker.kind {
    case .swiftPackage:
      let listed = file?.inside(path.removingLastComponent()).string ?? name
      return "list \(listed) under resources: in \(path.string)"
    case .xcode, .flutter, .android, .unread:
      guard let file, bundle.fileReferences.contains(file) else {
        return
          "in Xcode, open \(path.string), choose File, Add Files, and add \(name) to \(bundle.owner)"
      }
      return
        "in Xcode, open \(path.string), select \(name) and tick \(bundle.owner) under Target"
        + " Membership"
    case .expo:
      let place = "under \"sounds\" of the plugin expo-notifications in \(path.string)"
      guard let file, file.name != name else { return "list \(name) \(place)" }
      return "rename \(file.name) to \(name), also in code, and list it \(place)"
    case .cordova:
      let folder = path.removingLastComponent()
      let source = file.map { $0.starts(with: folder) ? $0.inside(folder).string : name } ?? name
      return
        "add <resource-file src=\"\(source)\" target=\"\(name)\" /> for ios to \(path.string)"
    case .dotNet:
      return
        "add a BundleResource for \(name) to \(path.string), or put it into Platforms/iOS/Resources"
    case .nativeScript: return "put \(name) into \(path.string)"
    }
  }
}

extension PlannedBundle {
  /// The name of the target to tick in Xcode. If the bundle isn't an app, the user has to choose the app's target.
  fileprivate var owner: String { isApp ? "the target \(name)" : "the app's target" }
}
