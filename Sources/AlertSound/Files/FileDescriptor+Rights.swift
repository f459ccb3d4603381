internal import CAttributes
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Takes owner and permissions over from the file that this one is to replace, as if only its bytes were: who
  /// may not read the old file may not read the new one either. A link is replaced itself, so what it leads to
  /// has no say.
  ///
  /// Others' files may be replaced, but not given away. Where the group can't stay, neither it nor anybody
  /// else gets more than both had, and where there is a list of who may do what, which says more than the
  /// permissions and isn't copied, only the owner gets anything.
  func takeRights(from path: FilePath) {
    guard let old = try? path.stat(followTargetSymlink: false), old.type == .regular,
      let new = try? stat()
    else { return }
    var permissions = old.permissions.intersection([
      .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
    ])
    if (old.userID, old.groupID) != (new.userID, new.groupID),
      fchown(rawValue, old.userID.rawValue, old.groupID.rawValue) != 0,
      old.groupID != new.groupID, fchown(rawValue, .max, old.groupID.rawValue) != 0
    {
      let group = permissions.rawValue >> 3 & 7
      let others = permissions.rawValue & 7 & group
      permissions = FilePermissions(
        rawValue: permissions.rawValue & 0o700 | others << 3 | others)
    }
    #if os(Linux)
      // What a folder gives to each file in it, on top of its permissions.
      _ = unsafe fremovexattr(rawValue, Self.accessList)
      let hasList = unsafe path.withPlatformString {
        unsafe lgetxattr($0, Self.accessList, nil, 0) > 0
      }
      if hasList { permissions.formIntersection(.ownerReadWriteExecute) }
    #endif
    _ = fchmod(rawValue, permissions.rawValue)
  }

  /// The attribute in which Linux keeps a file's access control list. Source: acl(5).
  private static let accessList = "system.posix_acl_access"
}
