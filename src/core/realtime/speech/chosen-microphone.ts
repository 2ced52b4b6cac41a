// Which microphone is open: the one that was asked for while it is there, else the system's default, which is followed. Knows no wire.
import type { AudioHost } from '../../audio/audio-host.js';
import { watchDevices, listDevices, type Devices } from '../../audio/devices.js';
import { openMicrophone, type Microphone } from '../../audio/microphone.js';
import { VoxreelError, isVoxreelError, toVoxreelError } from '../../errors.js';
import type { DeviceChange } from '../session/media.js';

export interface MicrophoneKeeper {
  readonly current: Microphone | undefined;
  set(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  close(): void;
}

export interface MicrophoneKeeperOptions {
  readonly host: () => AudioHost;
  /** For `true`. */
  readonly constraints: MediaTrackConstraints | undefined;
  /** `current` is another one now. */
  readonly changed: () => Promise<void>;
  /** It is another one by no choice of the page. */
  readonly notice: (change: DeviceChange) => void;
  readonly failed: (error: VoxreelError) => void;
}

export function createMicrophoneKeeper({ host, constraints, changed, notice, failed }: MicrophoneKeeperOptions): MicrophoneKeeper {
  let current: Microphone | undefined;
  let wanted: MediaTrackConstraints | MediaStream | undefined;
  let defaultMicrophone: string | undefined;
  let unwatch: (() => void) | undefined;
  /** Counts what was asked for: an opening that finds another number was overtaken. */
  let turn = 0;

  const drop = () => {
    current?.close();
    current = undefined;
  };
  const open = async (source: MediaTrackConstraints | MediaStream): Promise<void> => {
    const mine = ++turn;
    const opened = await openMicrophone(source, host(), () => {
      if (current === opened) void replaceLost();
    });
    if (mine !== turn) {
      opened.close();
      throw new VoxreelError('aborted', 'Another microphone was chosen meanwhile.');
    }
    drop();
    current = opened;
    await changed();
  };
  const openElsewhere = async (source: MediaTrackConstraints, cause: DeviceChange['cause']): Promise<void> => {
    await open(source);
    notice({ kind: 'microphone', cause, label: labelOf(current) });
  };

  /** Unplugged: the default takes over, if there is one. A stream of the page's own is the page's to replace. */
  const replaceLost = async (): Promise<void> => {
    const source = wanted;
    drop();
    try {
      if (source === undefined || isStream(source)) throw new VoxreelError('microphone_missing', 'The microphone was taken away.');
      await openElsewhere(withoutDevice(source), 'unplugged');
    } catch (cause) {
      if (isVoxreelError(cause) && cause.code === 'aborted') return;
      void changed();
      failed(new VoxreelError('microphone_missing', 'The microphone was unplugged or taken away.', { retryable: true, cause }));
    }
  };

  const follow = async (devices: Devices): Promise<void> => {
    const before = defaultMicrophone;
    ({ defaultMicrophone } = devices);
    const source = wanted;
    if (current === undefined || source === undefined || isStream(source)) return;
    const chosen = deviceOf(source);
    const own = deviceOf(current.stream.getAudioTracks()[0]?.getSettings() ?? {});
    const isBack = chosen !== undefined && own !== chosen && devices.microphones.some(({ deviceId }) => deviceId === chosen);
    const isOther = chosen === undefined && before !== undefined && before !== defaultMicrophone && devices.microphones.length > 0;
    if (isBack) await openElsewhere(source, 'returned');
    else if (isOther) await openElsewhere(source, 'default');
  };
  const watch = () => {
    unwatch ??= watchDevices((devices) => {
      // The one that is open goes on where the other cannot be had.
      follow(devices).catch((cause: unknown) => (current === undefined ? failed(toVoxreelError(cause, 'microphone_missing')) : undefined));
    });
  };
  const close = () => {
    turn++;
    unwatch?.();
    unwatch = wanted = undefined;
    drop();
  };

  return {
    get current() {
      return current;
    },
    async set(source) {
      if (source === true && current !== undefined) return;
      if (source === false) {
        close();
        return changed();
      }
      const before = wanted;
      wanted = source === true ? (constraints ?? {}) : source;
      try {
        await open(wanted);
      } catch (cause) {
        if (!isVoxreelError(cause) || cause.code !== 'aborted') wanted = before;
        throw cause;
      }
      // Closed while it was told: nobody would end the watch.
      if (unwatch !== undefined || wanted === undefined) return;
      watch();
      void listDevices().then((devices) => (defaultMicrophone ??= devices.defaultMicrophone));
    },
    close,
  };
}

const isStream = (source: MediaTrackConstraints | MediaStream): source is MediaStream => 'getAudioTracks' in source;

const labelOf = (microphone: Microphone | undefined): string => microphone?.stream.getAudioTracks()[0]?.label ?? '';

function withoutDevice(source: MediaTrackConstraints): MediaTrackConstraints {
  const { deviceId: _, groupId: __, ...others } = source;
  return others;
}

/** The device that is named, if one is; `default` names none. */
function deviceOf({ deviceId }: { readonly deviceId?: ConstrainDOMString }): string | undefined {
  const named = typeof deviceId === 'object' && !Array.isArray(deviceId) ? (deviceId.exact ?? deviceId.ideal) : deviceId;
  const [first] = Array.isArray(named) ? named : [named];
  return first === undefined || first === '' || first === 'default' ? undefined : first;
}
