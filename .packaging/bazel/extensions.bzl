"""The repositories of repositories.bzl for MODULE.bazel files. Needs Bazel 6 or later.

    bazel_dep(name = "alertsound", version = "0.1.0")

    alertsound = use_extension("@alertsound//:extensions.bzl", "alertsound")
    alertsound.archive(sha256 = "…", version = "0.1.0")
    use_repo(alertsound, "alertsound_program")

    register_toolchains("@alertsound_program//:toolchain")
"""

load("//:repositories.bzl", "alertsound_archive", "alertsound_local")

_archive = tag_class(
    doc = "Downloads a release; see alertsound_archive.",
    attrs = {
        "name": attr.string(default = "alertsound_program"),
        "version": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "platform": attr.string(default = "linux-x86_64"),
        "urls": attr.string_list(),
    },
)

_local = tag_class(
    doc = "Uses a program of this machine; see alertsound_local.",
    attrs = {
        "name": attr.string(default = "alertsound_program"),
        "path": attr.string(),
    },
)

def _alertsound_impl(ctx):
    # Another module of the build can't choose the program, or two could disagree.
    for module in ctx.modules:
        if not module.is_root:
            continue
        for tag in module.tags.archive:
            alertsound_archive(
                name = tag.name,
                platform = tag.platform,
                sha256 = tag.sha256,
                urls = tag.urls,
                version = tag.version,
            )
        for tag in module.tags.local:
            alertsound_local(name = tag.name, path = tag.path)

alertsound = module_extension(
    implementation = _alertsound_impl,
    tag_classes = {"archive": _archive, "local": _local},
)
