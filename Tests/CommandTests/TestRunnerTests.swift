import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The script that runs the tests, with a stand-in for the tests. It must show every failure.
  struct TestRunnerTests {
    /// A stand-in that lists one test for each suite, and runs the suite's shell lines.
    private static func folder(_ suites: [String: String]) throws -> ShellFolder {
      let folder = try ShellFolder()
      let list = suites.keys.sorted().map { "A.\($0)/test()" }.joined(separator: "\n")
      let cases = suites.map { "*A?.\($0)/*)\n\($1)\n;;" }.joined(separator: "\n")
      try folder.write(
        """
        #!/bin/bash
        end() { echo "✔ Test run with $1 test in 1 suite $2 after 1.250 seconds$3."; }
        case "$*" in
        *--list-tests*) echo '\(list)' ;;
        \(cases)
        esac
        """, to: "build/alertsoundPackageTests.xctest")
      _ = try folder.run("chmod +x build/*")
      return folder
    }

    private static func run(_ suites: [String: String], _ settings: String = "") throws
      -> Tool.Outcome
    {
      let script = packageRoot.appending(path: "Tests/run.sh").path(percentEncoded: false)
      return try folder(suites).run("unset ONLY SKIP; \(settings) '\(script)' build log")
    }

    private static let passes = "end 1 passed"

    private static let fails = """
      echo '◇ Test test() started.'
      echo '✘ Test test() recorded an issue at X.swift:3:4: Expectation failed: 1 == 2'
      echo '↳ the reason,'
      echo 'in two lines'
      echo '✘ Test test() failed after 0.001 seconds with 1 issue.'
      end 1 failed ' with 1 issue'
      exit 1
      """

    @Test func aLineForEachSuite() throws {
      let outcome = try Self.run(["Good": Self.passes, "Fine": Self.passes])
      #expect(outcome.ending == .exit(0))
      let lines = outcome.outputLines
      #expect(
        lines.prefix(2).sorted() == [
          "ok          1.2 s    1 test   A.Fine", "ok          1.2 s    1 test   A.Good",
        ])
      #expect(lines.last?.hasPrefix("ok: 2 tests in 2 suites, 0 skipped; ") == true)
    }

    @Test func failuresFollowInFull() throws {
      let outcome = try Self.run(["Bad": Self.fails, "Good": Self.passes])
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.outputText.contains(
          """

          FAILED A.Bad
            ✘ Test test() recorded an issue at X.swift:3:4: Expectation failed: 1 == 2
            ↳ the reason,
            in two lines

          FAILED: 2 tests in 2 suites, 0 skipped, 1 suite failed; 
          """))
    }

    @Test(arguments: [
      ("kill -SEGV $$", "signal 11"), ("kill -KILL $$", "signal 9"), ("exit 0", "exit status 0"),
      ("exit 3", "exit status 3"), ("end 1 passed; kill -SEGV $$", "signal 11"),
    ])
    func aCrashIsShown(ending: String, note: String) throws {
      let crashes = "echo '◇ Test test() started.'; \(ending)"
      let outcome = try Self.run(["Crash": crashes, "Good": Self.passes])
      #expect(outcome.ending == .exit(1))
      #expect(outcome.outputText.contains("\nCRASHED A.Crash, \(note)\n  test() did not end\n"))
      #expect(outcome.outputText.contains("1 suite failed"))
    }

    @Test func aTestThatIsLostIsAFailure() throws {
      let outcome = try Self.run(["Empty": "end 0 passed", "Good": Self.passes])
      #expect(outcome.ending == .exit(1))
      #expect(outcome.outputText.contains("FAILED: 1 test in 2 suites, 0 skipped, 1 test did not"))
    }

    @Test func skippedTestsHaveTheirReasons() throws {
      let skips = "echo '➜ Test test() skipped: \"fish: not installed\"'; \(Self.passes)"
      let outcome = try Self.run(["Good": Self.passes, "Fish": skips])
      #expect(outcome.ending == .exit(0))
      #expect(outcome.outputText.contains(" A.Fish, 1 skipped\n"))
      #expect(outcome.outputText.contains("\nskipped: fish: not installed\n  A.Fish/test()\n"))
      #expect(outcome.outputText.contains("ok: 2 tests in 2 suites, 1 skipped; "))
    }

    @Test func suitesAreChosen() throws {
      let suites = ["Good": Self.passes, "Bad": Self.fails]
      let skipping = try Self.run(suites, "SKIP=Bad")
      #expect(skipping.ending == .exit(0))
      #expect(skipping.outputText.contains("\nleft out: A.Bad, 1 test\nok: 1 test in 1 suite"))
      #expect(try Self.run(suites, "ONLY=Good").ending == .exit(0))
      #expect(try Self.run(suites, "ONLY=Bad").ending == .exit(1))
      #expect(try Self.run(suites, "ONLY=Nothing").ending == .exit(1))
    }
  }
#endif
