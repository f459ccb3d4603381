"""Opens pages in browsers and serves them. Every page is watched, and a test fails if a page of it misbehaves."""

import functools
import http.server
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from driver import LONGEST, Driver

# The page's path on the server. A static host may use any prefix, even with a space.
PREFIX = "/tools/alert sound/"

# Collects the violations of the Content-Security-Policy. Runs before the page's own scripts.
WATCH_POLICY = """
  globalThis.policyViolations = [];
  addEventListener('securitypolicyviolation', (event) =>
    policyViolations.push(`${event.effectiveDirective} blocked ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}`));
"""


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder under the prefix, like any static host, and records each path that is requested."""

    daemon_threads = True

    def __init__(self, folder):
        self.asked = []
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def address(self):
        return self.origin + PREFIX.replace(" ", "%20")


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        prefix = PREFIX.replace(" ", "%20")
        if not self.path.startswith(prefix):
            return self.send_error(404)
        self.path = "/" + self.path.removeprefix(prefix)
        super().do_GET()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def server(web):
    server = Server(web / "page")
    yield server
    server.shutdown()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"])
    yield browser
    browser.close()


class Watch:
    """Records the requests and the complaints of pages."""

    def __init__(self, allowed=()):
        self.allowed = tuple(allowed)
        self.requests = []
        self.complaints = []

    def context(self, context):
        context.add_init_script(WATCH_POLICY)
        context.on("page", self.page)
        return context

    def page(self, page):
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}")
                if message.type in ("error", "warning") else None)

    @property
    def outside(self):
        """The requests to other addresses than the page's."""
        return [url for url in self.requests if not url.startswith(("blob:", "data:", *self.allowed))]

    def check(self, *pages):
        for page in pages:
            if not page.is_closed():
                self.complaints += page.evaluate("globalThis.policyViolations ?? []")
        assert self.complaints == []
        assert self.outside == []


class Opener:
    """Opens the page in separate browser contexts. At the end of the test, checks that nothing was wrong with them."""

    def __init__(self, browser, web, server, downloads=None):
        self.browser, self.web, self.server, self.downloads = browser, web, server, downloads
        self.opened = []

    def __call__(self, form="folder", file=None, before=None, ready=True, **options):
        """Opens the `folder` from a server. Opens the `single` file, or another file, from the disk and offline.

        The script `before` runs before the page's own. A page without one is never `ready`."""
        single = Path(file) if file else self.web / "alertsound.html"
        is_folder = form == "folder" and file is None
        watch = Watch([self.server.address] if is_folder else [single.as_uri() if ready else single.parent.as_uri()])
        if not is_folder and self.downloads is None:
            options["offline"] = True
        context = watch.context(self.browser.new_context(accept_downloads=True, **options))
        if before:
            context.add_init_script(before)
        page = context.new_page()
        page.set_default_timeout(1000 * LONGEST)
        page.goto(self.server.address if is_folder else single.as_uri())
        self.opened.append((context, page, watch))
        driver = Driver(page, watch, self.downloads)
        if ready:
            driver.wait_until_ready()
        return driver

    def close(self):
        opened, self.opened = self.opened, []
        try:
            for _, page, watch in opened:
                watch.check(page)
        finally:
            for context, _, _ in opened:
                context.close()


@pytest.fixture
def open_page(chromium, web, server):
    """Opens the page in Chromium: `open_page()`, or `open_page("single")` for the single file."""
    opener = Opener(chromium, web, server)
    yield opener
    opener.close()


@pytest.fixture
def page(open_page):
    """The page in Chromium, served as a static host serves it."""
    return open_page()


@pytest.fixture(scope="session")
def sound_server():
    """A sound server without an output. Without a sound server, Firefox's AudioContext never runs."""
    folder = tempfile.mkdtemp(prefix="sound-")
    environment = os.environ | {
        "PULSE_RUNTIME_PATH": folder, "PULSE_STATE_PATH": folder, "XDG_RUNTIME_DIR": folder, "PULSE_SERVER": f"unix:{folder}/native"}
    process = subprocess.Popen(
        ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink",
         "-L", f"module-native-protocol-unix socket={folder}/native auth-anonymous=1"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + LONGEST
    while not Path(folder, "native").exists():
        assert process.poll() is None and time.monotonic() < end, "the sound server doesn't start"
        time.sleep(0.05)
    yield environment
    process.terminate()
    process.wait(timeout=10)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def firefox(playwright, sound_server, tmp_path_factory):
    """Debian's Firefox, driven by WebDriver BiDi, because Playwright's own protocol needs a patched Firefox."""
    downloads = tmp_path_factory.mktemp("downloads")
    browser = playwright.firefox.launch(
        channel="moz-firefox", executable_path=shutil.which("firefox-esr"), env=sound_server, downloads_path=downloads,
        firefox_user_prefs={"media.autoplay.default": 0})
    browser.downloads = downloads
    yield browser
    browser.close()


@pytest.fixture
def open_firefox(firefox, web, server):
    """Opens the page in Firefox, as `open_page` does in Chromium."""
    opener = Opener(firefox, web, server, firefox.downloads)
    yield opener
    opener.close()
