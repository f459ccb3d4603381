import ArgumentParser
import CommandSupport

/// A size on the command line: a number of bytes above 0.
struct ByteCountArgument: ExpressibleByArgument {
  let byteCount: Int

  init?(argument: String) {
    guard let byteCount = NumberText.byteCount(argument) else { return nil }
    self.byteCount = byteCount
  }

  var defaultValueDescription: String { "\(byteCount)" }
}
