import AlertSound
import CommandSupport
import SoundFormat

/// What `-h` prints.
enum Help {
  static let banner = """

        Audio File Info
        Version: \(Toolkit.version) of \(Toolkit.name), with the command line of Apple's afinfo 2.0
        Specify -h (-help) for command options


    """

  /// What follows a usage error: short enough that the error itself stays in sight.
  static let synopsis = """
    Usage:
    afinfo [option...] audio_file(s)
        Options may stand before, between and after the file names.

    """

  static let usage =
    synopsis + """

      Options:
          { -h | --help }
              print this
          { --version }
              print the version of this toolkit
          { -b | --brief }
              print a short description of each file
          { -r | --real }
              count the frames where the file's beginning only suggests how many there are
          { -i | --info }
              print the texts about the sound, too
          { -x | --xml }
              print XML
          { --warnings }
              say what deviates from the file's format; XML always does
          { --no-import }
              read \(Container.readNames("and")) only, without libsndfile: for untrusted files
          { --allow-truncated }
              describe what is left of a truncated file that libsndfile reads
          { --max-bytes } number_of_bytes
              refuse larger files
          { --max-seconds } seconds
              refuse longer sounds
          { -c } chunk_id
              print a chunk of the file instead, in hexadecimal
          { -u } property_id
              print a property of the file instead: edur, pnfo, info; or a chunk of that name

      Taken without effect:
          { --leaks }

      """
}
