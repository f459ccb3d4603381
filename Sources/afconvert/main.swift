import CommandSupport

terminate(with: Command.run(Array(CommandLine.arguments.dropFirst())))
