import Foundation
import TestSupport

#if os(Linux)
  /// A small case-insensitive file system, mounted for some shell lines: ext4 if the kernel supports that, or
  /// NTFS in a process of its own.
  enum CaseInsensitiveFolder {
    /// Lines that mount it at `disk`, or fail.
    private static let mounting = """
      mkdir disk
      mount_ext4() {
        truncate -s 8M image && mkfs.ext4 -q -O casefold image && mount -o loop image disk \\
          && mkdir disk/folded && chattr +F disk/folded && mount --bind disk/folded disk
      }
      mount_ntfs() {
        truncate -s 8M image && mkntfs -q -F -Q image && lowntfs-3g -o ignore_case image disk
      }
      { mount_ext4 || mount_ntfs; } >/dev/null 2>&1 || exit 77
      touch disk/Case && test -e disk/cASE && rm disk/Case || exit 77
      """

    static let isPossible =
      (try? ShellFolder().run(lines("true")))?.ending == .exit(0)

    /// The lines, with the file system at `disk`.
    static func lines(_ lines: String) -> String {
      "\(mounting)\n(\n\(lines)\n)\nstatus=$?; umount disk; umount disk 2>/dev/null; exit $status"
    }
  }
#endif
