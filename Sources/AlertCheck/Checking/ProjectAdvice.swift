internal import AlertCore
internal import SystemPackage

/// Advice on how to get a sound into an iOS app, for each kind of project.
enum ProjectAdvice {
  /// Returns advice on a sound that a notification doesn't find.
  ///
  /// - Parameters:
  ///   - finding: The fault.
  ///   - name: The name that the package looks up, made from the name in the code.
  ///   - form: How the package interprets the name.
  ///   - file: The file that the code probably means.
  ///   - bundle: The bundle that should have the sound. Its maker decides the advice.
  static func step(
    on finding: AlertFinding, _ name: String, _ form: CodeRequest.NameForm, file: FilePath?,
    bundle: PlannedBundle?
  ) -> String {
    switch form {
    case .awesome:
      return
        "add \(name) to the app's target, because awesome_notifications finds only .aiff files on iOS"
    case .flutterAsset: return "list \(name) under assets in pubspec.yaml, or correct the path"
    default: break
    }
    guard let file, let bundle else { return finding.advice ?? "" }
    let scheme = form == .cordova ? "res://" : ""
    let places = bundle.places[file]
    // Advise converting the sound in the same step. Otherwise, the next check would complain about the format.
    if converts(file, for: form, in: bundle) {
      var made = file
      made.extension = bundle.maker.kind == .expo ? "wav" : "caf"
      made = made.removingLastComponent().appending(newName(of: made, in: bundle))
      // If the list kept the old file, Android would have two resources with the same name.
      let addition =
        bundle.keepsInList(file)
        ? "name the new file in the list in its place" : adding(made, to: bundle)
      return
        "if \(file.string) is meant, convert it to \(made.name), \(addition), and ask for \(scheme)\(made.name)"
    }
    let newName = newName(of: file, in: bundle)
    // Advise correcting a path in the same step. Otherwise, the next check would complain about the path.
    let correction = name.contains("/") ? ", and ask for \(scheme)\(file.name)" : ""
    switch finding.remedy {
    case .addToTarget: return adding(file, to: bundle) + correction
    case .moveToTop(let folder, _):
      return
        (bundle.maker.kind == .xcode
        ? "in Xcode, remove the folder reference \(folder) and add \(newName) to the target"
          + " \(bundle.name) as a group's file"
        : "let the build put \(newName) at the top of the app, not into \(folder)") + correction
    case .delocalize(let folder, _):
      return
        "move \(newName) out of \(folder): in Xcode, switch off its localization in the File inspector"
        + correction
    case .addOrCorrect:
      let addition = places == nil ? ", and \(adding(file, to: bundle))" : ""
      return "if \(file.string) is meant, ask for \(scheme)\(newName)\(addition)"
    case .askFor(let name) where finding.rule == .plainName:
      guard let places, !places.contains(where: { $0.components.count == 1 })
      else { return "ask for \(scheme)\(name)" }
      // The code asks for one name on both systems. On Android, a name with `res://` means a raw resource.
      let forAndroid =
        scheme.isEmpty ? "" : ", for android with the target app/src/main/res/raw/\(name)"
      return "\(adding(file, to: bundle))\(forAndroid), and ask for \(scheme)\(name)"
    default: return (finding.advice ?? "") + correction
    }
  }

  /// Whether the advice is to convert a file. A sound in Expo's list should be a WAVE, because the list is for iOS and
  /// Android, and both play WAVE.
  static func converts(
    _ file: FilePath?, for form: CodeRequest.NameForm, in bundle: PlannedBundle?
  ) -> Bool {
    guard let file, let bundle, form != .awesome, form != .flutterAsset else { return false }
    return bundle.maker.kind == .expo ? file.extension != "wav" : !file.isAlertSound
  }

  /// Returns the name that a file should have in a bundle. In Expo's list, the name must also be valid on Android.
  private static func newName(of file: FilePath, in bundle: PlannedBundle) -> String {
    guard bundle.maker.kind == .expo, let stem = file.stem else { return file.name }
    return AndroidSoundName(nearestTo: stem).name + (file.extension.map { ".\($0)" } ?? "")
  }

  private static func adding(_ file: FilePath, to bundle: PlannedBundle) -> String {
    let name = newName(of: file, in: bundle)
    let path = bundle.maker.path
    let folder = path.removingLastComponent()
    switch bundle.maker.kind {
    case .swiftPackage:
      return "list \(file.inside(folder).string) under resources: in \(path.string)"
    case .xcode, .flutter, .android, .unread:
      // If the bundle isn't an app, the user has to choose the app's target.
      let owner = bundle.isApp ? "the target \(bundle.name)" : "the app's target"
      return bundle.fileReferences.contains(file)
        ? "in Xcode, open \(path.string), select \(name) and tick \(owner) under Target Membership"
        : "open \(path.string), drag " + AppFramework.intoXcode(name, owner)
    case .expo:
      let renaming =
        file.name == name
        ? "list \(name)" : "rename \(file.name) to \(name), also in code, and list it"
      return "\(renaming) " + AppFramework.expoList + path.string
    case .cordova:
      let source = file.starts(with: folder) ? file.inside(folder).string : name
      return "add <resource-file src=\"\(source)\" target=\"\(name)\" /> for ios to \(path.string)"
    case .dotNet:
      return
        "add a BundleResource for \(name) to \(path.string), or put it into Platforms/iOS/Resources"
    case .nativeScript: return "put \(name) into \(path.string)"
    }
  }
}

extension PlannedBundle {
  func keepsInList(_ file: FilePath) -> Bool { maker.kind == .expo && places[file] != nil }
}

extension FilePath {
  /// Whether the file's extension is usual for alert sounds or ringtones.
  var isAlertSound: Bool {
    ["caf", "aif", "aiff", "aifc", "wav", "m4r"].contains(self.extension?.lowercased() ?? "")
  }
}
