"""Converts sounds with the Bazel recipe, locally and by remote execution: check_bazel.py PROGRAM FOLDER COUNT

The service is BuildGrid. PyPI has no worker for it, so `worker` runs actions, each with only its declared inputs and its
environment."""

import contextlib
import hashlib
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
import wave
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVICE = """\
server: [!channel {{address: "127.0.0.1:{port}", insecure-mode: true}}]
authorization: {{method: none}}
connections: [!sql-connection &sql {{connection-string: "{database}", pool-size: 20}}]
storages: [!disk-storage &storage {{path: "{folder}/cas"}}]
caches:
  - !lru-action-cache &cache {{storage: *storage, max-cached-refs: 100000, allow-updates: true, cache-failed-actions: false}}
schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    action-cache: *cache
    storage: *storage
    property-set: !dynamic-property-set {{match-property-keys: [], wildcard-property-keys: []}}
    poll-interval: 0.1
    assigners: [!priority-age-assigner {{count: 1, interval: 0.05}}]
instances:
  - name: ""
    services:
      - !action-cache {{cache: *cache}}
      - !execution {{scheduler: *scheduler}}
      - !cas {{storage: *storage}}
      - !bytestream {{storage: *storage}}
thread-pool-size: 60
"""


def main(program, folder, count):
    # Bazel makes its folders read-only.
    subprocess.run(["sh", "-c", 'if [ -e "$1" ]; then chmod -R u+w "$1" && rm -r "$1"; fi', "-", folder / "work"], check=True)
    sounds, repository = folder / "work/Sounds", folder / "work/alertsound"
    for index in range(count):
        place = sounds / ["", "Calls", "Messages/Groups"][index % 3]
        place.mkdir(parents=True, exist_ok=True)
        with wave.open(str(place / f"{index} Ünusual.v2.wav"), "wb") as sound:
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(random.Random(index).randbytes(4000))
    # This repository replaces the release that the recipe downloads.
    (repository / "bin").mkdir(parents=True)
    shutil.copy(program, repository / "bin")
    (repository / "WORKSPACE").touch()
    (repository / "BUILD.bazel").write_text('exports_files(["bin/alertsound"])\n')
    subprocess.run([program, "convert", "--quiet", "-o", folder / "work/Resources", sounds], check=True)
    expected = {path: content for path, content in files(folder / "work/Resources").items() if not path.startswith(".")}
    assert len(expected) == count

    build = project(folder, "local", repository)
    runs = [build()[:2], build()[:2]]
    assert runs == [(count, 0), (0, 0)], f"two builds converted {runs}"
    assert files(folder / "work/local/bazel-bin/Resources") == expected, "the outputs differ from those of alertsound convert"
    text = build(options='["--over-limit", "fail", "--limit", "0.1"]')[2]
    assert "error: 0.25 s long" in text, text
    with service(folder) as address:
        remote = [f"--remote_executor={address}", "--spawn_strategy=remote", "--noremote_local_fallback", "--jobs=8"]
        for name, hits in (("first", 0), ("second", count)):
            begin = time.monotonic()
            assert project(folder, name, repository)(*remote)[:2] == (count, hits), name
            assert files(folder / f"work/{name}/bazel-bin/Resources") == expected, f"{name}: the outputs differ from those of alertsound convert"
            print(f"{name} machine: {count} sounds in {time.monotonic() - begin:.0f} s, {hits} from the cache")


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def project(folder, name, repository):
    """Makes a checkout. Returns a function that builds it and returns the counts of conversions and cache hits, and the
    output."""
    place = folder / "work" / name
    shutil.copytree(ROOT / "Samples/Recipes/Bazel", place)
    shutil.copytree(folder / "work/Sounds", place / "Sounds")
    overrides = {"alertsound": repository, **stand_ins(folder)}
    log = place.with_suffix(".json")

    def build(*words, options=None):
        if options:
            file = place / "BUILD.bazel"
            file.write_text(file.read_text().replace("    srcs", f"    options = {options},\n    srcs"))
        log.unlink(missing_ok=True)
        # This policy in the environment must not reach actions.
        done = subprocess.run(
            ["bazel", f"--output_user_root={place}-bazel", "--max_idle_secs=5", "--host_jvm_args=-Xmx1g", "build", ":alerts",
             *(f"--override_repository={key}={path}" for key, path in overrides.items()), f"--execution_log_json_file={log}", *words],
            cwd=place, env={**os.environ, "ALERTSOUND_OVER_LIMIT": "fail"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert (done.returncode == 0) == (options is None), done.stdout
        text, decoder, entries = log.read_text().strip() if log.exists() else "", json.JSONDecoder(), []
        while text:
            entry, end = decoder.raw_decode(text)
            entries.append(entry)
            text = text[end:].lstrip()
        mine = [entry for entry in entries if entry["mnemonic"] == "AlertSound"]
        return len(mine), sum(entry.get("remoteCacheHit", False) for entry in mine), done.stdout

    return build


def stand_ins(folder):
    """Rule sets that Bazel's own toolchains load and would download. The build compiles nothing."""
    result = {}
    for name, rules in {"rules_cc/cc": "binary import library proto_library test toolchain toolchain_suite",
                        "rules_java/java": "binary import library runtime test toolchain"}.items():
        place = folder / "stand-ins" / name
        place.mkdir(parents=True, exist_ok=True)
        (place.parent / "WORKSPACE").touch()
        (place / "BUILD").touch()
        (place / "defs.bzl").write_text("".join(f"{place.name}_{rule} = native.{place.name}_{rule}\n" for rule in rules.split()))
        result[place.parent.name] = place.parent
    return result


@contextlib.contextmanager
def service(folder):
    """Runs PostgreSQL, BuildGrid and two workers, and gives the service's address."""
    place = Path(tempfile.mkdtemp(prefix="alertsound-grid-"))
    shutil.chown(place, "postgres")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    database = f"postgresql://grid@/postgres?host={place}"
    (tools,) = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1:]
    (place / "service.yml").write_text(SERVICE.format(port=port, folder=place, database=database))
    bgd = str(Path(sys.executable).parent / "bgd")
    log = open(folder / "work/service.log", "wb")

    def postgres(*words):
        subprocess.run(["runuser", "-u", "postgres", "--", *words], cwd="/", check=True, stdout=log, stderr=log)

    with contextlib.ExitStack() as stack:
        def start(*words):
            process = subprocess.Popen(words, stdout=log, stderr=log, env={"PATH": "/nonexistent"})
            stack.callback(process.wait)
            stack.callback(process.kill)

        stack.callback(shutil.rmtree, place)
        postgres(tools / "initdb", "-D", f"{place}/data", "-U", "grid", "-A", "trust", "-N")
        options = f"-F -c listen_addresses='' -c unix_socket_directories={place} -c max_connections=200"
        postgres(tools / "pg_ctl", "-D", f"{place}/data", "-w", "-l", f"{place}/data/log", "-o", options, "start")
        stack.callback(postgres, tools / "pg_ctl", "-D", f"{place}/data", "-m", "immediate", "stop")
        subprocess.run([bgd, "migrate", "apply", database], check=True, stdout=log)
        start(bgd, "server", "start", str(place / "service.yml"))
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert time.monotonic() < end, f"BuildGrid didn't start; see {log.name}"
            time.sleep(0.2)
        for number in range(2):
            start(sys.executable, "-B", __file__, "worker", f"127.0.0.1:{port}", str(place), f"worker-{number}")
        yield f"grpc://127.0.0.1:{port}"


def worker(address, folder, name):
    """Runs actions for BuildGrid until it is killed."""
    import grpc
    from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
    from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
    from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc

    channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", -1)])
    streams, bots = bytestream_pb2_grpc.ByteStreamStub(channel), bots_pb2_grpc.BotsStub(channel)

    def read(digest):
        request = bytestream_pb2.ReadRequest(resource_name=f"blobs/{digest.hash}/{digest.size_bytes}")
        return b"".join(part.data for part in streams.Read(request)) if digest.size_bytes else b""

    def write(data):
        digest = execution.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
        resource = f"uploads/{uuid.uuid4()}/blobs/{digest.hash}/{len(data)}"
        streams.Write(iter([bytestream_pb2.WriteRequest(resource_name=resource, data=data, finish_write=True)]))
        return digest

    def stage(digest, place):
        place.mkdir(exist_ok=True)
        directory = execution.Directory.FromString(read(digest))
        for file in directory.files:
            (place / file.name).write_bytes(read(file.digest))
            (place / file.name).chmod(0o555 if file.is_executable else 0o444)
        for child in directory.directories:
            stage(child.digest, place / child.name)

    def perform(action):
        command = execution.Command.FromString(read(action.command_digest))
        with tempfile.TemporaryDirectory(dir=folder) as root:
            stage(action.input_root_digest, Path(root))
            place = Path(root, command.working_directory)
            outputs = [*command.output_paths, *command.output_files]
            for output in outputs:
                (place / output).parent.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(command.arguments, cwd=place, stdin=subprocess.DEVNULL, capture_output=True,
                                  env={variable.name: variable.value for variable in command.environment_variables})
            result = execution.ActionResult(exit_code=done.returncode, stdout_raw=done.stdout, stderr_raw=done.stderr)
            for output in set(outputs):
                if (place / output).exists():
                    result.output_files.add(path=output, digest=write((place / output).read_bytes()))
            return result

    session = bots_pb2.BotSession(bot_id=name, status=bots_pb2.OK)
    session.worker.devices.add().handle = name
    session = bots.CreateBotSession(bots_pb2.CreateBotSessionRequest(bot_session=session), timeout=60, wait_for_ready=True)
    while True:
        for lease in session.leases:
            if lease.state == bots_pb2.PENDING:
                lease.state = bots_pb2.ACTIVE
            elif lease.state == bots_pb2.ACTIVE:
                action, digest = execution.Action(), execution.Digest()
                if not lease.payload.Unpack(action):
                    lease.payload.Unpack(digest)
                    action = execution.Action.FromString(read(digest))
                lease.result.Pack(perform(action))
                lease.state = bots_pb2.COMPLETED
        with contextlib.suppress(grpc.RpcError):  # The service also reports that it has no work this way.
            session = bots.UpdateBotSession(bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=60)


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        worker(*sys.argv[2:])
    else:
        main(sys.argv[1], Path(sys.argv[2]).resolve(), int(sys.argv[3]))
