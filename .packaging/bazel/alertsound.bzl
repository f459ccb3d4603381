"""Converts sounds to formats that iOS plays as alerts.

    load("@alertsound//:alertsound.bzl", "alertsound_sounds")

    alertsound_sounds(
        name = "alerts",
        srcs = glob(["Sounds/**/*.wav", "Sounds/**/*.aiff"]),
        folder = "Sounds",
        options = ["--over-limit", "trim"],
    )

Each sound is an action of its own. It runs without a shell and with an empty environment, and its key has the
sound, the options and the program. So it may run on any machine that can run the program, and a remote cache
may be shared by all who build.
"""

_TOOLCHAIN = "@alertsound//:toolchain_type"

# The extension of each container's files, for every word that -f accepts, in lower case.
_EXTENSIONS = {
    "aif": "aiff",
    "aifc": "aifc",
    "aiff": "aiff",
    "bw64": "wav",
    "bwf": "wav",
    "caf": "caf",
    "caff": "caf",
    "rf64": "wav",
    "wav": "wav",
    "wave": "wav",
}

# Options that would add inputs or outputs that Bazel doesn't know of.
_REFUSED = {
    "--default-sound": "use the attribute default_sound",
    "--depfile": "Bazel knows what each output depends on",
    "--exclude": "use the attribute exclude of glob",
    "--flatten": "leave out the attribute folder",
    "--help": "",
    "--manifest": "the outputs are those of the target",
    "--options": "list the options here; a constant in a .bzl file can hold them for several targets",
    "--output": "outputs are named after their sounds; the attribute out is their folder",
    "--prune": "Bazel removes outputs that are no longer declared",
    "--version": "",
    "-h": "",
    "-o": "outputs are named after their sounds; the attribute out is their folder",
}

def _split(option):
    """Splits --name=value into its name and its value, which is None if the next word has it."""
    if option.startswith("-") and "=" in option:
        name, _, value = option.partition("=")
        return name, value
    return option, None

def _extension(options):
    """Returns the extension of the outputs, and fails for options that a build rule can't have."""
    extension = "caf"
    is_container = False
    for option in options:
        if is_container:
            value = option
            is_container = False
        else:
            name, value = _split(option)
            if name in _REFUSED:
                advice = _REFUSED[name]
                fail("options: %s can't be used here%s" % (name, "; " + advice if advice else ""))
            if option == "--":
                fail("options: '--' can't be used here; the sounds belong in srcs")
            if name not in ("-f", "--file"):
                continue
            if value == None:
                is_container = True
                continue
        if value.lower() not in _EXTENSIONS:
            fail("options: -f takes %s, not %s" % (", ".join(sorted(_EXTENSIONS)), value))
        extension = _EXTENSIONS[value.lower()]
    if is_container:
        fail("options: -f needs a value")
    return extension

def _path_in_package(file, package):
    """Returns a file's path below a package; for a file elsewhere, its path below its own package."""
    path = file.short_path
    if path.startswith("../"):
        path = path.split("/", 2)[2]
    elif not package or path.startswith(package + "/"):
        return path[len(package) + 1:] if package else path
    own = file.owner.package
    return path[len(own) + 1:] if own else path

def _output_name(file, package, folder, extension):
    """Names an output as alertsound convert does: a sound in the folder keeps its place in it."""
    path = _path_in_package(file, package)
    if folder and path.startswith(folder + "/"):
        path = path[len(folder) + 1:]
    else:
        path = path.rpartition("/")[2]
    parent, slash, name = path.rpartition("/")

    # A dot at the beginning starts a name, not an extension.
    dot = name.rfind(".")
    stem = name[:dot] if dot > 0 else name
    return parent + slash + stem + "." + extension

def _alertsound_sounds_impl(ctx):
    program = ctx.toolchains[_TOOLCHAIN].program
    extension = _extension(ctx.attr.options)
    folder = ctx.attr.folder.strip("/")
    for part in ctx.attr.out.split("/") + folder.split("/"):
        if part in (".", ".."):
            fail("out and folder are paths below the package, without . and ..")
    if ctx.attr.out.startswith("/"):
        fail("out: %s is an absolute path; outputs belong below the package" % ctx.attr.out)
    out = ctx.attr.out.strip("/") or ctx.label.name

    options = list(ctx.attr.options)
    inputs = []
    if ctx.file.default_sound:
        options.append("--default-sound=" + ctx.file.default_sound.path)
        inputs.append(ctx.file.default_sound)

    outputs = []
    taken = {}
    for sound in ctx.files.srcs:
        if sound.is_directory:
            fail("srcs: %s is a folder; list its sounds, or use glob" % sound.short_path)
        name = _output_name(sound, ctx.label.package, folder, extension)

        # Apps are built on Macs, whose file systems usually ignore case.
        other = taken.get(name.lower())
        if other == sound:
            continue
        if other:
            fail("%s and %s would both become %s/%s%s; rename one of them" % (
                other.short_path,
                sound.short_path,
                out,
                name,
                "" if _output_name(other, ctx.label.package, folder, extension) == name else " on a case-insensitive file system, such as a Mac's",
            ))
        taken[name.lower()] = sound
        output = ctx.actions.declare_file(out + "/" + name)

        # --declared-outputs refuses --over-limit omit: Bazel expects every output.
        arguments = ctx.actions.args()
        arguments.add_all(["convert", "--declared-outputs", "--quiet", "--jobs", "1"])
        arguments.add_all(options)
        arguments.add("-o", output)
        arguments.add("--")
        arguments.add(sound)
        ctx.actions.run(
            executable = program,
            arguments = [arguments],
            inputs = [sound] + inputs,
            outputs = [output],
            env = {},
            mnemonic = "AlertSound",
            progress_message = "Converting " + sound.short_path,
        )
        outputs.append(output)

    return [DefaultInfo(
        files = depset(outputs),
        runfiles = ctx.runfiles(files = outputs),
    )]

alertsound_sounds = rule(
    implementation = _alertsound_sounds_impl,
    doc = "Converts sounds, each in an action of its own, and names them as `alertsound convert` does.",
    attrs = {
        "srcs": attr.label_list(
            doc = "The sounds: files of any package, or rules that make some.",
            allow_files = True,
            mandatory = True,
        ),
        "options": attr.string_list(
            doc = "Options of `alertsound convert`, a word each: `[\"-d\", \"LEI16@22050\", \"-f\", \"wav\"]`.",
        ),
        "folder": attr.string(
            doc = "A folder of the package. Sounds in it keep their subfolders; the outputs of all others " +
                  "are at the top, where iOS looks for sounds.",
        ),
        "out": attr.string(
            doc = "The folder of the outputs, below the package. It is the target's name by default.",
        ),
        "default_sound": attr.label(
            doc = "The sound to write in place of one that is too long. The built-in chime by default.",
            allow_single_file = True,
        ),
    },
    toolchains = [_TOOLCHAIN],
)
