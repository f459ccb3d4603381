// Lists the sounds that the plugin converted and bundled.

import Foundation

let folder = Bundle.module.bundleURL
for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
  let size = try FileManager.default.attributesOfItem(
    atPath: folder.appendingPathComponent(name).path)[.size]
  print("\(name): \(size ?? 0) bytes")
}
