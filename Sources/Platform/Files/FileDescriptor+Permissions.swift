internal import CPlatform
package import SystemPackage

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
  package func copyPermissions(from path: FilePath) {
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
    if removeAccessList(lookingAt: path) { permissions.formIntersection(.ownerReadWriteExecute) }
    _ = fchmod(rawValue, permissions.rawValue)
  }

  /// Removes the access control list that a folder gives to each new file, on top of its permissions.
  ///
  /// - Returns: Whether the file at a path has such a list.
  private func removeAccessList(lookingAt path: FilePath) -> Bool {
    #if os(Linux)
      // Source: acl(5).
      let attribute = "system.posix_acl_access"
      _ = unsafe fremovexattr(rawValue, attribute)
      return unsafe path.withPlatformString { unsafe lgetxattr($0, attribute, nil, 0) > 0 }
    #elseif canImport(Darwin)
      if let none = unsafe acl_init(0) {
        unsafe acl_set_fd_np(rawValue, none, ACL_TYPE_EXTENDED)
        unsafe acl_free(UnsafeMutableRawPointer(none))
      }
      let list = unsafe path.withPlatformString { unsafe acl_get_link_np($0, ACL_TYPE_EXTENDED) }
      guard let list = unsafe list else { return false }
      unsafe acl_free(UnsafeMutableRawPointer(list))
      return true
    #else
      #error("no access lists are known for this system")
    #endif
  }
}
