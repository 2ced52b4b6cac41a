// Finds a Chromium to test with, and says how to launch it: CHROME_PATH, an installed one, or the one inside @sparticuz/chromium.
// `VOXREEL_CHROMIUM=bundled` takes the last even where one is installed, `installed` takes no other. Downloads nothing.
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const common = [
  '--no-first-run',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--allow-loopback-in-peer-connection',
];

/**
 * How to launch a browser with puppeteer-core.
 * `microphone`: path of a WAV file that is spoken into every microphone (looped).
 * @param {{ microphone?: string }} [options]
 */
export async function findChromium({ microphone } = {}) {
  const args = [...common, '--disable-gpu'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  if (microphone) args.push(`--use-file-for-fake-audio-capture=${resolve(microphone)}`);
  const wanted = process.env.VOXREEL_CHROMIUM;
  const installed = wanted === 'bundled' ? undefined : (process.env.CHROME_PATH ?? findInstalled());
  if (installed) return { executablePath: installed, args, env: { ...process.env }, headless: true };
  if (wanted !== 'installed' && process.platform === 'linux' && process.arch === 'x64') {
    const bundled = await unpackBundled();
    return {
      executablePath: bundled.executablePath,
      args: [...args, '--no-sandbox'],
      env: { ...process.env, ...bundled.env },
      headless: 'shell',
    };
  }
  throw new Error('No Chromium found: install Chrome or Chromium, or set CHROME_PATH to one.');
}

function findInstalled() {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, macChrome].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Inflates the packed Chromium once into node_modules/.cache. */
async function unpackBundled() {
  const require = createRequire(import.meta.url);
  const bin = resolve(dirname(require.resolve('@sparticuz/chromium')), '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8'));
  const cache = join(root, 'node_modules', '.cache', `chromium-${version}`);
  const executablePath = join(cache, 'chromium');
  const env = { LD_LIBRARY_PATH: join(cache, 'lib'), FONTCONFIG_PATH: join(cache, 'fonts') };
  if (existsSync(executablePath)) return { executablePath, env };

  const partial = `${cache}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const inflate = (name, target) => pipeline(createReadStream(join(bin, name)), createBrotliDecompress(), createWriteStream(target));
  await inflate('chromium.br', join(partial, 'chromium'));
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const name of ['al2023', 'fonts', 'swiftshader']) {
    const tar = join(partial, `${name}.tar`);
    await inflate(`${name}.tar.br`, tar);
    execFileSync('tar', ['-xf', tar, '-C', partial]);
    rmSync(tar);
  }
  try {
    renameSync(partial, cache);
  } catch {
    rmSync(partial, { recursive: true, force: true });
  }
  return { executablePath, env };
}
