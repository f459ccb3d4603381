import ArgumentParser
import CommandSupport

extension Diagnostic.Style: ExpressibleByArgument {}
