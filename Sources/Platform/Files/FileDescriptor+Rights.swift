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
  /// Copies the owner and the permissions of the file that this one is to replace, so that users who can't
  /// read the old file can't read the new one either. A link is itself replaced, so its target doesn't count.
  ///
  /// An unprivileged process may replace another user's file but not give files away. If the group can't be
  /// kept, group and others get only the permissions that both had. If the old file has an access control
  /// list, which isn't copied, only the owner gets any permissions.
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
      // Remove the list that a folder gives to each new file, on top of its permissions.
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
