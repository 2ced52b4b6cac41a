// Which microphone is open: the one that was asked for while it is there, else the system's default, which is followed.
import type { AudioHost } from '../../audio/audio-host.js';
import { watchDevices, listDevices, type Devices } from '../../audio/devices.js';
import { openMicrophone, type Microphone } from '../../audio/microphone.js';
import { delay } from '../../retry.js';
import { VoxreelError, isVoxreelError, toVoxreelError } from '../../errors.js';

/** The system took a device away or brought one back; the session continues with another. */
export interface DeviceChange {
  readonly kind: 'microphone';
  /** `unplugged`: the default took over; `default`: the default is another one; `returned`: the chosen one is back. */
  readonly cause: 'unplugged' | 'default' | 'returned';
  /** The name of the device in use now. */
  readonly label: string;
}

/** As long as a system may take to give a microphone back by itself. */
const unmutingMs = 1000;

export interface MicrophoneListener {
  /** `current` is another one now, or none. */
  readonly opened: () => Promise<void>;
  /** It is another one by no choice of the page. */
  readonly changed: (change: DeviceChange) => void;
  readonly failed: (error: VoxreelError) => void;
}

export class ChosenMicrophone {
  readonly #host: () => AudioHost;
  readonly #constraints: MediaTrackConstraints | undefined;
  readonly #listener: MicrophoneListener;
  #current: Microphone | undefined;
  #wanted: MediaTrackConstraints | MediaStream | undefined;
  #defaultMicrophone: string | undefined;
  #unwatch: (() => void) | undefined;
  /** Counts what was asked for: an opening that finds another number was overtaken. */
  #turn = 0;
  /** Safari on iPhones ends the track in use when another is opened: no loss, unless that fails. */
  #opening = 0;

  /** `constraints`: of the default microphone. */
  constructor(host: () => AudioHost, constraints: MediaTrackConstraints | undefined, listener: MicrophoneListener) {
    this.#host = host;
    this.#constraints = constraints;
    this.#listener = listener;
  }

  get current(): Microphone | undefined {
    return this.#current;
  }

  async set(source: boolean | MediaTrackConstraints | MediaStream): Promise<void> {
    if (source === true && this.#current !== undefined) return;
    if (source === false) {
      this.close();
      return this.#listener.opened();
    }
    const before = this.#wanted;
    this.#wanted = source === true ? (this.#constraints ?? {}) : source;
    try {
      await this.#open(this.#wanted);
    } catch (cause) {
      if (!isVoxreelError(cause) || cause.code !== 'aborted') this.#wanted = before;
      if (this.#opening === 0 && isOver(this.#current)) void this.#replaceLost();
      throw cause;
    }
    // Closed while it was opened: nobody would end the watch.
    if (this.#unwatch !== undefined || this.#wanted === undefined) return;
    this.#watch();
    void listDevices().then((devices) => (this.#defaultMicrophone ??= devices.defaultMicrophone));
  }

  close(): void {
    this.#turn++;
    this.#unwatch?.();
    this.#unwatch = this.#wanted = undefined;
    this.#drop();
  }

  #drop(): void {
    this.#current?.close();
    this.#current = undefined;
  }

  async #open(source: MediaTrackConstraints | MediaStream): Promise<void> {
    const mine = ++this.#turn;
    this.#opening++;
    const opened = await openMicrophone(source, this.#host(), () => {
      if (this.#current === opened && this.#opening === 0) void this.#replaceLost();
    }).finally(() => this.#opening--);
    if (mine !== this.#turn) {
      opened.close();
      throw new VoxreelError('aborted', 'Another microphone was chosen meanwhile.');
    }
    this.#drop();
    this.#current = opened;
    await this.#listener.opened();
  }

  async #openElsewhere(source: MediaTrackConstraints, cause: DeviceChange['cause']): Promise<void> {
    await this.#open(source);
    this.#listener.changed({ kind: 'microphone', cause, label: labelOf(this.#current) });
  }

  /** Unplugged: the default takes over, if there is one. A stream of the page's own is the page's to replace. */
  async #replaceLost(): Promise<void> {
    const source = this.#wanted;
    this.#drop();
    try {
      if (source === undefined || isStream(source)) throw new VoxreelError('microphone_missing', 'The microphone was taken away.');
      await this.#openElsewhere(withoutDevice(source), 'unplugged');
    } catch (cause) {
      if (isVoxreelError(cause) && cause.code === 'aborted') return;
      void this.#listener.opened();
      const message = 'The microphone was unplugged or taken away.';
      this.#listener.failed(new VoxreelError('microphone_missing', message, { retryable: true, cause }));
    }
  }

  async #follow(devices: Devices): Promise<void> {
    const before = this.#defaultMicrophone;
    this.#defaultMicrophone = devices.defaultMicrophone;
    const [source, current] = [this.#wanted, this.#current];
    if (current === undefined || source === undefined || isStream(source)) return;
    const chosen = deviceOf(source);
    const own = deviceOf(current.stream.getAudioTracks()[0]?.getSettings() ?? {});
    const isBack = chosen !== undefined && own !== chosen && devices.microphones.some(({ deviceId }) => deviceId === chosen);
    const isOther = chosen === undefined && before !== undefined && before !== devices.defaultMicrophone && devices.microphones.length > 0;
    if (isBack) await this.#openElsewhere(source, 'returned');
    else if (isOther) await this.#openElsewhere(source, 'default');
  }

  /** A phone call interrupts the page's sound. Some systems give the sound back and leave the microphone silent: it is opened again. */
  async #recover(): Promise<void> {
    const { context } = this.#host();
    const before = this.#current;
    if (context.state !== 'running' || !isSilenced(before)) return;
    await delay(unmutingMs);
    const source = this.#wanted;
    if (before !== this.#current || !isSilenced(before) || source === undefined || isStream(source)) return;
    await this.#openElsewhere(source, 'returned');
  }

  #watch(): void {
    const { context } = this.#host();
    const recover = () => void this.#recover().catch(() => undefined);
    context.addEventListener('statechange', recover);
    const unwatch = this.#watchDevices();
    this.#unwatch = () => {
      context.removeEventListener('statechange', recover);
      unwatch();
    };
  }

  #watchDevices(): () => void {
    return watchDevices((devices) => {
      this.#follow(devices).catch((cause: unknown) => {
        // The microphone in use stays where the other cannot be opened.
        if (isOver(this.#current)) void this.#replaceLost();
        else if (this.#current === undefined) this.#listener.failed(toVoxreelError(cause, 'microphone_missing'));
      });
    });
  }
}

const isStream = (source: MediaTrackConstraints | MediaStream): source is MediaStream => 'getAudioTracks' in source;

/** By the system: what the page mutes is another property of the track. */
const isSilenced = (microphone: Microphone | undefined): boolean => microphone?.stream.getAudioTracks()[0]?.muted === true;

const isOver = (microphone: Microphone | undefined): boolean => microphone?.stream.getAudioTracks()[0]?.readyState === 'ended';

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
