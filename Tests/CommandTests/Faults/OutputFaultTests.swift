import Foundation
import SoundFormat
import TestSupport
import Testing

#if os(Linux)
  /// Faults at an output's path, for every command that writes a file.
  struct OutputFaultTests {
    @Test(
      .ifMountsArePossible,
      arguments: WritingCommand.all)
    func fullDisk(command: WritingCommand) throws {
      let folder = try command.folder()
      try folder.write(
        """
        mount -t tmpfs -o size=16k tmpfs to
        cp old \(command.output)
        cat /dev/zero >to/filler 2>/dev/null
        \(command.line())
        status=$?
        rm to/filler; cp -a to after
        exit $status
        """, to: "script")
      let outcome = try folder.run("cp \(command.output) old; exec unshare -rm bash script")
      command.expectError(outcome, "the disk is full; free some space and try again")
      try command.expectNothingHappened(in: folder, at: "after")
    }

    /// The shell doesn't ignore SIGXFSZ, the limit's signal, so the command itself must survive it.
    @Test(arguments: WritingCommand.all.filter { !$0.words.contains("made") })
    func limitOnFileSizes(command: WritingCommand) throws {
      let folder = try command.folder(holdingOld: false)
      let outcome = try folder.run("trap - XFSZ; ulimit -f 1; \(command.line()); exit $?")
      command.expectError(
        outcome, "the file would exceed the size limit; raise the limit: ulimit -f")
      try command.expectNothingHappened(in: folder, holdingOld: false)
    }

    @Test(
      .enabled(if: NonRoot.isPossible, "needs a user other than root"),
      arguments: WritingCommand.all)
    func readOnlyFolder(command: WritingCommand) throws {
      let folder = try command.folder()
      try NonRoot.own(folder.directory.url)
      let outcome = try folder.run("chmod 555 to; \(NonRoot.prefix) \(command.line())")
      _ = try folder.run("chmod 755 to")
      command.expectError(
        outcome, "permission denied; check the permissions of the file and its folder")
      try command.expectNothingHappened(in: folder)
    }

    @Test(
      .ifMountsArePossible,
      arguments: WritingCommand.all)
    func readOnlyFileSystem(command: WritingCommand) throws {
      let folder = try command.folder()
      try folder.write(
        "mount --bind to to && mount -o remount,bind,ro to && \(command.line())",
        to: "script")
      command.expectError(
        try folder.run("exec unshare -rm bash script"),
        "the file system is read-only; write to another folder")
      try command.expectNothingHappened(in: folder)
    }

    @Test(arguments: WritingCommand.all)
    func folderInPlaceOfTheOutput(command: WritingCommand) throws {
      let folder = try command.folder(holdingOld: false)
      try folder.write([1], to: command.output + "/keep")
      let outcome = try folder.run(command.line())
      if command.name == "convert to a file" {
        // `convert` takes this path for its output folder.
        expectSilentSuccess(outcome)
      } else {
        command.expectError(outcome, "this is a folder; add a file name to it")
        #expect(
          try folder.files().filter { $0.hasPrefix("to/") } == [command.output + "/keep"])
      }
      #expect(try folder.read(command.output + "/keep") == [1])
    }

    @Test(arguments: WritingCommand.all, ["mkfifo", "ln -s /dev/null"])
    func pipeOrDeviceInPlaceOfTheOutput(command: WritingCommand, maker: String) throws {
      let folder = try command.folder(holdingOld: false)
      let outcome = try folder.run(
        """
        \(maker) \(command.output) || exit 77
        ls -l to >before
        \(command.line()); status=$?
        ls -l to | cmp - before || exit 78
        exit $status
        """)
      command.expectError(
        outcome,
        "this is not a regular file; name a regular file, or one that does not exist yet, or write"
          + " - > PIPE")
    }

    /// A link is replaced, whatever its target, and the target stays unchanged.
    @Test(arguments: WritingCommand.all, ["../kept", "nowhere", "LOOP"])
    func linkInPlaceOfTheOutput(command: WritingCommand, target: String) throws {
      let folder = try command.folder(holdingOld: false)
      try folder.write(WritingCommand.old, to: "kept")
      let name = String(command.output.dropFirst(3))
      let link = target == "LOOP" ? name : target
      let outcome = try folder.run(
        "ln -s \(link) \(command.output) && { \(command.line()); } && test ! -h \(command.output)")
      expectSilentSuccess(outcome)
      #expect(try folder.read("kept") == WritingCommand.old)
      #expect(try folder.read(command.output) != WritingCommand.old)
      #expect(
        try Set(folder.files().filter { $0.hasPrefix("to/") })
          .subtracting(["to/.alertsound-records"]) == [command.output])
    }

    @Test(arguments: WritingCommand.all)
    func linkToAFolderInPlaceOfTheOutput(command: WritingCommand) throws {
      let folder = try command.folder(holdingOld: false)
      let outcome = try folder.run(
        "mkdir elsewhere; ln -s ../elsewhere \(command.output); \(command.line()); s=$?;"
          + " test -h \(command.output) || exit 77; exit $s")
      if command.name == "convert to a file" { return expectSilentSuccess(outcome) }
      command.expectError(outcome, "this is a folder; add a file name to it")
      #expect(try folder.files() == ["in.wav"])
    }

    /// The name is too long, or its folder is missing.
    @Test(arguments: WritingCommand.named, [true, false])
    func pathThatCannotBe(command: WritingCommand, isLong: Bool) throws {
      // `convert` creates the folder of its output.
      guard isLong || command.name != "convert to a file" else { return }
      let folder = try command.folder()
      let name = isLong ? "to/\(String(repeating: "n", count: 300))" : "nowhere/in"
      let path = name + command.output.dropFirst("to/in".count)
      command.expectError(
        try folder.run(command.line(path)), about: path,
        isLong
          ? "the name is too long; shorten it"
          : "there is no such file or folder; check the spelling")
      try command.expectNothingHappened(in: folder)
    }

    /// The input's name has the maximum length of 255 bytes. The output's would have 256.
    @Test func nameThatBecomesTooLong() throws {
      let name = String(repeating: "n", count: 252)
      let folder = try WritingCommand.batch.folder(holdingOld: false)
      let outcome = try folder.run("mv in.wav \(name).au; alertsound convert *.au -o to --quiet")
      expectFailure(outcome, "to/\(name).caf: error: the name is too long; shorten it")
    }

    /// What happens to the rights of a file that is replaced. Each case: lines before the command, the format of `stat`
    /// after it, and what `stat` prints.
    struct Rights: Sendable, CustomTestStringConvertible {
      let testDescription: String
      var needsRoot = false
      var tool: String?
      let before: String
      var format = "%a"
      let after: String

      var isPossible: Bool {
        (!needsRoot || getuid() == 0) && (tool.map { Tool($0).isInstalled } ?? true)
      }

      static let all = [
        Rights(testDescription: "kept", before: "chmod 640 OUT", after: "640"),
        Rights(testDescription: "kept, read-only", before: "chmod 444 OUT", after: "444"),
        // Only root may give files away.
        Rights(
          testDescription: "the owner of a file that root replaces", needsRoot: true,
          before: "chown 65534:65534 OUT", format: "%u:%g", after: "65534:65534"),
        // If the old file has an access list, only the owner gets access to the new one.
        Rights(
          testDescription: "an access list", tool: "setfacl",
          before: "setfacl -m u:1234:r,g::-,m::r OUT", after: "600"),
        // A link's target has no influence on the file that replaces the link.
        Rights(
          testDescription: "a link", needsRoot: true,
          before:
            "rm OUT; echo >kept; chown 65534:65534 kept; chmod 600 kept; ln -s ../kept OUT; umask 022",
          format: "%u:%a", after: "0:644"),
      ]
    }

    /// Other hard links to the old file keep the old bytes.
    @Test(arguments: WritingCommand.all, Rights.all.filter(\.isPossible))
    func rightsAreNotWidened(command: WritingCommand, rights: Rights) throws {
      let folder = try command.folder()
      let outcome = try folder.run(
        """
        ln \(command.output) other; \(rights.before.replacing("OUT", with: command.output)) || exit
        { \(command.line()); } && stat -c \(rights.format) \(command.output)
        """)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.outputText == rights.after + "\n")
      #expect(try folder.read("other") == WritingCommand.old)
      #expect(try folder.read(command.output) != WritingCommand.old)
    }

    /// If a user replaces another user's file, the new file can't keep the group. So only the owner
    /// gets access.
    @Test(
      .enabled(if: NonRoot.isPossible && getuid() == 0, "needs root, who makes another's file"),
      arguments: WritingCommand.named)
    func aGroupThatCannotBeKeptGainsNoRights(command: WritingCommand) throws {
      let folder = try command.folder()
      try NonRoot.own(folder.directory.url)
      let outcome = try folder.run(
        """
        chown 0:5555 \(command.output); chmod 604 \(command.output); chmod a+rwx . to
        (\(NonRoot.prefix) \(command.line())) && stat -c %a \(command.output)
        """)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.outputText == "600\n")
    }

    @Test(arguments: WritingCommand.all)
    func closedStreams(command: WritingCommand) throws {
      let folder = try command.folder()
      #expect(try folder.run(command.line()).ending == .exit(0))
      let expected = try folder.read(command.output)
      for streams in ["<&- >&-", "<&- >&- 2>&-"] {
        try folder.write(WritingCommand.old, to: command.output)
        #expect(try folder.run("{ \(command.line()); } \(streams)").ending == .exit(0))
        #expect(try folder.read(command.output) == expected)
      }
    }

    /// A picture of a sound must not replace the sound.
    @Test(arguments: ["in.svg", "./in.svg", "link.svg", "other.svg"])
    func plotOverTheSound(name: String) throws {
      let folder = try ShellFolder(["in.svg": WritingCommand.sound.get()])
      let outcome = try folder.run(
        "ln -s in.svg link.svg; ln in.svg other.svg; alertsound info in.svg --plot \(name)")
      expectFailure(outcome, "\(name): error: --plot would replace the sound; name another file")
      #expect(try folder.read("in.svg") == WritingCommand.sound.get())
      #expect(try folder.files() == ["in.svg", "link.svg", "other.svg"])
    }

    @Test(arguments: WritingCommand.all)
    func twoWriters(command: WritingCommand) throws {
      let folder = try command.folder()
      #expect(try folder.run(command.line()).ending == .exit(0))
      let expected = try folder.read(command.output)
      let names = try folder.files()
      let outcome = try folder.run(
        """
        for i in 1 2 3; do \(command.line()) & done
        for job in $(jobs -p); do wait $job || exit; done
        """)
      #expect(outcome.ending == .exit(0))
      #expect(try folder.read(command.output) == expected)
      #expect(try folder.files() == names)
    }
  }
#endif
