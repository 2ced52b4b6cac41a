// The sound and picture devices of this machine, kept up to date. Asks for no permission: browsers name nothing before one was granted.

/** The microphones and loudspeakers of this device. */
export interface Devices {
  readonly microphones: readonly MediaDeviceInfo[];
  readonly speakers: readonly MediaDeviceInfo[];
  readonly cameras: readonly MediaDeviceInfo[];
  /** Another value: the system's default microphone is another one now. */
  readonly defaultMicrophone: string;
}

/** Entries that stand for another one. */
const aliases: ReadonlySet<string> = new Set(['', 'default', 'communications']);

/** Empty lists where there are no media devices. */
export async function listDevices(): Promise<Devices> {
  const source = globalThis.navigator?.mediaDevices as MediaDevices | undefined;
  const all = (await source?.enumerateDevices().catch(() => [])) ?? [];
  const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && !aliases.has(device.deviceId));
  const microphones = of('audioinput');
  // Chromium lists the default by name; elsewhere it is the first.
  const alias = all.find((device) => device.kind === 'audioinput' && device.deviceId === 'default');
  const defaultMicrophone = alias === undefined ? (microphones[0]?.deviceId ?? '') : `${alias.groupId} ${alias.label}`;
  return { microphones, speakers: of('audiooutput'), cameras: of('videoinput'), defaultMicrophone };
}

/** Calls `changed` after each change, never with an older list than before. Returns its own undo. */
export function watchDevices(changed: (devices: Devices) => void): () => void {
  const source = globalThis.navigator?.mediaDevices as MediaDevices | undefined;
  let latest = 0;
  const refresh = async () => {
    const current = ++latest;
    const devices = await listDevices();
    if (current === latest) changed(devices);
  };
  const listen = () => void refresh();
  source?.addEventListener('devicechange', listen);
  return () => {
    latest++;
    source?.removeEventListener('devicechange', listen);
  };
}
