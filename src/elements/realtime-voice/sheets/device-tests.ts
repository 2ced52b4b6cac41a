// Trying a microphone or a loudspeaker without a conversation: a separate capture that ends with the test, and two quiet tones.
import { createAudioHost, type AudioHost } from '../../../core/audio/audio-host.js';
import { openMicrophone, type Microphone } from '../../../core/audio/microphone.js';
import { VoxreelError, toVoxreelError } from '../../../core/errors.js';
import { scheduleTone } from '../../shared/tone.js';

export interface MicrophoneTest {
  readonly running: boolean;
  /** RMS, 0 to 1; undefined while nothing is open. */
  readonly level: number | undefined;
  readonly failure: VoxreelError | undefined;
  /** Call it inside a user's gesture. Resolves when it is open or has failed. */
  start(source: true | MediaTrackConstraints): Promise<void>;
  stop(): void;
}

/** Nobody is to forget an open microphone. */
const longestMs = 60_000;

export function createMicrophoneTest(changed: () => void): MicrophoneTest {
  let open: { readonly host: AudioHost; microphone?: Microphone } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failure: VoxreelError | undefined;
  const stop = () => {
    clearTimeout(timer);
    open?.microphone?.close();
    open?.host.close();
    open = undefined;
    changed();
  };
  return {
    get running() {
      return open !== undefined;
    },
    get level() {
      return open?.microphone?.level;
    },
    get failure() {
      return failure;
    },
    async start(source) {
      stop();
      failure = undefined;
      let mine: typeof open;
      try {
        mine = open = { host: createAudioHost() };
        changed();
        void mine.host.unlock();
        const microphone = await openMicrophone(source === true ? {} : source, mine.host, stop);
        // Stopped, or started again, while the person was asked.
        if (open !== mine) return microphone.close();
        mine.microphone = microphone;
        timer = setTimeout(stop, longestMs);
      } catch (cause) {
        if (open !== mine) return;
        failure = toVoxreelError(cause, 'microphone_denied');
        stop();
      }
      changed();
    },
    stop,
  };
}

export const canChooseSpeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

const toneSeconds = 0.7;

/** Resolves when both tones have sounded. Rejects with `speaker_missing` or `audio_blocked`. */
export async function playTestTone(deviceId: string | undefined): Promise<void> {
  const context = new AudioContext();
  const audio = new Audio();
  try {
    const out = new MediaStreamAudioDestinationNode(context);
    audio.srcObject = out.stream;
    if (deviceId !== undefined) await audio.setSinkId(deviceId).catch((cause: unknown) => refuse('speaker_missing', cause));
    const start = context.currentTime + 0.05;
    const [seconds, loudness] = [toneSeconds / 2, 0.15];
    scheduleTone(context, out, { frequencyHz: 523, atSeconds: start, seconds, loudness });
    scheduleTone(context, out, { frequencyHz: 659, atSeconds: start + seconds, seconds, loudness });
    await audio.play().catch((cause: unknown) => refuse('audio_blocked', cause));
    await new Promise((resolve) => setTimeout(resolve, (toneSeconds + 0.4) * 1000));
  } finally {
    audio.srcObject = null;
    context.close().catch(() => undefined);
  }
}

function refuse(code: 'speaker_missing' | 'audio_blocked', cause: unknown): never {
  throw new VoxreelError(code, 'The sound could not be played there.', { cause });
}
