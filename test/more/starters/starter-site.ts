// A site as `voxreel init` writes it, with the packed package installed into it by npm, and its server.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export interface StarterSite {
  readonly folder: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** Runs the script of its package, and waits until it has written its address. */
  start(script: string): Promise<{ readonly url: string; said(): string; stop(): Promise<void> }>;
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  /** One, with the versions that will do. */
  readonly engines: Readonly<Record<string, string>>;
}

/** `home`: the folder of voxreel as it was unpacked, of which `init` is run as npx would run it. */
export async function makeSite(home: string, tarball: string, folder: string, framework: string): Promise<StarterSite> {
  const bin = join(home, 'dist', 'local', 'bin.js');
  execFileSync(process.execPath, [bin, 'init', folder, '--framework', framework, '--service', 'local'], { stdio: 'pipe' });
  const manifest = join(folder, 'package.json');
  const written = readFileSync(manifest, 'utf8');
  // The registry has the versions before this one.
  writeFileSync(
    manifest,
    written.replace(/"voxreel": "[^"]+"/, () => `"voxreel": ${JSON.stringify(`file:${tarball}`)}`),
  );
  const { scripts, engines } = JSON.parse(written) as Manifest;
  const [[engine, range] = ['node', '']] = Object.entries(engines);
  const program = await programFor(engine, range);
  const env = environment(program);
  const run = (command: string, words: readonly string[]) => void execFileSync(command, words, { cwd: folder, stdio: 'pipe', env });
  // Deno installs no package from a file.
  if (engine !== 'bun') run(npm, ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  else run(program, ['install']);
  if (scripts['build'] !== undefined) run(npm, ['run', 'build']);
  return { folder, scripts, start: (script) => start(program, folder, scripts[script] ?? '') };
}

/** This program where it will do, else one that the runtimes are tried with. */
async function programFor(engine: string, range: string): Promise<string> {
  const wanted = Number.parseInt(range.replace(/^\D+/, ''), 10);
  if (engine === 'node' && Number.parseInt(process.versions.node, 10) >= wanted) return process.execPath;
  const { programOf } = (await import(resolve('test/runtimes/binaries.mjs'))) as { programOf(name: string): Promise<string> };
  return programOf(engine === 'node' ? `node${wanted}` : engine);
}

/** Without what a test runner sets, such as NODE_ENV. */
function environment(program: string): NodeJS.ProcessEnv {
  const { PATH = '', HOME, NODE_EXTRA_CA_CERTS } = process.env;
  return {
    PATH: `${dirname(program)}${delimiter}${PATH}`,
    HOME,
    // Where the way to the registry has a certificate of its own.
    ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
    PORT: '0',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  };
}

/** The script itself, not through npm, so that a signal reaches it. */
async function start(program: string, folder: string, script: string): ReturnType<StarterSite['start']> {
  const [, ...words] = script.split(' ');
  const child = spawn(program, words, { cwd: folder, env: environment(program), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await new Promise<string>((found, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const [, address] = /^Open (http:\S+)\/$/m.exec(said) ?? [];
      if (address !== undefined) found(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  return {
    url,
    said: () => said,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
