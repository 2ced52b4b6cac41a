// What a session offers beyond words, on the heavy side: devices, camera, measurements, the recording. Knows no events.
import { listDevices } from '../audio/devices.js';
import { VoxreelError } from '../errors.js';
import type { Wire } from '../transports/transport.js';
import type { Camera } from './speech/camera.js';
import type { SessionMedia } from './session/media.js';
import type { SessionMeters } from './events/meters.js';
import type { Voice } from './speech/voice.js';

export interface SessionMediaParts {
  readonly voice: Pick<Voice, 'setSpeaker' | 'recording'>;
  readonly camera: Camera;
  readonly meters: SessionMeters;
  readonly wire: () => Wire | undefined;
}

export function createSessionMedia({ voice, camera, meters, wire }: SessionMediaParts): SessionMedia {
  return {
    get meters() {
      return meters.meters;
    },
    stats: meters.stats,
    devices: listDevices,
    setSpeaker: (deviceId) => voice.setSpeaker(deviceId ?? ''),
    get camera() {
      return camera.stream;
    },
    setCamera: camera.set,
    get remoteVideo() {
      return wire()?.remoteVideo;
    },
    async exportAudio() {
      if (voice.recording === undefined) throw new VoxreelError('unsupported', 'Sound is kept only where `record` was asked for.');
      return voice.recording.file();
    },
  };
}
