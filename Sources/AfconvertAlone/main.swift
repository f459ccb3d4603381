import CommandSupport
import Platform
import afconvert

// The program of `make demo`: afconvert without the modules that only `alertsound` needs.
terminate(with: afconvert.Command.run(CommandArgument.all.dropFirst().map(\.self)).rawValue)
