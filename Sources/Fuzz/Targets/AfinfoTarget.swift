import CommandSupport

@testable import Promises
@testable import afinfo

/// A command line of `afinfo`, a word a line.
enum AfinfoTarget {
  static func run(_ bytes: [UInt8]) throws {
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      CommandArgument(String(decoding: $0, as: UTF8.self))
    }
    let arguments: Arguments
    do throws(Arguments.ParseError) {
      arguments = try Arguments(parsing: words)
    } catch {
      return try expect(!error.message.isEmpty, "refused without a word")
    }
    try expect(arguments.asksForHelp || !arguments.files.isEmpty, "nothing to do")
  }
}
