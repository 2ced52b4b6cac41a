// A sound device that nobody hears, for engines whose AudioContext stands still without one: PulseAudio with a null sink, of this run alone.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { until } from './until.mjs';

/** Ends with this process. Gives the environment by which a browser finds it. */
export async function startSound() {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-sound-'));
  const socket = join(folder, 'native');
  const modules = ['-L', 'module-null-sink rate=48000', '-L', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`];
  const env = { ...process.env, HOME: folder, PULSE_RUNTIME_PATH: folder, PULSE_STATE_PATH: folder };
  const server = spawn('pulseaudio', ['--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '-n', ...modules], {
    env,
    stdio: 'ignore',
  });
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => existsSync(socket), 'PulseAudio');
  return { PULSE_SERVER: `unix:${socket}` };
}
