"""The player's audio graph, rendered sample by sample in an OfflineAudioContext: what is heard after each choice."""

import math

import pytest

import sounds
from browsers import Server

RATE = 44100
SIZE = 20_000
# Suspending works between blocks of 128 frames; a change fades for 5 ms.
SWITCH = 128 * 100
SETTLED = SWITCH + 128 + math.ceil(0.005 * RATE)

# Makes buffers, does `steps` to a player, and returns the frames that come out.
#
# Each buffer is noise that never repeats, so a frame too early or too late would be seen. A step is a frame and what to do
# then: { at, run: 'player => …' }.
RENDER = """
async ({ module, frameCount, buffers, steps }) => {
  const { Player } = await import(module);
  const context = new OfflineAudioContext(1, frameCount, 44100);
  const player = new Player(context);
  const made = {};
  for (const [id, { samples, decibels, isLate }] of Object.entries(buffers)) {
    made[id] = context.createBuffer(1, samples.length, 44100);
    made[id].copyToChannel(Float32Array.from(samples), 0);
    if (!isLate) player.setCandidate(id, made[id], decibels);
  }
  for (const { at, run } of steps.filter(({ at }) => at > 0)) {
    context.suspend(at / 44100).then(async () => {
      operations[run[0]](player, ...run.slice(1), made);
      await context.resume();
    });
  }
  const operations = {
    add: (player, id, made) => player.setCandidate(id, made[id], 0),
    remove: (player, id) => player.remove(id),
    select: (player, id) => player.select(id),
    match: (player, isOn) => player.setMatched(isOn),
    phone: (player, isOn) => player.setPhone(isOn),
    play: (player, offset) => player.play(offset),
    pause: (player) => player.pause(),
    seek: (player, seconds) => player.seek(seconds),
  };
  for (const { run } of steps.filter(({ at }) => at === 0)) operations[run[0]](player, ...run.slice(1), made);
  return [...(await context.startRendering()).getChannelData(0)];
}
"""


def noise(seed, count=SIZE, level=0.5):
    """Samples that never repeat."""
    state, samples = seed, []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % (1 << 31)
        samples.append(level * (state / (1 << 30) - 1))
    return samples


def tone(frequency, count=SIZE, level=0.5):
    return [level * math.sin(2 * math.pi * frequency * i / RATE) for i in range(count)]


def decibels(samples):
    return 10 * math.log10(sum(sample * sample for sample in samples) / len(samples) + 1e-30)


def largest_difference(a, b):
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@pytest.fixture(scope="module")
def modules(chromium):
    """A page beside the page's modules, without its policy."""
    server = Server(sounds.ROOT / "Sources/Web/Page")
    context = chromium.new_context()
    page = context.new_page()
    page.goto(server.address + "player.js")
    yield page, server.address + "player.js"
    context.close()
    server.shutdown()


@pytest.fixture
def render(modules):
    page, module = modules

    def render(buffers, *steps, count=16_000):
        buffers = {id: buffer if isinstance(buffer, dict) else {"samples": buffer, "decibels": 0} for id, buffer in buffers.items()}
        steps = [{"at": at, "run": list(run)} for at, *run in steps]
        return page.evaluate(RENDER, {"module": module, "frameCount": count, "buffers": buffers, "steps": steps})
    return render


def test_a_switch_is_in_step(render):
    """Before the switch each frame is the first copy's, after it the same frame of the other copy."""
    a, b = noise(1), noise(2)
    heard = render({"a": a, "b": b}, (0, "select", "a"), (0, "play", 0), (SWITCH, "select", "b"))
    assert largest_difference(heard[:SWITCH], a[:SWITCH]) < 1e-6
    assert largest_difference(heard[SETTLED:], b[SETTLED:len(heard)]) < 1e-6
    # A frame later or earlier would not pass.
    assert largest_difference(heard[SETTLED:-1], b[SETTLED + 1:len(heard)]) > 0.1


def test_a_switch_between_equal_copies_is_not_heard(render):
    """Between equal copies nothing changes, not even during the switch: the fades add up to one."""
    a = noise(1)
    heard = render({"a": a, "b": a}, (0, "select", "a"), (0, "play", 0), (SWITCH // 2, "select", "b"), (SWITCH, "select", "a"))
    assert largest_difference(heard, a[:len(heard)]) < 1e-5


def test_a_switch_does_not_click(render):
    """From the highest level to the lowest, no frame is far from the one before it."""
    heard = render({"a": [0.9] * SIZE, "b": [-0.9] * SIZE}, (0, "select", "a"), (0, "play", 0), (SWITCH, "select", "b"))
    assert heard[0] > 0.89 and heard[-1] < -0.89
    assert largest_difference(heard[1:], heard[:-1]) < 0.02


def test_levels_are_matched(render):
    """All copies are as loud as the quietest, so none is made louder than it is; when matching is off, each is as it is."""
    a = noise(1)
    quiet = [sample / 2 for sample in a]
    buffers = {"a": a, "b": {"samples": quiet, "decibels": 20 * math.log10(2)}}
    heard = render(buffers, (0, "select", "b"), (0, "play", 0), (SWITCH, "select", "a"))
    assert largest_difference(heard, quiet[:len(heard)]) < 1e-5
    heard = render(buffers, (0, "select", "a"), (0, "play", 0), (SWITCH, "match", False))
    assert largest_difference(heard[:SWITCH], quiet[:SWITCH]) < 1e-5
    assert largest_difference(heard[SETTLED:], a[SETTLED:len(heard)]) < 1e-6


def test_a_late_copy_joins_in_step(render):
    """A copy that is ready only while the sound plays is heard at the same frame as the others."""
    a, b = noise(1), noise(2)
    buffers = {"a": a, "b": {"samples": b, "decibels": 0, "isLate": True}}
    heard = render(buffers, (0, "select", "a"), (0, "play", 0), (1280, "add", "b"), (SWITCH, "select", "b"))
    assert largest_difference(heard[SETTLED:], b[SETTLED:len(heard)]) < 1e-3


def test_playing_begins_where_it_is_told(render):
    """From the middle of a sound, its frames are heard from there, after a short fade."""
    a = noise(1)
    heard = render({"a": a}, (0, "select", "a"), (0, "play", 0.25), count=8000)
    begin = round(0.25 * RATE)
    assert largest_difference(heard[300:], a[begin + 300:begin + 8000]) < 1e-3
    assert abs(heard[0]) < 0.01


def test_a_removed_or_unknown_copy_is_silent(render):
    a = noise(1)
    heard = render({"a": a, "b": a}, (0, "select", "a"), (0, "play", 0), (SWITCH, "remove", "a"))
    assert decibels(heard[:SWITCH]) > -20 and decibels(heard[SETTLED:]) < -100
    heard = render({"a": a}, (0, "select", "other"), (0, "play", 0))
    assert decibels(heard) < -100


def test_pausing_is_silent(render):
    a = noise(1)
    heard = render({"a": a}, (0, "select", "a"), (0, "play", 0), (SWITCH, "pause"))
    assert largest_difference(heard[:SWITCH], a[:SWITCH]) < 1e-6
    assert decibels(heard[SETTLED:]) < -100


@pytest.mark.parametrize("frequency, low, high", [(60, -200, -30), (150, -200, -12), (2000, -1.5, 1.5), (5000, -1.5, 1.5), (18000, -60, -3)])
def test_the_phone_filter(render, frequency, low, high):
    """As on a phone's speaker, lows and the highest frequencies are weak; between them nothing changes."""
    plain = render({"a": tone(frequency)}, (0, "select", "a"), (0, "play", 0))
    phone = render({"a": tone(frequency)}, (0, "phone", True), (0, "select", "a"), (0, "play", 0))
    change = decibels(phone[4000:]) - decibels(plain[4000:])
    assert low <= change <= high
