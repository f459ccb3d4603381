import SoundFormat

/// What `-hf` prints.
enum FormatTable {
  /// The table of containers and what each holds, in the layout Apple prints.
  static var text: String {
    var lines = ["Audio file and data formats:"]
    for container in Container.writable {
      let extensions = container.pathExtensions.map { ".\($0)" }.joined(separator: ", ")
      lines.append("    '\(container.fileType)' = \(container.name) (\(extensions))")
      lines += wrapped(container.dataFormats.map { "\($0) " })
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ items: [String]) -> [String] {
    let label = String(repeating: " ", count: 15) + "data_formats: "
    let lastColumn = 75
    var lines = [label]
    for item in items {
      if lines[lines.endIndex - 1].count + item.count > lastColumn {
        lines.append(String(repeating: " ", count: label.count))
      }
      lines[lines.endIndex - 1] += item
    }
    return lines
  }
}
