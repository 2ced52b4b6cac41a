// What a page plays: recorded beside whatever it connects to an output, by the clock of the sound itself.

/** In the page, before any script of its own. */
export function recordSound() {
  const source = `registerProcessor('bench-recorder', class extends AudioWorkletProcessor {
    #piece = new Float32Array(12_800);
    #at = 0;
    process([[channel]]) {
      if (channel) this.#piece.set(channel, this.#at);
      else this.#piece.fill(0, this.#at, this.#at + 128);
      this.#at += 128;
      if (this.#at === this.#piece.length) {
        this.port.postMessage({ piece: this.#piece, rateHz: sampleRate });
        this.#at = 0;
      }
      return true;
    }
  });`;
  globalThis.recorded = [];
  const { connect } = AudioNode.prototype;
  const recorders = new Map();
  const recorderOf = (context) => {
    const made = recorders.get(context) ?? make(context);
    recorders.set(context, made);
    return made;
  };
  async function make(context) {
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    const recorder = new AudioWorkletNode(context, 'bench-recorder');
    const pieces = { rateHz: context.sampleRate, all: [] };
    globalThis.recorded.push(pieces);
    recorder.port.addEventListener('message', ({ data }) => pieces.all.push(data.piece));
    recorder.port.start();
    connect.call(recorder, context.destination);
    return recorder;
  }
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode || to instanceof MediaStreamAudioDestinationNode)
      void recorderOf(this.context).then((recorder) => connect.call(this, recorder));
    return connect.call(this, to, ...rest);
  };
}

/** In the page: how long there was sound, how long it was silent in between, its longest gap, and how far its tone had come at the end. In ms. */
export function soundHeard() {
  const windowMs = 5;
  const measured = globalThis.recorded.map(({ rateHz, all }) => {
    const samples = new Float32Array(all.reduce((length, piece) => length + piece.length, 0));
    all.reduce((at, piece) => (samples.set(piece, at), at + piece.length), 0);
    const size = Math.round((rateHz * windowMs) / 1000);
    const isLoud = Array.from({ length: Math.floor(samples.length / size) }, (_, nth) =>
      samples.subarray(nth * size, (nth + 1) * size).some((sample) => Math.abs(sample) > 0.02),
    );
    const [first, last] = [isLoud.indexOf(true), isLoud.lastIndexOf(true)];
    if (first < 0) return { soundMs: 0, silentMs: 0, gaps: 0, longestMs: 0, endMs: 0 };
    const gaps = [];
    let quiet = 0;
    for (const loud of isLoud.slice(first, last + 1)) {
      if (loud && quiet > 0) gaps.push(quiet * windowMs);
      quiet = loud ? 0 : quiet + 1;
    }
    return {
      soundMs: isLoud.filter(Boolean).length * windowMs,
      ...ofGaps(gaps),
      endMs: endOf(samples.subarray(0, (last + 1) * size), rateHz),
    };
  });
  return measured.toSorted((one, other) => other.soundMs - one.soundMs)[0];

  function ofGaps(gaps) {
    return { silentMs: gaps.reduce((sum, gap) => sum + gap, 0), gaps: gaps.length, longestMs: Math.max(0, ...gaps) };
  }

  /** From where the tone crosses zero: it rises from 400 Hz by 200 Hz a second. The last 10 ms may be fading. */
  function endOf(samples, rateHz) {
    const [from, to] = [samples.length - Math.round(rateHz * 0.06), samples.length - Math.round(rateHz * 0.01)];
    const crossings = [];
    for (let at = from + 1; at < to; at++) {
      const [before, after] = [samples[at - 1], samples[at]];
      if (before < 0 && after >= 0) crossings.push(at - 1 + before / (before - after));
    }
    const [begun, ended] = [crossings[0], crossings.at(-1)];
    const hz = ((crossings.length - 1) * rateHz) / (ended - begun);
    const middle = (begun + ended) / 2;
    return ((hz - 400) / 200) * 1000 + ((samples.length - middle) / rateHz) * 1000;
  }
}
