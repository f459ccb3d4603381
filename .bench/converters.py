"""The programs to compare, and a check that each writes the requested format."""

import re
from dataclasses import dataclass

from measuring import Failure, Program, command, find, output_of, remove

PEERS = ["ffmpeg", "sox", "sndfile-convert", "sfconvert"]


@dataclass
class Format:
    """An output format and the options for it in each program; None if a program can't write it."""

    name: str
    # How afinfo describes the format, without the byte order.
    description: str
    ffmpeg: str
    sndfile: str | None
    sox: str | None
    sfconvert: str | None
    afconvert: str = "-f caff -d NAME"


FORMATS = [
    Format("LEI16", "16-bit signed integer", "pcm_s16le", "-pcm16 -endian=little", "-b 16", "caf integer 16 2scomp"),
    Format("LEI24", "24-bit signed integer", "pcm_s24le", "-pcm24 -endian=little", "-b 24", "caf integer 24 2scomp"),
    Format("LEI32", "32-bit signed integer", "pcm_s32le", "-pcm32 -endian=little", "-b 32 -e signed", "caf integer 32 2scomp"),
    Format("LEF32", "32-bit float", "pcm_f32le", "-float32 -endian=little", "-b 32 -e float", "caf float 1.0"),
    Format("LEF64", "64-bit float", "pcm_f64le", "-float64 -endian=little", "-b 64 -e float", None),
    Format("I8", "8-bit signed integer", "pcm_s8", "-pcms8", "-b 8", "caf integer 8 2scomp"),
    Format("UI8", "8-bit unsigned integer", "pcm_u8", "-pcmu8", "-b 8", "wave integer 8 unsigned", "-f WAVE -d UI8"),
    Format("µ-law", "ulaw", "pcm_mulaw", "-ulaw", "-e mu-law", "caf compression ulaw", "-f caff -d ulaw"),
    Format("A-law", "alaw", "pcm_alaw", "-alaw", "-e a-law", "caf compression alaw", "-f caff -d alaw"),
    Format("IMA4", "ima4", "adpcm_ima_qt", "-ima-adpcm", None, "caf compression ima", "-f caff -d ima4"),
    Format("IMA4, searched for", "ima4", "adpcm_ima_qt -trellis 2", None, None, None, "-f caff -d ima4 -q 63"),
]
FORMATS = {format.name: format for format in FORMATS}


def installed():
    return ["afconvert"] + [name for name in PEERS if find(name)]


def arguments(name, program, format, source, target):
    """A program's command line for a conversion; None if the program doesn't know the format."""
    options, template = {
        "afconvert": (format.afconvert, "PROGRAM IN OUT {}"),
        "ffmpeg": (format.ffmpeg, "PROGRAM -v error -nostdin -y -i IN -c:a {} OUT"),
        # Without -D, sox adds dither, which no other program does by default.
        "sox": (format.sox, "PROGRAM -V1 -D IN {} OUT"),
        "sndfile-convert": (format.sndfile, "PROGRAM {} IN OUT"),
        "sfconvert": (format.sfconvert, "PROGRAM IN OUT format {}"),
    }[name]
    return options and command(template.format(options), PROGRAM=program, IN=source, OUT=target, NAME=format.name)


def trial(bench, name, format, source):
    """Returns the program and its command line; None if the program doesn't know the format."""
    extension = "wav" if "WAVE" in format.afconvert else "caf"
    if name == "sndfile-convert" and format.description == "ima4":
        # sndfile-convert infers the container from the file's name, and writes IMA4 only in AIFF-C.
        extension = "aifc"
    target = bench.folder / f"out-{name}.{extension}"
    words = arguments(name, bench.program(name), format, source, target)
    return words and Program(words, [target])


def copying(bench, source):
    """`cp`, the reference for the other programs."""
    target = bench.folder / "out-cp"
    return Program(["cp", source, target], [target])


def conformance(bench, name, format, source):
    """Returns why a program can't write a format; None if it can. The byte order doesn't matter. `source` is a short
    sound."""
    conversion = trial(bench, name, format, source)
    if not conversion:
        return "no such format"
    [target] = conversion.files
    conversion.files = []
    try:
        conversion.run()
        written = described(output_of(bench.program("afinfo"), target))
    except Failure:
        return "fails"
    finally:
        remove(target)
    return None if written == format.description else f"writes {written}"


def described(information):
    """Returns what afinfo says about a file's format, without the byte order."""
    found = re.search(r"^Data format: +\d+ ch, +\d+ Hz, (.*)$", information, re.MULTILINE)
    if not found:
        raise Failure(information)
    words = re.sub(r"^Int(\d+)", r"\1-bit signed integer", re.sub(r"^Float(\d+)", r"\1-bit float", found[1]))
    words = re.sub(r"^lpcm \(\w+\) |(big|little)-endian |, interleaved$", "", words)
    return words if "-bit" in words else words.split()[0]
