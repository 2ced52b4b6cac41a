// The microphones of this machine, kept up to date. Knows no session; asks for no permission.

export interface DeviceList {
  /** Without a granted permission browsers name none, and may list one. */
  readonly microphones: readonly MediaDeviceInfo[];
  close(): void;
}

export function createDeviceList(changed: () => void): DeviceList {
  let microphones: readonly MediaDeviceInfo[] = [];
  let closed = false;
  const source: MediaDevices | undefined = navigator.mediaDevices;
  const refresh = async () => {
    const devices = (await source?.enumerateDevices().catch(() => [])) ?? [];
    if (closed) return;
    microphones = devices.filter((device) => device.kind === 'audioinput' && device.deviceId !== '' && device.deviceId !== 'default');
    changed();
  };
  source?.addEventListener('devicechange', refresh);
  void refresh();
  return {
    get microphones() {
      return microphones;
    },
    close() {
      closed = true;
      source?.removeEventListener('devicechange', refresh);
    },
  };
}
