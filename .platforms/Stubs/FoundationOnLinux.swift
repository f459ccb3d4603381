// Foundation on Linux, where most of it is in FoundationEssentials.

@_exported import FoundationEssentials

#if canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif
