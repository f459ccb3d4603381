import ArgumentParser
import CommandSupport

StandardStreams.open()
AlertSoundCommand.main()
