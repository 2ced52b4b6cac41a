// A recording through all connections of a session, loaded as the first call is dialled.
import type { AudioHost } from '../../audio/audio-host.js';
import type { AudioRecording, RecordedSound, RecordingTap } from '../../audio/audio-recording.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';

export interface CallRecording {
  /** Loads what records, while the call is dialled: loaded later, the first words would be missing. What fails here fails again in `begin`. */
  prepare(host: AudioHost): void;
  /** Resumes where it paused; nothing happens while it runs. */
  begin(host: AudioHost, assistant: AudioNode): void;
  setMicrophone(stream: MediaStream | undefined): void;
  open(passes: boolean): void;
  pause(): void;
  /** A WAV file. Rejects with `unsupported` when nothing was recorded. */
  file(): Promise<Blob>;
  /** The same, and when it was heard. */
  sound(): Promise<RecordedSound>;
}

export function createCallRecording(wanted: true | { readonly maxMinutes?: number }, failed: (error: VoxreelError) => void): CallRecording {
  const maxMinutes = wanted === true ? undefined : wanted.maxMinutes;
  let recording: Promise<AudioRecording> | undefined;
  let tap: RecordingTap | undefined;
  let running = 0;
  let stream: MediaStream | undefined;
  let passes = true;
  let turn = 0;

  const load = () => import('../../audio/audio-recording.js');
  const start = async (host: AudioHost, assistant: AudioNode): Promise<void> => {
    const mine = (running = ++turn);
    recording ??= load().then(({ createAudioRecording }) => createAudioRecording(maxMinutes));
    const started = await (await recording).attach(host, assistant);
    if (mine !== turn) return started.close();
    tap = started;
    tap.setMicrophone(stream);
    tap.open(passes);
  };
  const begun = async (): Promise<AudioRecording> => {
    if (recording === undefined) throw new VoxreelError('unsupported', 'Nothing was recorded yet.', { param: 'record' });
    return recording;
  };
  return {
    prepare: (host) => void Promise.allSettled([load(), host.addWorklet('capture')]),
    begin(host, assistant) {
      if (running === turn && turn > 0) return;
      start(host, assistant).catch((cause: unknown) => {
        running = 0;
        failed(toVoxreelError(cause, 'audio_blocked'));
      });
    },
    setMicrophone(next) {
      stream = next;
      tap?.setMicrophone(next);
    },
    open(next) {
      passes = next;
      tap?.open(next);
    },
    pause() {
      turn++;
      tap?.close();
      tap = undefined;
    },
    file: async () => (await begun()).file(),
    sound: async () => (await begun()).sound(),
  };
}
