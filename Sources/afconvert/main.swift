import CommandSupport
import Platform

terminate(with: Command.run(CommandArgument.all).rawValue)
