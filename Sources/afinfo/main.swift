import CommandSupport

terminate(with: 0)
