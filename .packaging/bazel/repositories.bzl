"""Repositories with the program: of a released archive, or one that is on this machine already.

In a WORKSPACE file:

    load("@alertsound//:repositories.bzl", "alertsound_archive")

    alertsound_archive(
        name = "alertsound_program",
        sha256 = "…",  # of alertsound-0.1.0-linux-x86_64.tar.gz, in the release's SHA256SUMS
        version = "0.1.0",
    )

    register_toolchains("@alertsound_program//:toolchain")

extensions.bzl does the same in a MODULE.bazel file.
"""

_RELEASES = "https://github.com/alertsound/alertsound/releases/download"

# Bazel's names for what the archives' names say.
_SYSTEMS = {"linux": "linux", "macos": "macos"}
_PROCESSORS = {"aarch64": "aarch64", "arm64": "aarch64", "x86_64": "x86_64"}

_BUILD = """\
load("@alertsound//:toolchain.bzl", "alertsound_toolchain")

package(default_visibility = ["//visibility:public"])

exports_files(["alertsound"])

alertsound_toolchain(
    name = "alertsound_toolchain",
    program = ":alertsound",
)

toolchain(
    name = "toolchain",
    exec_compatible_with = {constraints},
    toolchain = ":alertsound_toolchain",
    toolchain_type = "@alertsound//:toolchain_type",
)
"""

def _write_build_file(ctx, constraints):
    ctx.file("BUILD.bazel", _BUILD.format(constraints = repr(constraints)), executable = False)

def _alertsound_archive_impl(ctx):
    system, _, processor = ctx.attr.platform.partition("-")
    if system not in _SYSTEMS or processor not in _PROCESSORS:
        fail("platform: %s isn't a system and a processor, such as linux-x86_64" % ctx.attr.platform)
    if len(ctx.attr.sha256) != 64:
        fail("sha256: give the 64 digits that the release's SHA256SUMS has for %s" % ctx.attr.platform)
    name = "alertsound-%s-%s" % (ctx.attr.version, ctx.attr.platform)
    urls = ctx.attr.urls or ["%s/v%s/%s.tar.gz" % (_RELEASES, ctx.attr.version, name)]
    ctx.download_and_extract(urls, output = "archive", sha256 = ctx.attr.sha256, stripPrefix = name)
    ctx.symlink("archive/bin/alertsound", "alertsound")
    _write_build_file(ctx, [
        "@platforms//os:" + _SYSTEMS[system],
        "@platforms//cpu:" + _PROCESSORS[processor],
    ])

alertsound_archive = repository_rule(
    implementation = _alertsound_archive_impl,
    doc = "Downloads a release, and refuses an archive that isn't the one of the checksum.",
    attrs = {
        "version": attr.string(doc = "The release, such as `0.1.0`.", mandatory = True),
        "sha256": attr.string(doc = "The archive's checksum, from the release's SHA256SUMS.", mandatory = True),
        "platform": attr.string(
            doc = "The platform of the machines that convert, as the archive's name has it.",
            default = "linux-x86_64",
        ),
        "urls": attr.string_list(doc = "Where to download the archive instead, such as from a mirror."),
    },
)

def _alertsound_local_impl(ctx):
    if ctx.attr.path:
        program = ctx.path(ctx.attr.path)
        if not program.exists:
            fail("path: there is no program %s; build it with `make release`" % ctx.attr.path)
    else:
        program = ctx.which("alertsound")
        if not program:
            fail("alertsound isn't on PATH; install it, or give its absolute path")

    # Bazel 7.1 and later watch the program for changes.
    if hasattr(ctx, "watch"):
        ctx.watch(program)
    ctx.symlink(program, "alertsound")

    # The program may be one for any platform.
    _write_build_file(ctx, [])

alertsound_local = repository_rule(
    implementation = _alertsound_local_impl,
    doc = "Uses a program of this machine. Remote workers get a copy of it, but no shared libraries: " +
          "formats other than CAF, AIFF and WAVE depend on the libraries there, unless they are linked in.",
    attrs = {
        "path": attr.string(doc = "The program's absolute path. By default, `alertsound` on `PATH`."),
    },
    environ = ["PATH"],
    local = True,
)
