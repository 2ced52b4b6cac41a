// The camera of a call: opened, sent where the wire has a place for pictures, closed.
import { VoxreelError } from '../../errors.js';
import type { Wire } from '../../transports/transport.js';

export interface Camera {
  readonly stream: MediaStream | undefined;
  /** A camera that was opened before the wire goes with the offer. */
  set(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  opened(wire: Wire): void;
  lost(): void;
  close(): void;
}

export function createCamera(): Camera {
  let wire: Wire | undefined;
  let stream: MediaStream | undefined;
  let own = false;
  let turn = 0;

  const drop = () => {
    if (own) for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
  };
  return {
    get stream() {
      return stream;
    },
    async set(source) {
      const mine = ++turn;
      if (source === false) {
        drop();
        return wire?.setCamera?.(undefined);
      }
      if (wire !== undefined && wire.setCamera === undefined)
        throw new VoxreelError('unsupported', 'This connection has no place for a camera: ask for `video` before connecting, over WebRTC.');
      const given = isStream(source);
      const opened = given ? source : await requestCamera(source === true ? {} : source);
      if (mine !== turn) {
        if (!given) for (const track of opened.getTracks()) track.stop();
        throw new VoxreelError('aborted', 'Another camera was chosen meanwhile.');
      }
      drop();
      stream = opened;
      own = !given;
      await wire?.setCamera?.(opened);
    },
    opened(next) {
      wire = next;
    },
    lost() {
      wire = undefined;
    },
    close() {
      turn++;
      drop();
    },
  };
}

const isStream = (source: true | MediaTrackConstraints | MediaStream): source is MediaStream =>
  typeof source === 'object' && 'getVideoTracks' in source;

const failures: Record<string, readonly [code: string, message: string]> = {
  NotAllowedError: ['camera_denied', 'This page may not use the camera: allow it in the browser’s settings for this site, then try again.'],
  NotFoundError: ['camera_missing', 'No camera was found: plug one in, then try again.'],
  OverconstrainedError: ['camera_missing', 'The camera that was chosen is not there: plug it in or choose another.'],
  NotReadableError: ['camera_busy', 'The camera is in use elsewhere: close what uses it, then try again.'],
};

async function requestCamera(video: MediaTrackConstraints): Promise<MediaStream> {
  const devices = globalThis.navigator?.mediaDevices as MediaDevices | undefined;
  if (devices === undefined) throw new VoxreelError('unsupported', 'Cameras need a secure page (https or localhost).');
  try {
    return await devices.getUserMedia({ video });
  } catch (cause) {
    throw cameraFailure(cause);
  }
}

/** Why `getUserMedia` gave no camera. */
export function cameraFailure(cause: unknown): VoxreelError {
  const [code, message] = failures[cause instanceof Error ? cause.name : ''] ?? ['unsupported', 'The camera could not be opened.'];
  return new VoxreelError(code, message, { retryable: code === 'camera_busy', cause });
}
