// Foundation where FoundationEssentials has the larger part of it.

@_exported import FoundationEssentials
