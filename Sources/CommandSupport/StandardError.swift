internal import SystemPackage

/// The standard error stream, where diagnostics go.
package struct StandardError: TextOutputStream {
  package init() {}

  package mutating func write(_ text: String) {
    // If standard error is closed, there is nowhere to report it.
    _ = try? unsafe StandardStreams.diagnostics.writeAll(text.utf8)
  }
}

/// Prints a line on standard error.
package func printError(_ line: String) {
  var stream = StandardError()
  print(line, to: &stream)
}
