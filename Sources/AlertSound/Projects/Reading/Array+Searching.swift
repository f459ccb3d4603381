extension [UInt8] {
  /// Whether a text of 1 to 255 bytes occurs. This is Horspool's search, which looks only at every few bytes.
  ///
  /// It compares bytes: comparing untrusted strings can take very long.
  ///
  /// - Parameter predecessors: The bytes of which one must precede the text; nil if it may be anywhere.
  func contains(_ text: StaticString, after predecessors: [UInt8]? = nil) -> Bool {
    let text = Array("\(text)".utf8)
    var steps = [UInt8](repeating: UInt8(text.count), count: 256)
    for (index, byte) in text.dropLast().enumerated() {
      steps[Int(byte)] = UInt8(text.count - 1 - index)
    }
    let last = text[text.count - 1]
    var index = text.count - 1
    while index < count {
      let byte = self[index]
      let start = index - text.count + 1
      if byte == last, self[start...index].elementsEqual(text),
        predecessors.map({ start > 0 && $0.contains(self[start - 1]) }) ?? true
      {
        return true
      }
      index += Int(steps[Int(byte)])
    }
    return false
  }
}
