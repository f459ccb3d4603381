import Foundation
import TestSupport

/// Runs this package's programs in a folder, with little memory if that can be limited.
struct HostileShell {
  private let folder: TemporaryDirectory
  private let dataKibibytes: Int

  /// - Parameter dataKibibytes: How much memory a program may have, not counting its code.
  init(_ folder: TemporaryDirectory, dataKibibytes: Int) {
    self.folder = folder
    self.dataKibibytes = dataKibibytes
  }

  /// Runs a shell command.
  func run(_ line: String) throws -> Tool.Outcome {
    let limit = AllocationMeter.limitsArePossible ? "ulimit -d \(dataKibibytes); " : ""
    return try Tool("sh").outcome(
      of: ["-c", limit + line], in: folder.url, environment: ["PATH": TestSystem.searchPath])
  }
}
