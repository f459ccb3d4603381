"""Converts sounds, each in an action of its own, with the outputs of `alertsound convert Sounds -o Resources`."""

def _implementation(ctx):
    outputs = []
    for sound in ctx.files.srcs:
        # Sounds/Calls/ring.wav of this package becomes Resources/Calls/ring.caf.
        path = sound.short_path[len(ctx.label.package):].strip("/").partition("/")[2] or sound.basename
        output = ctx.actions.declare_file("%s/%s.caf" % (ctx.attr.out, path.rpartition(".")[0]))
        ctx.actions.run(
            executable = ctx.executable._program,
            arguments = ["convert", "--quiet", "--jobs", "1"] + ctx.attr.options + ["-o", output.path, "--", sound.path],
            inputs = [sound],
            outputs = [output],
            env = {},
            mnemonic = "AlertSound",
        )
        outputs.append(output)
    return [DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(files = outputs))]

alertsound_sounds = rule(
    implementation = _implementation,
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "options": attr.string_list(),
        "out": attr.string(default = "Resources"),
        "_program": attr.label(default = "@alertsound//:bin/alertsound", allow_single_file = True, executable = True, cfg = "exec"),
    },
)
