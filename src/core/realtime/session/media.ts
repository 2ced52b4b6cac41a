// What a session offers beyond words: devices, pictures, measurements and a recording. Types, and the light half that waits for the heavy one.
import { VoxreelError } from '../../errors.js';
import type { Devices } from '../../audio/devices.js';

/** The system took a device away or brought one back; the session goes on with another. */
export interface DeviceChange {
  readonly kind: 'microphone';
  /** `unplugged`: the default took over; `default`: the default is another one; `returned`: the chosen one is back. */
  readonly cause: 'unplugged' | 'default' | 'returned';
  /** The name of the device in use now. */
  readonly label: string;
}

/** Readings so far; what was never measured is undefined. Times in milliseconds. */
export interface Meters {
  /** From the end of a turn (the service found speech over, or it was committed or typed) to the first piece of the answer. */
  readonly firstDeltaMs: number | undefined;
  /** From the same moment to the first sample of the answer that was heard. */
  readonly heardMs: number | undefined;
  /** Of the network where the transport knows it, else from an event to its acknowledgement. */
  readonly roundTripMs: number | undefined;
  /** Of packets where the transport knows it, else how unevenly audio arrived. */
  readonly jitterMs: number | undefined;
  /** How often an answer ran out of samples. */
  readonly underruns: number;
  /** Milliseconds of the microphone that the connection was too slow or not there for. */
  readonly droppedMs: number;
  readonly reconnects: number;
}

export interface SessionMedia {
  readonly meters: Meters;
  /** Asks the transport first. */
  stats(): Promise<Meters>;
  /** Names are empty before a permission was granted. */
  devices(): Promise<Devices>;
  /** An id of `devices().speakers`, or undefined for the default. Rejects with `unsupported` or `speaker_missing`. */
  setSpeaker(deviceId: string | undefined): Promise<void>;
  /** What the camera shows, while one is open. */
  readonly camera: MediaStream | undefined;
  /**
   * `true` opens the default camera, `false` closes it; or constraints, or a stream of the page's own. Sent over WebRTC. On a connection
   * opened without a camera there is no place for its pictures unless `video` was asked for: then it rejects with `unsupported`.
   */
  setCamera(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  /** Pictures from the service, where it sends any. */
  readonly remoteVideo: MediaStream | undefined;
  /** With `record`: a 24 kHz stereo WAV, the user left, the assistant right. Rejects with `unsupported` without. */
  exportAudio(): Promise<Blob>;
}

/** `session` with `media` on it, readings still being read when asked for. */
export const withMedia = <T extends object>(session: T, media: SessionMedia): T & SessionMedia =>
  Object.defineProperties(session, Object.getOwnPropertyDescriptors(media)) as T & SessionMedia;

const noMeters: Meters = {
  firstDeltaMs: undefined,
  heardMs: undefined,
  roundTripMs: undefined,
  jitterMs: undefined,
  underruns: 0,
  droppedMs: 0,
  reconnects: 0,
};

/** `live`: the heavy half if it is there; `load` brings it. */
export function waitingMedia(live: () => SessionMedia | undefined, load: () => Promise<SessionMedia>): SessionMedia {
  return {
    get meters() {
      return live()?.meters ?? noMeters;
    },
    stats: async () => live()?.stats() ?? noMeters,
    devices: async () => (await load()).devices(),
    setSpeaker: async (deviceId) => (await load()).setSpeaker(deviceId),
    get camera() {
      return live()?.camera;
    },
    setCamera: async (source) => (await load()).setCamera(source),
    get remoteVideo() {
      return live()?.remoteVideo;
    },
    exportAudio: async () => {
      const media = live();
      if (media === undefined) throw new VoxreelError('unsupported', 'Nothing was recorded yet.');
      return media.exportAudio();
    },
  };
}
