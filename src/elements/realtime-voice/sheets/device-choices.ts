// Which microphone, loudspeaker and camera a person chose: told to the session in use and to each later one.
import { toVoxreelError, type VoxreelError } from '../../../core/errors.js';
import type { RealtimeSession } from '../../../core/realtime/session/realtime-session.js';

/** Its name is kept, to be told while it is unplugged. */
export interface ChosenDevice {
  readonly id: string;
  readonly label: string;
}

export type DeviceKind = 'microphone' | 'speaker' | 'camera';

export class DeviceChoices {
  readonly #chosen = new Map<DeviceKind, ChosenDevice>();
  readonly #failed: (error: VoxreelError) => void;

  constructor(failed: (error: VoxreelError) => void) {
    this.#failed = failed;
  }

  /** Undefined: the default one. */
  of(kind: DeviceKind): ChosenDevice | undefined {
    return this.#chosen.get(kind);
  }

  choose(kind: DeviceKind, device: ChosenDevice | undefined): void {
    if (device === undefined) this.#chosen.delete(kind);
    else this.#chosen.set(kind, device);
  }

  /** What to open. `ideal`, since an unplugged device must not keep the conversation from going on, and iOS knows no `exact`. */
  get microphone(): true | MediaTrackConstraints {
    return constraintsOf(this.of('microphone'));
  }

  get camera(): true | MediaTrackConstraints {
    return constraintsOf(this.of('camera'));
  }

  /** For a session that is new here. */
  applySpeaker(session: RealtimeSession): void {
    if (this.of('speaker') !== undefined) this.setSpeaker(session);
  }

  setSpeaker(session: RealtimeSession): void {
    session.setSpeaker(this.of('speaker')?.id).catch((cause: unknown) => this.#failed(toVoxreelError(cause, 'speaker_missing')));
  }
}

const constraintsOf = (device: ChosenDevice | undefined): true | MediaTrackConstraints =>
  device === undefined ? true : { deviceId: { ideal: device.id } };
