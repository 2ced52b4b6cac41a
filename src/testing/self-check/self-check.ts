// Tries in this browser what both elements rely on, and says what works.
import { createAudioHost, type AudioHost } from '../../core/audio/audio-host.js';
import { abortedError } from '../../core/abort.js';
import { createServiceModels } from '../../core/catalog/service-models.js';
import { VoxreelError } from '../../core/errors.js';
import { browserName } from './browser-name.js';
import { gateway, webRtc, webSocket } from './calls.js';
import { notifications } from './notifications.js';
import { codeOf, missing, type Finding, type Probe, type ProbeContext } from './probe.js';
import { interruption, microphone, playback, worklets } from './sound.js';
import { storage } from './storage.js';
import { version } from './version.js';
import { videoFormats, webCodecs } from './video.js';

/** What `selfCheck` tries, and against which gateway. */
export interface SelfCheckOptions {
  /** Address of the gateway: absolute, or relative to the page. Default: the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** The voice model to open calls with. Default: the first that the gateway offers. */
  readonly model?: string | undefined;
  /** Ids of what to try. Default: everything. */
  readonly only?: readonly string[] | undefined;
  /** Folder of the worklets, where the elements need `worklet-url` too. */
  readonly workletUrl?: string | undefined;
  /** Called as soon as each result is known. */
  readonly onResult?: ((result: SelfCheckResult) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one probe of `selfCheck` found. */
export interface SelfCheckResult extends Finding {
  readonly id: string;
  readonly title: string;
}

/** What `selfCheck` found. */
export interface SelfCheckReport {
  readonly results: readonly SelfCheckResult[];
  /** To copy into a bug report: the browser's name, results, numbers and error codes; nothing that tells who or where someone is. */
  readonly text: string;
}

/** What is tried, in this order: first what needs no permission. */
const probes: readonly Probe[] = [
  gateway,
  webSocket,
  webRtc,
  microphone,
  worklets,
  playback,
  interruption,
  storage,
  videoFormats,
  webCodecs,
  notifications,
];

/**
 * Call it in a user's gesture: browsers play no sound before one. It asks for the microphone, plays a quiet tone for two seconds, opens a call
 * twice without asking for an answer, and stores nothing. Rejects with `aborted` when `signal` fires and with `invalid_input` for an unknown id
 * in `only`; whatever else fails is a result.
 */
export async function selfCheck(options: SelfCheckOptions = {}): Promise<SelfCheckReport> {
  const { baseUrl = '/', signal = new AbortController().signal, onResult } = options;
  const chosen = probesOf(options.only);
  const sound = openSound(options.workletUrl);
  const model = options.model ?? (await firstVoiceModel(baseUrl));
  const results: SelfCheckResult[] = [];
  try {
    for (const probe of chosen) {
      if (signal.aborted) throw abortedError(signal);
      const result = { id: probe.id, title: probe.title, ...(await attempt(probe, { baseUrl, model, audio: sound.audio, signal })) };
      results.push(result);
      onResult?.(result);
    }
  } finally {
    sound.close();
  }
  if (signal.aborted) throw abortedError(signal);
  return { results, text: reportOf(results) };
}

function probesOf(only: readonly string[] | undefined): readonly Probe[] {
  const unknown = only?.find((id) => !probes.some((probe) => probe.id === id));
  if (unknown !== undefined) {
    const ids = probes.map(({ id }) => id).join(', ');
    throw new VoxreelError('invalid_input', `selfCheck cannot try “${unknown}”. It tries ${ids}.`, { param: 'only' });
  }
  return only === undefined ? probes : probes.filter(({ id }) => only.includes(id));
}

/** At once, so that the gesture counts. */
function openSound(workletUrl: string | undefined): { audio(): AudioHost; close(): void } {
  try {
    const host = createAudioHost(workletUrl);
    void host.unlock();
    return { audio: () => host, close: host.close };
  } catch (cause) {
    return {
      audio: () => {
        throw cause;
      },
      close: () => undefined,
    };
  }
}

async function firstVoiceModel(baseUrl: string): Promise<string | undefined> {
  const models = await createServiceModels({ baseUrl })
    .list()
    .catch(() => []);
  return models.find(({ id, kind }) => kind === 'realtime' && !id.includes('*'))?.id;
}

async function attempt(probe: Probe, context: ProbeContext): Promise<Finding> {
  const { otherwise, timeoutMs } = probe;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
  try {
    return await Promise.race([probe.run({ ...context, signal }), ended]);
  } catch (cause) {
    return missing(otherwise, codeOf(cause));
  }
}

function reportOf(results: readonly SelfCheckResult[]): string {
  const lines = results.map(({ status, title, facts }) => `${status.padEnd(8)} ${title}${facts === '' ? '' : `: ${facts}`}`);
  return [`voxreel ${version} in ${browserName(navigator)}`, ...lines].join('\n');
}
