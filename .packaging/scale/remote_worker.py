"""A worker for BuildGrid, which has none of its own on PyPI: remote_worker.py ADDRESS FOLDER NAME

It runs one action at a time, in a folder that has the action's inputs and nothing else, with the action's
environment and nothing else. It is for checks on one machine: actions aren't isolated from it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Iterator, Type, TypeVar

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as execution_grpc
from buildgrid._protos.google.bytestream import bytestream_pb2, bytestream_pb2_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2, bots_pb2_grpc, worker_pb2
from google.protobuf.message import Message

Parsed = TypeVar("Parsed", bound=Message)
BLOCK = 1 << 20
# How long a request for work may wait.
PATIENCE = 60.0


class Store:
    """The service's content-addressed store, and the blobs that this worker already has."""

    def __init__(self, channel: grpc.Channel, folder: Path) -> None:
        self.blobs = execution_grpc.ContentAddressableStorageStub(channel)
        self.streams = bytestream_pb2_grpc.ByteStreamStub(channel)
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, digest: execution.Digest, executable: bool) -> Path:
        """Returns a read-only file with a blob, which is downloaded if need be."""
        path: Path = self.folder / (digest.hash + (".x" if executable else ""))
        if not path.exists():
            partial = self.folder / uuid.uuid4().hex
            content = hashlib.sha256()
            with open(partial, "wb") as file:
                if digest.size_bytes:
                    name = f"blobs/{digest.hash}/{digest.size_bytes}"
                    for response in self.streams.Read(bytestream_pb2.ReadRequest(resource_name=name)):
                        content.update(response.data)
                        file.write(response.data)
            if content.hexdigest() != digest.hash:
                raise ValueError(f"{digest.hash} has other bytes")
            partial.chmod(0o555 if executable else 0o444)
            partial.rename(path)
        return path

    def message(self, digest: execution.Digest, kind: Type[Parsed]) -> Parsed:
        """Returns a blob as a message."""
        found: Parsed = kind.FromString(self.path(digest, False).read_bytes())
        return found

    def add(self, data: bytes) -> execution.Digest:
        """Uploads a blob."""
        digest = execution.Digest(hash=hashlib.sha256(data).hexdigest(), size_bytes=len(data))
        name = f"uploads/{uuid.uuid4()}/blobs/{digest.hash}/{digest.size_bytes}"

        def requests() -> Iterator[bytestream_pb2.WriteRequest]:
            for offset in range(0, max(1, len(data)), BLOCK):
                block = data[offset : offset + BLOCK]
                yield bytestream_pb2.WriteRequest(
                    resource_name=name, write_offset=offset, data=block, finish_write=offset + len(block) == len(data)
                )

        self.streams.Write(requests())
        return digest


def stage(store: Store, digest: execution.Digest, folder: Path) -> None:
    """Makes a folder of an action's inputs, with links to the blobs."""
    folder.mkdir(exist_ok=True)
    directory = store.message(digest, execution.Directory)
    for file in directory.files:
        os.link(store.path(file.digest, file.is_executable), folder / plain(file.name))
    for link in directory.symlinks:
        raise ValueError(f"{link.name} is a link, which this worker doesn't make")
    for child in directory.directories:
        stage(store, child.digest, folder / plain(child.name))


def plain(name: str) -> str:
    """Refuses names that aren't those of files in their folder."""
    if not name or "/" in name or name in (".", ".."):
        raise ValueError(f"{name!r} can't be the name of an input")
    return name


def below(root: Path, path: str) -> Path:
    """Refuses paths that lead out of a folder."""
    if path.startswith("/") or ".." in path.split("/"):
        raise ValueError(f"{path!r} leads out of the action's folder")
    return root / path


def perform(store: Store, action: execution.Action, work: Path, name: str) -> execution.ActionResult:
    """Runs an action."""
    command = store.message(action.command_digest, execution.Command)
    root = Path(tempfile.mkdtemp(dir=work))
    try:
        stage(store, action.input_root_digest, root)
        place = below(root, command.working_directory)
        outputs = list(command.output_paths) or list(command.output_files)
        for output in outputs:
            below(place, output).parent.mkdir(parents=True, exist_ok=True)
        run = subprocess.run(
            list(command.arguments), cwd=place, stdin=subprocess.DEVNULL, capture_output=True, check=False,
            env={variable.name: variable.value for variable in command.environment_variables},
            timeout=action.timeout.seconds or 600,
        )  # fmt: skip
        result = execution.ActionResult(exit_code=run.returncode, stdout_raw=run.stdout, stderr_raw=run.stderr)
        result.execution_metadata.worker = name
        for output in outputs:
            path = below(place, output)
            if path.is_file():
                result.output_files.append(
                    execution.OutputFile(
                        path=output, digest=store.add(path.read_bytes()), is_executable=os.access(path, os.X_OK)
                    )
                )
        return result
    finally:
        shutil.rmtree(root)


def main(address: str, folder: Path, name: str) -> None:
    """Asks for work until it is ended."""
    channel = grpc.insecure_channel(address, options=[("grpc.max_receive_message_length", -1)])
    bots = bots_pb2_grpc.BotsStub(channel)
    store = Store(channel, folder / "blobs")
    work = folder / "work"
    work.mkdir(exist_ok=True)
    session = bots_pb2.BotSession(bot_id=name, status=bots_pb2.OK, worker=worker_pb2.Worker())
    session.worker.devices.add().handle = name
    session = bots.CreateBotSession(
        bots_pb2.CreateBotSessionRequest(parent="", bot_session=session), timeout=PATIENCE, wait_for_ready=True
    )
    while True:
        for lease in session.leases:
            if lease.state == bots_pb2.PENDING:
                lease.state = bots_pb2.ACTIVE
            elif lease.state == bots_pb2.ACTIVE:
                action = execution.Action()
                if not lease.payload.Unpack(action):
                    digest = execution.Digest()
                    lease.payload.Unpack(digest)
                    action = store.message(digest, execution.Action)
                try:
                    lease.result.Pack(perform(store, action, work, name))
                except (ValueError, OSError, subprocess.SubprocessError) as error:
                    lease.status.code = grpc.StatusCode.INTERNAL.value[0]
                    lease.status.message = f"{name}: {error}"
                lease.state = bots_pb2.COMPLETED
        try:
            session = bots.UpdateBotSession(
                bots_pb2.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=PATIENCE
            )
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.DEADLINE_EXCEEDED:
                raise


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
