// The devices of this machine, kept up to date for a picker.
import { listDevices, watchDevices, type Devices } from '../../../core/audio/devices.js';

export interface DeviceList {
  /** Without a granted permission browsers name none, and may list one. */
  readonly devices: Devices;
  /** True once browsers name microphones: somebody has allowed one. */
  readonly named: boolean;
  /** After a permission was given, of which browsers tell nothing. */
  refresh(): Promise<void>;
  close(): void;
}

const none: Devices = { microphones: [], speakers: [], cameras: [], defaultMicrophone: '' };

export function createDeviceList(changed: () => void): DeviceList {
  let devices = none;
  let closed = false;
  const take = (next: Devices) => {
    if (closed) return;
    devices = next;
    changed();
  };
  const refresh = async () => take(await listDevices());
  const undo = watchDevices(take);
  void refresh();
  return {
    get devices() {
      return devices;
    },
    get named() {
      return devices.microphones.some(({ label }) => label !== '');
    },
    refresh,
    close() {
      closed = true;
      undo();
    },
  };
}
