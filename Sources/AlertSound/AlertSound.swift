// Rules, verdicts and conversions are part of the library's interface, and `import AlertSound` is
// enough to use them.
@_exported public import AlertCore

@_exported public import struct SystemPackage.FilePath
