// Speaks, writes or calls: one output of the rehearsal, piece by piece at its pace, within a budget of tokens.
import type { AudioFormat } from '../../protocol/index.js';
import type { Spoken } from '../speech/synthesizer.js';
import { encodeAudio, formatRateHz } from './audio-format.js';
import { engineRateHz } from './loudness.js';
import { wait } from './pace.js';
import type { Pace } from './pace.js';
import { createResampler } from './resample.js';
import type { ResponseWriter } from './response-writer.js';
import { argumentTokenLength, spokenTokenMs } from './usage.js';

/** Where sound goes. */
export interface SpeechOutlet {
  /** `events`: inside `response.audio.delta`; `track`: as media, at the speed it plays. */
  readonly kind: 'events' | 'track';
  /** Samples at the engine's rate, for the track. */
  play(samples: Int16Array): void;
  /** Drops what is not yet played and tells how many milliseconds that was. */
  clear(): number;
  /** Handed over and not yet on the network. */
  bufferedBytes(): number;
}

/** What one response has used of what it may use. */
export interface TokenBudget {
  text: number;
  audio: number;
  readonly most: number;
}

export interface Stage {
  readonly writer: ResponseWriter;
  readonly budget: TokenBudget;
  readonly pace: Pace;
  readonly outlet: SpeechOutlet;
  readonly format: AudioFormat;
  readonly signal: AbortSignal;
}

/** `cut`: the budget is spent. `stopped`: the signal fired, and everything is already closed. */
export type Outcome = 'done' | 'cut' | 'stopped';

const chunkMs = 100;
/** How far the track may run ahead of the ear. */
const trackLeadMs = 200;
/** More than this unsent means that the client reads slowly: it is waited for. */
const highWaterBytes = 1_000_000;

export async function performText(stage: Stage, text: string): Promise<Outcome> {
  stage.writer.openMessage('text');
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    if (!spendText(stage)) return 'cut';
    stage.writer.text(word);
    await wait(stage.pace.wordMs, stage.signal);
    if (stage.signal.aborted) return 'stopped';
  }
  stage.writer.closeMessage();
  return 'done';
}

export async function performCall(stage: Stage, name: string, values: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const call = stage.writer.call(name);
  const text = JSON.stringify(values);
  for (let at = 0; at < text.length; at += argumentTokenLength) {
    if (!spendText(stage)) return 'cut';
    call.arguments(text.slice(at, at + argumentTokenLength));
    await wait(stage.pace.wordMs, stage.signal);
    if (stage.signal.aborted) return 'stopped';
  }
  call.close();
  return 'done';
}

export async function performSpeech(stage: Stage, segments: AsyncIterable<Spoken>): Promise<Outcome> {
  stage.writer.openMessage('audio');
  const clock = createSpeechClock(stage);
  for await (const segment of segments) {
    const outcome = await performSegment(stage, segment, clock);
    if (outcome !== 'done') return outcome;
  }
  await clock.drained();
  if (stage.signal.aborted) return 'stopped';
  stage.writer.closeMessage();
  return 'done';
}

async function performSegment(stage: Stage, segment: Spoken, clock: SpeechClock): Promise<Outcome> {
  const { writer, outlet, format } = stage;
  const rateHz = outlet.kind === 'track' ? engineRateHz : formatRateHz[format];
  const resampler = createResampler(segment.sampleRateHz, rateHz);
  const step = (segment.sampleRateHz * chunkMs) / 1000;
  const words = [...segment.words];
  for (let at = 0; at < segment.samples.length; at += step) {
    const isLast = at + step >= segment.samples.length;
    const endMs = isLast ? Infinity : ((at + step) / segment.sampleRateHz) * 1000;
    while (words[0] !== undefined && words[0].startMs < endMs) {
      if (!spendText(stage)) return 'cut';
      writer.transcript(words.shift()?.text ?? '');
    }
    const pushed = resampler.push(segment.samples.subarray(at, at + step));
    const samples = isLast ? joined(pushed, resampler.flush()) : pushed;
    const durationMs = (samples.length / rateHz) * 1000;
    if (!spendAudio(stage, clock.sentMs + durationMs)) return 'cut';
    if (outlet.kind === 'track') outlet.play(samples);
    writer.audio(outlet.kind === 'track' ? '' : Buffer.from(encodeAudio(samples, format)).toString('base64'), durationMs);
    await clock.sent(durationMs);
    if (stage.signal.aborted) return 'stopped';
  }
  return 'done';
}

interface SpeechClock {
  readonly sentMs: number;
  /** Waits until so much more may be sent. */
  sent(durationMs: number): Promise<void>;
  /** Waits until what was sent on a track was played. */
  drained(): Promise<void>;
}

function createSpeechClock({ outlet, pace, signal }: Stage): SpeechClock {
  const rate = outlet.kind === 'track' ? 1 : pace.audioRate;
  const leadMs = outlet.kind === 'track' ? trackLeadMs : 0;
  let startedAt: number | undefined;
  let sentMs = 0;
  return {
    get sentMs() {
      return sentMs;
    },
    async sent(durationMs) {
      const now = performance.now();
      startedAt ??= now;
      // A voice that was late must not be hurried afterwards.
      startedAt = Math.max(startedAt, now - sentMs / rate);
      sentMs += durationMs;
      await wait(startedAt + (sentMs - leadMs) / rate - performance.now(), signal);
      while (outlet.bufferedBytes() > highWaterBytes && !signal.aborted) await wait(chunkMs, signal);
    },
    drained: () =>
      outlet.kind === 'track' && startedAt !== undefined ? wait(startedAt + sentMs - performance.now(), signal) : Promise.resolve(),
  };
}

function spendText({ budget }: Stage): boolean {
  if (budget.text + budget.audio + 1 > budget.most) return false;
  budget.text += 1;
  return true;
}

function spendAudio({ budget }: Stage, totalMs: number): boolean {
  const tokens = Math.ceil(totalMs / spokenTokenMs);
  if (budget.text + tokens > budget.most) return false;
  budget.audio = tokens;
  return true;
}

function joined(head: Int16Array, tail: Int16Array): Int16Array {
  const joined = new Int16Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
