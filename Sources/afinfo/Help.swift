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
        Options may come before, between or after the file names.

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
              count the frames if the file's header only estimates their number
          { -i | --info }
              also print the sound's text metadata
          { -x | --xml }
              print XML
          { --warnings }
              report deviations from the file format; XML always includes them
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

      Accepted without effect:
          { --leaks }

      """
}
