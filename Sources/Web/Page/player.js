const crossfade = 0.005;
// Seconds. Starting a little later than now lets all sources begin at the same frame.
const lead = 0.03;

/**
 * Plays copies of one sound in step. Only the selected copy is heard.
 *
 * All copies' sources start at the same time, each with its own gain. Choosing another copy only changes the gains. Two
 * paths lead to the output: a direct path, and a path that sounds roughly like a phone's speaker.
 */
export class Player {
  #context;
  #copies = new Map();
  #bus;
  #direct;
  #phone;
  #pass = null;
  #nextPass = null;
  #way = { heard: null, isMatched: true, isPhone: false, isLooping: false, span: null };
  #rest = 0;
  #timer = null;
  #announce;

  /** @param {AudioContext} context @param {() => void} changed is called when it begins, ends or moves */
  constructor(context, changed) {
    this.#context = context;
    this.#announce = changed;
    this.#bus = new GainNode(context);
    this.#direct = new GainNode(context);
    this.#phone = new GainNode(context, { gain: 0 });
    this.#bus.connect(this.#direct).connect(context.destination);
    phoneSpeaker(context, this.#bus).connect(this.#phone).connect(context.destination);
  }

  get isPlaying() { return this.#pass != null; }
  /** The length of a pass in seconds: a fixed length, or the length of the copy that is heard. */
  get duration() { return this.#way.span ?? this.#copies.get(this.#way.heard)?.buffer.duration ?? 0; }

  get position() {
    if (!this.#pass) return this.#rest;
    const { start, offset } = this.#pass;
    return Math.min(this.duration, Math.max(offset, offset + this.#context.currentTime - start));
  }

  /** The copy that was selected last. */
  get heard() { return this.#way.heard; }

  has(id) { return this.#copies.has(id); }

  /**
   * Changes the way of playing.
   * @param {{heard?: string, isMatched?: boolean, isPhone?: boolean, isLooping?: boolean, span?: number|null}} change
   *   `heard` is the copy to hear; if it isn't added yet, there is silence until then. `span` fixes a pass's length in seconds.
   */
  set(change) {
    Object.assign(this.#way, change);
    if (!this.#way.isLooping) this.#nextPass = this.#end(this.#nextPass);
    this.#moveGains();
  }

  /**
   * Adds a copy, which joins in step if the others are playing.
   * @param {number|null} decibels the gain that makes it as loud as the other copies; null to leave its level unchanged.
   *   If a copy would clip, the gain of all copies is lowered.
   */
  setCandidate(id, buffer, decibels = null) {
    this.remove(id);
    const gain = new GainNode(this.#context, { gain: 0 });
    gain.connect(this.#bus);
    this.#copies.set(id, { buffer, gain, decibels });
    for (const pass of [this.#pass, this.#nextPass]) if (pass) this.#join(pass, id);
    this.#moveGains();
  }

  remove(id) {
    const copy = this.#copies.get(id);
    if (!copy) return;
    for (const pass of [this.#pass, this.#nextPass]) pass?.sources.get(id)?.stop();
    copy.gain.disconnect();
    this.#copies.delete(id);
    this.#moveGains();
  }

  play(offset = this.#rest) {
    if (this.#pass) return;
    const from = offset < this.duration - 0.01 ? offset : 0;
    this.#pass = this.#begin(from, this.#context.currentTime + lead);
    this.#timer = setInterval(() => this.#tick(), 50);
    this.#announce();
  }

  pause() {
    if (!this.#pass) return;
    this.#rest = this.position;
    this.#stop();
    this.#announce();
  }

  seek(seconds) {
    const to = Math.min(Math.max(0, seconds), this.duration);
    const wasPlaying = this.isPlaying;
    if (wasPlaying) this.#stop();
    this.#rest = to;
    if (wasPlaying) this.play(to);
    this.#announce();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#pass = this.#end(this.#pass);
    this.#nextPass = this.#end(this.#nextPass);
  }

  #begin(offset, start) {
    // Fade in when starting in the middle of a sound: a step would click.
    if (offset > 0) {
      this.#bus.gain.setValueAtTime(0, start);
      this.#bus.gain.linearRampToValueAtTime(1, start + crossfade);
    }
    const pass = { offset, start, sources: new Map() };
    for (const id of this.#copies.keys()) this.#join(pass, id);
    return pass;
  }

  #join(pass, id) {
    const { buffer, gain } = this.#copies.get(id);
    const start = Math.max(pass.start, this.#context.currentTime + (pass.start < this.#context.currentTime ? lead : 0));
    const offset = pass.offset + start - pass.start;
    if (offset >= buffer.duration) return;
    const source = new AudioBufferSourceNode(this.#context, { buffer });
    source.connect(gain);
    source.start(start, offset);
    pass.sources.set(id, source);
  }

  #end(pass) {
    if (!pass) return null;
    const now = this.#context.currentTime;
    // Fade out over 5 ms, and stop the sources then.
    this.#bus.gain.cancelScheduledValues(now);
    this.#bus.gain.setValueAtTime(1, now);
    this.#bus.gain.linearRampToValueAtTime(0, now + crossfade);
    this.#bus.gain.setValueAtTime(1, now + crossfade + 0.001);
    for (const source of pass.sources.values()) source.stop(now + crossfade);
    return null;
  }

  #tick() {
    if (!this.#pass) return;
    const end = this.#pass.start + this.duration - this.#pass.offset;
    const now = this.#context.currentTime;
    // Start at most one pass in half a second, even if the sound has only one frame.
    const next = Math.max(end, this.#pass.start + 0.5);
    if (this.#way.isLooping && !this.#nextPass && next - now < 0.25) {
      this.#nextPass = this.#begin(0, Math.max(next, now + lead));
    }
    if (now < (this.#nextPass?.start ?? end)) return;
    if (this.#nextPass) {
      for (const source of this.#pass.sources.values()) source.stop();
      [this.#pass, this.#nextPass] = [this.#nextPass, null];
    } else {
      this.#stop();
      this.#rest = 0;
      this.#announce();
    }
  }

  #moveGains() {
    const { heard, isMatched, isPhone } = this.#way;
    const quietest = Math.max(...[...this.#copies.values()].map(({ decibels }) => decibels ?? -Infinity));
    for (const [id, { gain, decibels }] of this.#copies) {
      const level = isMatched && decibels != null ? 10 ** ((decibels - quietest) / 20) : 1;
      this.#ramp(gain, id === heard ? level : 0);
    }
    this.#ramp(this.#direct, isPhone ? 0 : 1);
    this.#ramp(this.#phone, isPhone ? 1 : 0);
  }

  #ramp({ gain }, to) {
    const now = this.#context.currentTime;
    const from = gain.value;
    gain.cancelScheduledValues(now);
    if (!this.#pass) return void gain.setValueAtTime(to, now);
    gain.setValueAtTime(from, now);
    gain.linearRampToValueAtTime(to, now + crossfade);
  }
}

// Sounds roughly like a phone's speaker, by our own judgement: mono, with little below 500 Hz and above 12 kHz.
function phoneSpeaker(context, input) {
  const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  /** @type {BiquadFilterOptions[]} */
  const settings = [
    { type: 'highpass', frequency: 500, Q: 20 * Math.log10(0.541) },
    { type: 'highpass', frequency: 500, Q: 20 * Math.log10(1.307) },
    { type: 'lowpass', frequency: Math.min(12_000, context.sampleRate * 0.45), Q: -3.01 },
  ];
  const filters = settings.map((each) => new BiquadFilterNode(context, each));
  return [mono, ...filters].reduce((from, to) => from.connect(to), input);
}
