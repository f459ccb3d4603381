"""The page is isolated: a strict policy and no request to anywhere else, in both forms and all places."""

import re

import pytest

import sounds


def policy(page):
    """The Content-Security-Policy: each directive's sources."""
    content = page.locator("meta[http-equiv='Content-Security-Policy' i]").get_attribute("content")
    return {name: sources for name, *sources in (part.split() for part in content.split(";") if part.strip())}


@pytest.mark.parametrize("form", ["folder", "single"])
def test_the_policy_is_strict(open_page, form):
    """The policy allows only the page's own parts: no inline code, no eval, and no connections from the single file."""
    directives = policy(open_page(form).page)
    assert directives["default-src"] == ["'none'"]
    assert directives["base-uri"] == ["'none'"] and directives["form-action"] == ["'none'"]
    assert directives["connect-src"] == (["'self'"] if form == "folder" else ["'none'"])
    sources = {source for listed in directives.values() for source in listed}
    for source in sources:
        assert re.fullmatch(r"'none'|'self'|'wasm-unsafe-eval'|blob:|data:|'sha(256|384|512)-.*'", source), source
    assert "data:" not in directives.get("script-src", [])
    # A worker loaded from an address would have its own policy, and a page in a file can't set
    # that.
    assert directives["worker-src"] == ["blob:"]


@pytest.mark.parametrize("form", ["folder", "single"])
def test_the_policy_blocks(open_page, form):
    """Injected code couldn't send a sound away, and these tests would notice an attempt."""
    driver = open_page(form)
    outcome = driver.page.evaluate("""
      async () => {
        const image = new Image();
        image.src = 'https://example.invalid/a.png';
        const script = document.createElement('script');
        script.textContent = 'globalThis.wasInjected = true';
        document.body.append(script);
        const answer = await fetch('https://example.invalid/').then(() => 'sent', () => 'blocked');
        for (let times = 0; globalThis.policyViolations.length < 3 && times < 200; times++) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        return [answer, globalThis.wasInjected ?? false, globalThis.policyViolations.length];
      }
    """)
    assert outcome[:2] == ["blocked", False]
    assert outcome[2] >= 3
    # This test itself caused these violations.
    driver.page.evaluate("globalThis.policyViolations.length = 0")
    driver.watch.complaints.clear()
    assert driver.watch.outside == [] or all("example.invalid" in url for url in driver.watch.outside)
    driver.watch.requests.clear()


@pytest.mark.parametrize("form", ["folder", "single"])
def test_the_policy_blocks_in_each_worker(open_page, form):
    """Injected code in a worker couldn't send a sound away either."""
    driver = open_page(form)
    driver.choose(sounds.ROOT / "Samples/Knock.wav")
    driver.wait_until_done()
    assert driver.page.workers
    for worker in driver.page.workers:
        answer = worker.evaluate("""
          async () => {
            const violation = new Promise((resolve) => addEventListener('securitypolicyviolation', resolve, { once: true }));
            const answer = await fetch('https://example.invalid/').then(() => 'sent', () => 'blocked');
            return [answer, (await violation).effectiveDirective];
          }
        """)
        assert answer == ["blocked", "connect-src"]
    driver.watch.complaints.clear()


def test_the_folder_works_under_any_prefix(open_page, server):
    """Under a prefix with a space, the page requests only its own files, and converts."""
    server.asked.clear()
    driver = open_page()
    driver.choose(sounds.samples()[0])
    driver.wait_until_done()
    names = [path.removeprefix("/tools/alert%20sound/") for path in server.asked if "favicon" not in path]
    assert set(names) <= {"", "style.css", "page.js", "worker.js", "core.gzip"}
    assert {"page.js", "worker.js", "core.gzip"} <= set(names)


def test_the_single_file_works_offline_from_a_disk(open_page, native, tmp_path, web):
    """From file://, under a name with odd characters, the page makes the command's file and requests nothing."""
    copy = tmp_path / "page of Ünsal #1 100%.html"
    copy.write_bytes((web / "alertsound.html").read_bytes())
    driver = open_page(file=copy)
    assert driver.page.url.startswith("file://")
    sound = sounds.ROOT / "Samples/Chime.wav"
    driver.choose(sound)
    driver.wait_until_done()
    name, made = driver.download(driver.card("Chime.wav"), "small")
    assert name == "Chime.caf"
    assert made == native.convert(sound)
    # The page requests only itself, and data that it made in memory.
    assert {url.split(":")[0] for url in driver.watch.requests[1:]} <= {"blob", "data"}
