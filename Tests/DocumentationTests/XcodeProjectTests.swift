import Foundation
import Testing

/// Tests the sample Xcode project. Xcode runs only on a Mac, so these tests look for mistakes that
/// Xcode would refuse.
@Suite struct XcodeProjectTests {
  private typealias Object = [String: Any]

  private static let folder = Repository.root.appending(path: "Samples/XcodeApp")
  private let rootObject: String
  private let objects: [String: Object]

  init() throws {
    let file = Self.folder.appending(path: "XcodeApp.xcodeproj/project.pbxproj")
    let list = try PropertyListSerialization.propertyList(
      from: try Data(contentsOf: file), format: nil)
    let project = try #require(list as? [String: Any])
    rootObject = try #require(project["rootObject"] as? String)
    objects = try #require(project["objects"] as? [String: Object])
  }

  private func objects(ofType type: String) -> [Object] {
    objects.values.filter { $0["isa"] as? String == type }
  }

  /// The object identifiers in a property list value. An identifier has 24 hexadecimal digits.
  private static func references(in value: Any) -> [String] {
    switch value {
    case let text as String: text.wholeMatch(of: /[0-9A-F]{24}/) == nil ? [] : [text]
    case let list as [Any]: list.flatMap(references)
    case let dictionary as [String: Any]: dictionary.values.flatMap(references)
    default: []
    }
  }

  @Test func everyReferenceLeadsToAnObject() {
    let dangling = ([rootObject] + Self.references(in: objects)).filter { objects[$0] == nil }
    #expect(dangling == [])
  }

  /// Every file exists at the path that Xcode makes from the groups: a group's path is relative to
  /// its parent's.
  @Test func everyFileExists() throws {
    var missing: [String] = []
    var files = 0
    func visit(_ id: String, in folder: URL) throws {
      let object = try #require(objects[id])
      let sourceTree = try #require(object["sourceTree"] as? String)
      if sourceTree == "BUILT_PRODUCTS_DIR" { return }
      try #require(["<group>", "SOURCE_ROOT"].contains(sourceTree))
      var place = sourceTree == "SOURCE_ROOT" ? Self.folder : folder
      if let path = object["path"] as? String { place.append(path: path) }
      if let children = object["children"] as? [String] {
        for child in children { try visit(child, in: place) }
      } else {
        files += 1
        let path = place.standardizedFileURL.path(percentEncoded: false)
        if !FileManager.default.fileExists(atPath: path) { missing.append(path) }
      }
    }
    try visit(try #require(objects[rootObject]?["mainGroup"] as? String), in: Self.folder)
    #expect(files == objects(ofType: "PBXFileReference").count - 1, "all but the app")
    #expect(missing == [])
  }

  @Test func thePluginIsOneOfThisPackage() throws {
    let packages = objects(ofType: "XCLocalSwiftPackageReference")
      .compactMap { $0["relativePath"] as? String }
      .map { Self.folder.appending(path: $0).standardizedFileURL.pathComponents }
    #expect(packages == [Repository.root.standardizedFileURL.pathComponents])

    let plugins = objects(ofType: "PBXTargetDependency")
      .compactMap { ($0["productRef"] as? String).flatMap { objects[$0] } }
      .compactMap { $0["productName"] as? String }
    let declared = try Repository.text(of: "Package.swift")
      .matches(of: /\.plugin\(name: "(\w+)", targets:/).map { "plugin:\($0.output.1)" }
    #expect(plugins == ["plugin:ConvertAlertSounds"])
    #expect(Set(plugins).isSubset(of: declared))
  }
}
