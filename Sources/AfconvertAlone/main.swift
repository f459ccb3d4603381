import CommandSupport
import Platform
import afconvert

// What `make demo` builds: afconvert without the modules that only `alertsound` needs.
terminate(with: afconvert.Command.run(CommandArgument.all.dropFirst().map(\.self)).rawValue)
