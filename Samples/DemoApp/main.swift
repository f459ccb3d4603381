import Foundation

// Prints the sounds that the plugin has converted and bundled.
let folder = Bundle.module.bundleURL
for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
  let attributes = try FileManager.default.attributesOfItem(
    atPath: folder.appendingPathComponent(name).path)
  print("\(name): \(attributes[.size] ?? 0) bytes")
}
