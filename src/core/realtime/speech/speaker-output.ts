// The speaker of a call: made when it is first needed, and again after a close.
import { createAudioHost, type AudioHost } from '../../audio/audio-host.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import { createSpeaker, type Speaker } from '../../audio/speaker.js';
import { toVoxreelError, type VoxreelError } from '../../errors.js';
import type { SoundOptions } from './sound-options.js';
import type { SoundThread } from './sound-wire.js';

export interface SpeakerOutput {
  readonly current: Speaker | undefined;
  /** How often an answer ran out of samples. */
  readonly underruns: number;
  host(): AudioHost;
  /** Undefined where there is no Web Audio (a server): the conversation continues as text. */
  ensure(): Speaker | undefined;
  /** What comes over wires of this thread is played by it. */
  playBy(thread: SoundThread): void;
  /** 0 to 1. */
  volume: number;
  setDevice(deviceId: string): Promise<void>;
  close(): void;
}

export interface OutputListener {
  readonly heard: (parts: readonly HeardPart[]) => void;
  readonly failed: (error: VoxreelError) => void;
}

export function createSpeakerOutput(
  { workletUrl, takeContext, audio }: Pick<SoundOptions, 'workletUrl' | 'takeContext' | 'audio'>,
  { heard, failed }: OutputListener,
): SpeakerOutput {
  let host: AudioHost | undefined;
  let speaker: Speaker | undefined;
  let player: SoundThread | undefined;
  let deviceId = '';
  let volume = 1;
  let underrunsBefore = 0;
  const ensureHost = () => (host ??= createAudioHost(workletUrl, takeContext()));
  return {
    get current() {
      return speaker;
    },
    get underruns() {
      return underrunsBefore + (speaker?.underruns ?? 0);
    },
    host: ensureHost,
    ensure() {
      if (speaker !== undefined) return speaker;
      try {
        speaker = createSpeaker(ensureHost(), { latency: audio.latency, heard, failed });
      } catch {
        return undefined;
      }
      speaker.setVolume(volume);
      if (deviceId !== '') speaker.setDevice(deviceId).catch((cause: unknown) => failed(toVoxreelError(cause, 'speaker_missing')));
      return speaker;
    },
    playBy(thread) {
      if (player === thread) return;
      player = thread;
      speaker?.playBy(thread.createPlayer);
    },
    get volume() {
      return volume;
    },
    set volume(next) {
      volume = next;
      speaker?.setVolume(next);
    },
    async setDevice(wanted) {
      await speaker?.setDevice(wanted);
      deviceId = wanted;
    },
    close() {
      underrunsBefore += speaker?.underruns ?? 0;
      speaker?.close();
      host?.close();
      speaker = host = player = undefined;
    },
  };
}
