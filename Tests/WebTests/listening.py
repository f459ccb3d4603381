"""Hears the page's sound, even on a busy machine. The page plays into an OfflineAudioContext, and time in it passes only when
a test says so. Chromium only, because Firefox can't suspend an OfflineAudioContext."""

import array
import base64
import math

RATE = 44100
# Time passes in steps of about 50 ms. A step is a multiple of 128, the number of frames that a
# browser computes at once.
STEP = 17 * 128
# The number of frames that an AnalyserNode can keep.
MOST_FRAMES = 32768

# Replaces the sound output before the page's scripts run.
#
# The page's `new AudioContext()` returns an OfflineAudioContext that claims to run, but is
# suspended between steps. The page's 50 ms timers run at each step instead. Sound for the
# loudspeakers also reaches an analyser, which keeps the last frames.
SCRIPT = f"""
  (() => {{
    const Offline = OfflineAudioContext;
    const timers = new Map();
    const {{ setInterval, clearInterval }} = globalThis;
    globalThis.setInterval = (run, milliseconds, ...rest) => {{
      if (milliseconds !== 50) return setInterval(run, milliseconds, ...rest);
      const timer = {{}};
      timers.set(timer, run);
      return timer;
    }};
    globalThis.clearInterval = (timer) => timers.delete(timer) || clearInterval(timer);
    let output = null;
    globalThis.AudioContext = class extends Offline {{
      analyser;
      frame = 0;
      buffers = 0;
      constructor() {{
        super(1, {RATE} * 300, {RATE});
        this.analyser = new AnalyserNode(this, {{ fftSize: {MOST_FRAMES} }});
        output = this;
      }}
      get state() {{ return 'running'; }}
      createBuffer(...shape) {{
        this.buffers += 1;
        return super.createBuffer(...shape);
      }}
    }};
    const {{ connect }} = AudioNode.prototype;
    AudioNode.prototype.connect = function (target, ...rest) {{
      if (target === output?.destination) connect.call(this, output.analyser);
      return connect.call(this, target, ...rest);
    }};
    globalThis.listening = {{
      // The number of sound copies that the page has loaded for playing.
      get loaded() {{ return output?.buffers ?? 0; }},
      // The number of the next frame since the output began.
      get frame() {{ return output.frame; }},
      async advance(frameCount) {{
        for (const end = output.frame + frameCount; output.frame < end;) {{
          output.frame += Math.min({STEP}, end - output.frame);
          // Suspend between two blocks, because the browser rounds the time up to the next block.
          const suspended = output.suspend((output.frame - 64) / {RATE});
          // The first step begins the rendering.
          if (output.rendering) output.resume();
          else output.rendering = output.startRendering();
          await suspended;
          for (const run of timers.values()) run();
        }}
      }},
      heard(frameCount) {{
        const frames = new Float32Array({MOST_FRAMES});
        output.analyser.getFloatTimeDomainData(frames);
        const bytes = new Uint8Array(frames.slice(-frameCount).buffer);
        let text = '';
        for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return btoa(text);
      }},
    }};
  }})();
"""


def likeness(a, b):
    """The correlation of two signals, from -1 to 1, independent of their levels."""
    power = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / power if power else 0


class Output:
    """The sound output of a page that was opened with SCRIPT."""

    def __init__(self, driver):
        self.driver = driver
        self.page = driver.page

    @property
    def frame(self):
        """The number of the next frame."""
        return self.page.evaluate("listening.frame")

    @property
    def loaded(self):
        """The number of sound copies that the page has loaded for playing."""
        return self.page.evaluate("listening.loaded")

    def until_loaded(self, count):
        self.driver.until("(count) => listening.loaded >= count", count)

    def advance(self, frame_count):
        """Lets time pass, in frames."""
        assert frame_count % 128 == 0
        self.page.evaluate("(count) => listening.advance(count)", frame_count)

    def hear(self, frame_count=64 * 128):
        """Lets time pass and returns the output as one channel with samples from -1 to 1."""
        assert frame_count <= MOST_FRAMES
        self.advance(frame_count)
        return list(array.array("f", base64.b64decode(self.page.evaluate("(count) => listening.heard(count)", frame_count))))
