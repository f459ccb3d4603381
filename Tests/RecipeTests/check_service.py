"""Uploads sounds to the sample service, 50 at a time for a minute, and hostile ones: check_service.py PROGRAM FOLDER"""

import http.client
import json
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOOD = [(ROOT / "Samples" / name).read_bytes() for name in ("Chime.wav", "Knock.wav", "Marimba.caf", "Sonar.aiff", "Siren.caf")]
AT_ONCE, SECONDS = 50, 60
# Memory that isn't a leak: the allocator's own, and stacks of threads.
GROWTH_LIMIT = 16 << 20


def main(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    service = subprocess.Popen([Path(program).resolve(), str(port)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        refuse(port)
        crowd(port)
        leave(port, service.pid)
        load(port, 5)
        before, written_before = memory(service.pid), written(service.pid)
        count = load(port, SECONDS)
        after = memory(service.pid)
        refuse(port)
        # The first access to a new program's file already counts as writing.
        assert written(service.pid) == written_before
    finally:
        service.terminate()
        service.wait()
    print(f"{count} uploads in {SECONDS} s, {AT_ONCE} at a time; memory {before >> 20} MiB before, {after >> 20} MiB after")
    assert after - before < GROWTH_LIMIT
    assert not list(folder.iterdir())


def wait_for(port):
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the service doesn't listen")


def memory(process):
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def written(process):
    """The bytes that a process has written to disks."""
    return int(Path(f"/proc/{process}/io").read_text().split("write_bytes: ")[1].split()[0])


def upload(connection, body):
    connection.request("POST", "/alert", body)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def load(port, seconds):
    """Uploads for a while. Returns the number of uploads. All must give the same alert each time, which plays."""
    end, counts, failures, alerts = time.monotonic() + seconds, [0] * AT_ONCE, [], {}

    def work(number):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            while time.monotonic() < end:
                index = (number + counts[number]) % len(GOOD)
                status, headers, body = upload(connection, GOOD[index])
                assert (status, headers["Alert-Verdict"]) == (200, "plays"), (status, body)
                assert alerts.setdefault(index, body) == body
                counts[number] += 1
        except Exception as error:
            failures.append(repr(error))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]
    assert all(alert[:4] == b"caff" for alert in alerts.values()) and all(counts)
    return sum(counts)


def noise(seconds=20):
    """A WAVE that takes long to convert."""
    data = random.Random(1).randbytes(88_200 * seconds)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 44_100, 88_200, 2, 16)
    return b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVE" + form + b"data" + struct.pack("<I", len(data)) + data


def crowd(port):
    """Of many uploads at once, some wait for their turn, and the others are told to come again."""
    sound, answers = noise(), []

    def work():
        answers.append(upload(http.client.HTTPConnection("127.0.0.1", port, timeout=120), sound)[:2])

    threads = [threading.Thread(target=work) for _ in range(99)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = [status for status, _ in answers]
    assert len(statuses) == 99 and set(statuses) == {200, 503}, statuses
    assert statuses.count(200) >= 64
    assert all(headers["Retry-After"] == "1" for status, headers in answers if status == 503)


def processor_time(process):
    """In clock ticks, of all threads."""
    return sum(int(number) for number in Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11:13])


def leave(port, process):
    """An upload whose client has gone isn't converted."""
    sound = noise()
    head = f"POST /alert HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(sound)}\r\n\r\n".encode()

    def cost(clients):
        start = processor_time(process)
        connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(clients)]
        for connection in connections:
            connection.sendall(head + sound)
        for connection in connections:
            connection.close()
        assert upload(http.client.HTTPConnection("127.0.0.1", port, timeout=120), sound)[0] == 200
        return processor_time(process) - start

    assert cost(60) < 20 * cost(0)


def refuse(port):
    """Hostile uploads get a 4xx with one line that says why. Damaged ones may also give an alert."""

    def wave(frames, rate=8000, channels=1, data=b""):
        form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * channels, channels, 8)
        return b"RIFF" + struct.pack("<I", 36 + frames) + b"WAVE" + form + b"data" + struct.pack("<I", frames) + data

    hostile = [
        (b"", 422), (b"\0" * 1000, 422), (b"<!DOCTYPE html><html></html>", 422), (b"PK\3\4" + b"\0" * 100, 422), (b"OggS" + b"\0" * 100, 422),
        (GOOD[0][:1000], 422), (wave(0), 422), (wave(4_000_000_000), 422), (wave(100, rate=0, data=bytes(100)), 422),
        (wave(100, channels=65_535, data=bytes(100)), 422), (wave(200_000, rate=1, data=bytes(200_000)), 413), (bytes(3_000_000), 413),
    ]
    for body, expected in hostile:
        status, _, answer = upload(http.client.HTTPConnection("127.0.0.1", port, timeout=30), body)
        message = json.loads(answer)["error"]["message"] if answer else ""
        assert status == expected and "\n" not in message, (body[:40], status, answer)
    generator = random.Random(1)
    for sound in GOOD * 20:
        damaged = bytearray(sound)
        for _ in range(20):
            damaged[generator.randrange(min(len(damaged), 4200))] = generator.randrange(256)
        status, _, answer = upload(http.client.HTTPConnection("127.0.0.1", port, timeout=60), bytes(damaged))
        assert status == 200 or 400 <= status < 500, (status, answer)


main(sys.argv[1], Path(sys.argv[2]))
