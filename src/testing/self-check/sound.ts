// Whether a visitor is heard and hears, and whether the page knows to the millisecond what was heard.
import { openMicrophone, startCapture } from '../../core/audio/microphone.js';
import { readChunks } from '../../core/audio/read-chunks.js';
import { outputLatencySeconds } from '../../core/audio/output-latency.js';
import type { HeardPart } from '../../core/audio/playout-ledger.js';
import { createSpeaker, type Speaker } from '../../core/audio/speaker.js';
import { isVoxreelError } from '../../core/errors.js';
import { limited, missing, works, type Finding, type Probe, type ProbeContext } from './probe.js';

const sampleRateHz = 24_000;
const chunkLength = 1024;
/** A second of sound: some microphones begin with silence. */
const chunksTried = 24;

/** What it means that there is no microphone, by the code of the error. */
const noMicrophone: Readonly<Record<string, string>> = {
  microphone_denied: 'Visitors can write, but not talk, until they allow the microphone for this site in the browser’s settings.',
  microphone_missing: 'No microphone was found: visitors can write, but not talk.',
  microphone_busy: 'Another program uses the microphone. Visitors can talk once it is closed.',
  unsupported: 'Browsers open the microphone only on pages with https: visitors can write, but not talk.',
};

export const microphone: Probe = {
  id: 'microphone',
  title: 'Microphone',
  otherwise: 'Visitors can write, but not talk.',
  // A person has to answer the browser's question.
  timeoutMs: 60_000,
  async run({ audio, signal }) {
    try {
      const peak = await recordedPeak(audio, signal);
      return peak > 0
        ? works('Visitors can talk.', `peak ${peak.toFixed(3)}`)
        : limited('The microphone is open but silent. It may be muted by a switch or in the system’s settings.', 'peak 0');
    } catch (cause) {
      const meaning = isVoxreelError(cause) ? noMicrophone[cause.code] : undefined;
      if (meaning === undefined || !isVoxreelError(cause)) throw cause;
      return missing(meaning, cause.code);
    }
  },
};

/** The largest sample of the first second, 0 to 1; resolves at the first that is not silence. */
async function recordedPeak(audio: ProbeContext['audio'], signal: AbortSignal): Promise<number> {
  const host = audio();
  const opened = await openMicrophone({}, host, () => undefined);
  let peak = 0;
  let chunks = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  signal.addEventListener('abort', finish, { once: true });
  try {
    const read = readChunks((samples) => {
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample) / 32_768);
      chunks += 1;
      if (peak > 0 || chunks === chunksTried) finish();
    });
    const capture = await startCapture(host, opened.stream, { sampleRateHz, channels: 1, chunkLength }, read);
    await finished;
    capture.close();
    return peak;
  } finally {
    opened.close();
  }
}

export const worklets: Probe = {
  id: 'worklets',
  title: 'Audio worklets',
  otherwise: 'There is no sound in calls over WebSocket. The site’s owner has to serve the folder of worklets and set worklet-url.',
  timeoutMs: 10_000,
  async run({ audio }) {
    const host = audio();
    await Promise.all([host.addWorklet('capture'), host.addWorklet('playback')]);
    return works('Calls over WebSocket have sound.', `${host.context.sampleRate} Hz`);
  },
};

export const playback: Probe = {
  id: 'playback',
  title: 'Playback',
  otherwise: 'Visitors hear nothing in calls over WebSocket.',
  timeoutMs: 15_000,
  run: (context) =>
    withTone(context, 1, async ({ speaker, heard }) => {
      const first = await heard(1);
      const last = await heard(1000);
      const driftMs = Math.round(Math.abs(last.atMs - first.atMs - (last.part.heardMs - first.part.heardMs)));
      const facts = `${driftMs} ms off over a second, ${speaker.underruns} gaps`;
      return driftMs <= toleranceMs && speaker.underruns === 0
        ? works('Visitors hear answers, and their words light up as they are heard.', facts)
        : limited('Answers may stutter here, and their words light up too early or too late. A busy machine can be the reason.', facts);
    }),
};

export const interruption: Probe = {
  id: 'interruption',
  title: 'Interruption',
  otherwise: 'An answer cannot be interrupted exactly: the agent may believe that more was heard than was.',
  timeoutMs: 15_000,
  run: (context) =>
    withTone(context, 3, async ({ speaker, heard }) => {
      const { part, atMs } = await heard(400);
      const startedAt = performance.now();
      // What is on its way to the loudspeaker is still heard.
      const expectedMs = part.heardMs + startedAt - atMs + outputLatencySeconds(context.audio().context) * 1000;
      const [cut] = await speaker.interrupt();
      const silentMs = Math.round(performance.now() - startedAt);
      const offMs = Math.round(Math.abs((cut?.heardMs ?? 0) - expectedMs));
      const facts = `silent within ${silentMs} ms, ${offMs} ms off`;
      return silentMs <= 2 * toleranceMs && offMs <= toleranceMs
        ? works('Visitors can interrupt an answer, and the agent knows what they heard of it.', facts)
        : limited('Visitors can interrupt an answer, but not exactly. A busy machine can be the reason.', facts);
    }),
};

/** A delay that nobody notices. */
const toleranceMs = 100;

interface Heard {
  readonly part: HeardPart;
  readonly atMs: number;
}

interface Tone {
  readonly speaker: Speaker;
  /** The first report of at least so many milliseconds heard. Rejects when there is no sound. */
  heard(leastMs: number): Promise<Heard>;
}

/** What `judge` finds of a tone while it plays. */
async function withTone(context: ProbeContext, seconds: number, judge: (tone: Tone) => Promise<Finding>): Promise<Finding> {
  const tone = playTone(context, seconds);
  try {
    return await judge(tone);
  } finally {
    tone.speaker.close();
  }
}

/** A quiet tone, so that nobody at the machine is startled. */
function playTone({ audio, signal }: ProbeContext, seconds: number): Tone {
  let report: (heard: Heard) => void = () => undefined;
  let fail: (cause: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  const speaker = createSpeaker(audio(), {
    latency: 'high',
    heard: ([part]) => part && report({ part, atMs: performance.now() }),
    failed: (error) => fail(error),
  });
  speaker.unlock();
  const samples = Float32Array.from(
    { length: seconds * sampleRateHz },
    (_, at) => 0.02 * Math.sin((2 * Math.PI * 440 * at) / sampleRateHz),
  );
  speaker.push('tone', 0, samples, sampleRateHz);
  speaker.end('tone', 0);
  return {
    speaker,
    heard: (leastMs) => {
      const reached = new Promise<Heard>((resolve) => {
        report = (heard) => heard.part.heardMs >= leastMs && resolve(heard);
      });
      return Promise.race([reached, failed]);
    },
  };
}
