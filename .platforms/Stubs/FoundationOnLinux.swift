// Foundation where FoundationEssentials has the larger part of it.

@_exported import FoundationEssentials

#if canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif
