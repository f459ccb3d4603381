import CommandSupport

@testable import Promises
@testable import afinfo

/// Takes a command line of `afinfo`, one word per line.
enum AfinfoTarget {
  static func run(_ bytes: [UInt8]) throws {
    let arguments: Arguments
    do throws(CommandLineError) {
      arguments = try Arguments(parsing: [CommandArgument](lines: bytes))
    } catch {
      return try expect(!error.message.isEmpty, "rejected without a message")
    }
    try expect(arguments.answer != nil || !arguments.files.isEmpty, "nothing to do")
  }
}
