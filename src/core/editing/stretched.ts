// Sound made faster or slower at the same pitch: WSOLA (waveform similarity overlap-add, Verhelst and Roelands 1993).

/** Long enough for the lowest voice, short enough for no echo. */
const windowS = 0.04;
/** How far a window may move to fit the one before it. */
const searchS = 0.012;
/** Every so many samples are compared: voices show their shape at 6 kHz. */
const compareHz = 6000;

type Channels = readonly Float32Array<ArrayBuffer>[];

/** Each channel the same way, so that a voice stays in its place. `speed` 2 is half as long. */
export function stretched(channels: Channels, speed: number, sampleRateHz: number): Channels {
  const length = channels[0]?.length ?? 0;
  const hop = Math.round((windowS * sampleRateHz) / 2);
  const search = Math.round(searchS * sampleRateHz);
  const outLength = Math.round(length / speed);
  const out = channels.map(() => new Float32Array(outLength));
  if (length < 4 * hop) return out.map((target, at) => squeezed(channels[at], target));
  const mono = mixed(channels, length);
  const step = Math.max(1, Math.round(sampleRateHz / compareHz));
  const fade = Float32Array.from({ length: hop }, (_, at) => 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / hop));
  let follows = 0;
  for (let at = 0; at < outLength; at += hop) {
    const wanted = Math.round(at * speed);
    const from = at === 0 ? 0 : bestMatch(mono, follows, wanted, { hop, search, step });
    for (const [index, source] of channels.entries()) crossFade(source, out[index], { at, from, follows, fade });
    follows = from + hop;
  }
  return out;
}

function mixed(channels: Channels, length: number): Float32Array {
  if (channels.length === 1 && channels[0] !== undefined) return channels[0];
  const mono = new Float32Array(length);
  for (const channel of channels) for (let at = 0; at < length; at += 1) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
  return mono;
}

interface Search {
  readonly hop: number;
  readonly search: number;
  readonly step: number;
}

/** Where, near `wanted`, the sound is most like what would have followed. */
function bestMatch(mono: Float32Array, follows: number, wanted: number, { hop, search, step }: Search): number {
  const last = mono.length - hop;
  let best = Math.min(Math.max(0, wanted), Math.max(0, last));
  let most = -Infinity;
  for (let from = Math.max(0, wanted - search); from <= Math.min(last, wanted + search); from += 1) {
    let product = 0;
    let energy = 1e-9;
    for (let at = 0; at < hop; at += step) {
      const value = mono[from + at] ?? 0;
      product += value * (mono[follows + at] ?? 0);
      energy += value * value;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness <= most) continue;
    most = likeness;
    best = from;
  }
  return best;
}

interface Fade {
  readonly at: number;
  readonly from: number;
  readonly follows: number;
  readonly fade: Float32Array;
}

function crossFade(source: Float32Array, target: Float32Array | undefined, { at, from, follows, fade }: Fade): void {
  if (target === undefined) return;
  for (let index = 0; index < fade.length && at + index < target.length; index += 1) {
    const share = at === 0 ? 1 : (fade[index] ?? 1);
    target[at + index] = share * (source[from + index] ?? 0) + (1 - share) * (source[follows + index] ?? 0);
  }
}

/** Too short to have a pitch. */
function squeezed(source: Float32Array | undefined, target: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  for (let at = 0; at < target.length; at += 1) target[at] = source?.[Math.floor((at * source.length) / target.length)] ?? 0;
  return target;
}
