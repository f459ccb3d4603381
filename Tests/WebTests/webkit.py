"""Drives Debian's WebKitGTK by the WebDriver protocol. Playwright's protocol needs a patched WebKit."""

import contextlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from driver import LONGEST


class WebKit:
    """One window of MiniBrowser, on a display of its own. Saves downloads in a folder."""

    def __init__(self, folder):
        self.downloads = folder
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1440x900x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        number = self.display.stdout.readline().decode().strip()
        environment = os.environ | {"DISPLAY": f":{number}", "HOME": str(folder), "XDG_DOWNLOAD_DIR": str(folder)}
        # Each process gets its own port, because two test runs may share the machine.
        self.driver = "http://127.0.0.1:" + str(10_000 + os.getpid() % 50_000)
        self.process = subprocess.Popen(["WebKitWebDriver", f"--port={self.driver.split(':')[-1]}"], env=environment)
        self.path = ""
        end = time.monotonic() + LONGEST
        while not self.answers():
            assert self.process.poll() is None and time.monotonic() < end, "WebKitWebDriver doesn't start"
            time.sleep(0.05)
        self.path = "/session/" + self.ask("POST", "/session", capabilities={"alwaysMatch": {}})["sessionId"]

    def answers(self):
        with contextlib.suppress(urllib.error.URLError):
            return self.ask("GET", "/status") is not None

    def ask(self, method, path, **values):
        data = json.dumps(values).encode() if method == "POST" else None
        request = urllib.request.Request(self.driver + self.path + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def open(self, file):
        self.ask("POST", "/url", url=Path(file).as_uri())
        self.until("return document.documentElement.dataset.ready === 'yes'")

    def evaluate(self, script):
        return self.ask("POST", "/execute/sync", script=script, args=[])

    def until(self, script):
        end = time.monotonic() + LONGEST
        while not self.evaluate(script):
            assert time.monotonic() < end, self.evaluate("return document.body.innerText")
            time.sleep(0.05)

    def element(self, selector):
        found = self.ask("POST", "/element", using="css selector", value=selector)
        return f"/element/{next(iter(found.values()))}"

    def choose(self, *files):
        self.ask("POST", self.element("#file-input") + "/value", text="\n".join(map(str, files)))

    def click(self, selector):
        self.ask("POST", self.element(selector) + "/click")

    def downloaded(self, name):
        """The bytes of a saved file, once it is complete."""
        file = self.downloads / name
        end = time.monotonic() + LONGEST
        size = -1
        while not file.exists() or file.stat().st_size != size:
            assert time.monotonic() < end, "nothing was saved"
            size = file.stat().st_size if file.exists() else -1
            time.sleep(0.2)
        return file.read_bytes()

    def close(self):
        with contextlib.suppress(AssertionError, urllib.error.URLError):
            self.ask("DELETE", "")
        for process in (self.process, self.display):
            process.terminate()
            process.wait(timeout=10)


@pytest.fixture
def webkit(tmp_path):
    browser = WebKit(tmp_path)
    yield browser
    browser.close()
