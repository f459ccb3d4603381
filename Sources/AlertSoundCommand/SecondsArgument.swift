import ArgumentParser

/// A length on the command line: a number of seconds above 0.
struct SecondsArgument: ExpressibleByArgument {
  let seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }

  /// Takes digits with at most one point; `Double` itself knows infinity and hexadecimal, too.
  init?(argument: String) {
    guard argument.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let seconds = Double(argument), seconds > 0, seconds.isFinite
    else { return nil }
    self.seconds = seconds
  }

  var defaultValueDescription: String { "\(seconds)" }
}
