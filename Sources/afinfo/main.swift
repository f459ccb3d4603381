import CommandSupport

terminate(with: Command.run(CommandArgument.all).rawValue)
