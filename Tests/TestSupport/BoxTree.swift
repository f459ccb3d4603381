/// The boxes of a small MPEG-4 file. Tests change them and write the file again.
public struct BoxTree: Sendable {
  public struct Node: Sendable {
    /// The box's type: four bytes.
    public var type: [UInt8]
    /// The box's content before its first child. Most boxes have no children, so this is all of it.
    public var beginning: [UInt8]
    public var children: [Node] = []
    /// The box's offset in the file that was read.
    public let offset: Int

    public var bytes: [UInt8] {
      box(type, beginning + children.flatMap { $0.bytes })
    }
  }

  public var nodes: [Node]

  /// The types of boxes that contain boxes, and the number of bytes before their children.
  private static let headerByteCounts: [String: Int] = [
    "moov": 0, "trak": 0, "edts": 0, "mdia": 0, "minf": 0, "dinf": 0, "stbl": 0, "udta": 0,
    "mvex": 0, "moof": 0, "traf": 0, "wave": 0, "ilst": 0, "----": 0, "meta": 4, "dref": 8,
    "stsd": 8, "mp4a": 28, "twos": 28, "ipcm": 28,
  ]

  /// Reads a valid file.
  public init(_ bytes: [UInt8]) {
    nodes = Self.nodes(in: bytes[...])
  }

  private static func nodes(in bytes: ArraySlice<UInt8>) -> [Node] {
    var rest = bytes
    var nodes: [Node] = []
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let type = Array(rest.dropFirst(4).prefix(4))
      let content = rest.dropFirst(8).prefix(max(0, size - 8))
      var node = Node(type: type, beginning: Array(content), offset: rest.startIndex)
      if let count = headerByteCounts[String(decoding: type, as: UTF8.self)],
        content.count >= count
      {
        node.beginning = Array(content.prefix(count))
        node.children = Self.nodes(in: content.dropFirst(count))
      }
      nodes.append(node)
      rest = rest.dropFirst(max(8, size))
    }
    return nodes
  }

  public var bytes: [UInt8] { nodes.flatMap { $0.bytes } }

  /// The indices that lead to a box. `[1, 0]` is the first box inside the file's second box.
  public typealias Path = [Int]

  /// The paths of all boxes, in file order.
  public var paths: [Path] { Self.paths(of: nodes, in: []) }

  private static func paths(of nodes: [Node], in parent: Path) -> [Path] {
    nodes.enumerated().flatMap { index, node in
      [parent + [index]] + paths(of: node.children, in: parent + [index])
    }
  }

  public subscript(path: Path) -> Node {
    path.dropFirst().reduce(nodes[path[0]]) { $0.children[$1] }
  }

  /// A box's name in messages, such as `moov/trak/tkhd`.
  public func name(of path: Path) -> String {
    path.indices.map { String(decoding: self[Array(path[...$0])].type, as: UTF8.self) }
      .joined(separator: "/")
  }

  /// Returns the tree with the given boxes in place of the box at a path.
  public func replacing(_ path: Path, by boxes: [Node]) -> BoxTree {
    var tree = self
    Self.replace(path[...], by: boxes, in: &tree.nodes)
    return tree
  }

  private static func replace(
    _ path: ArraySlice<Int>, by boxes: [Node], in nodes: inout [Node]
  ) {
    guard let index = path.first else { return }
    if path.count == 1 {
      nodes.replaceSubrange(index...index, with: boxes)
    } else {
      replace(path.dropFirst(), by: boxes, in: &nodes[index].children)
    }
  }
}
