import ArgumentParser
import CommandSupport

/// A length on the command line: a number of seconds above 0.
struct SecondsArgument: ExpressibleByArgument {
  let seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }

  init?(argument: String) {
    guard let seconds = NumberText.seconds(argument) else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String { "\(seconds)" }
}
