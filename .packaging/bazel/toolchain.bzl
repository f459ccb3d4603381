"""The program as a toolchain. Bazel hashes it with the other inputs, so an update misses every cache."""

def _alertsound_toolchain_impl(ctx):
    return [platform_common.ToolchainInfo(program = ctx.attr.program[DefaultInfo].files_to_run)]

alertsound_toolchain = rule(
    implementation = _alertsound_toolchain_impl,
    doc = "Declares a program as the alertsound to convert with.",
    attrs = {
        "program": attr.label(
            doc = "The program: a file, or a target that builds it.",
            mandatory = True,
            executable = True,
            cfg = "exec",
            allow_single_file = True,
        ),
    },
)
