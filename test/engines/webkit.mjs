// WebKitGTK by W3C WebDriver, in a virtual screen. What the tests' commands ask of a page is answered by a page of the same words as puppeteer's.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { ensure, find } from './programs.mjs';
import { startSound } from './sound.mjs';
import { until } from './until.mjs';
import { webDriver } from './web-driver.mjs';
import { webDriverPage } from './web-driver-page.mjs';

const packages = [
  'webkit2gtk-driver',
  'xvfb',
  'xdotool',
  'pulseaudio',
  ...['libav', 'plugins-good', 'plugins-bad', 'pulseaudio'].map((name) => `gstreamer1.0-${name}`),
];
const folders = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
const miniBrowser = () => find(...folders, ...folders.map((path) => path.replace('4.1', '4.0')));
const programs = () => [find('WebKitWebDriver'), find('Xvfb'), find('xdotool'), find('pulseaudio'), miniBrowser()];

const args = [
  '--automation',
  '--enable-media-stream=true',
  '--enable-mock-capture-devices=true',
  '--media-playback-requires-user-gesture=false',
  '--autoplay-policy=allow',
];

/** The test runner waits for two minutes. */
const openMs = 50_000;

export const webkit = {
  ensure: () => ensure('WebKit', () => programs().every((path) => path !== undefined), packages),

  /** A launcher of the test runner: a browser of its own for each file. After hundreds of calls in one process the sound of WebKitGTK stands still. */
  async launcher() {
    const env = { ...process.env, ...(await startSound()), DISPLAY: await startScreen(), WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
    let driver = await startDriver(env);
    let page;
    /** The session under way, and where it began. */
    let active;
    const open = async () => {
      const session = await driver.client.start({
        browserName: 'MiniBrowser',
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: miniBrowser(), args },
      });
      // Known at once: a page that is given up while it opens is closed.
      const opened = (page = webDriverPage(session));
      // No window manager gives the window the keys, and what is focused in a window without them is not shown to be. One of before may still be closing.
      const focus = ['search', '--sync', '--onlyvisible', '--class', 'MiniBrowser', 'windowfocus', '%@'];
      await until(async () => {
        await once(spawn(find('xdotool'), focus, { env, stdio: 'ignore', timeout: 10_000 }), 'exit');
        return opened.evaluate(() => document.hasFocus());
      }, 'The keyboard of the window');
      // Two threads that are the first to need GStreamer at once end the process of WebKitGTK: it is there before the tests.
      await opened.evaluate(() => document.createElement('video').canPlayType('video/mp4'));
    };
    /** Beside a busy process it has happened that a browser never came: another driver starts another one. */
    const openInTime = async () => {
      const isOpen = () => Promise.race([open().then(() => true), sleep(openMs, false, { ref: false })]);
      if (await isOpen()) return;
      driver.end();
      driver = await startDriver(env);
      if (!(await isOpen())) throw new Error('WebKit did not open.');
    };
    return {
      name: 'WebKit',
      // The commands of the test runner know what to do with it.
      type: 'puppeteer',
      concurrency: 1,
      isActive: (id) => id === active?.id,
      // A page that crashed is nowhere: its tests were interrupted where they began.
      getBrowserUrl: () => page.url().catch(() => active?.url),
      getPage: () => page,
      async startSession(id, url) {
        active = { id, url };
        await openInTime();
        await page.setViewport({ width: 800, height: 600 });
        await page.goto(url);
      },
      async stopSession() {
        active = undefined;
        await page?.close().catch(() => undefined);
        page = undefined;
        return {};
      },
      async stop() {
        await page?.close();
      },
      startDebugSession() {
        throw new Error('There is no debugging in WebKit here.');
      },
    };
  },

  commands: {
    'heard-tree': (page) => page.heard(),
    async screen(page, { width, height }) {
      await page.setViewport({ width, height });
      return true;
    },
  },
};

/** WebKitWebDriver, and the browser that it has started: one at a time. */
async function startDriver(env) {
  const [driver] = programs();
  const port = await freePort();
  const { pid } = run(driver, [`--port=${port}`], { env, stdio: 'ignore', detached: true });
  if (pid === undefined) throw new Error('WebKitWebDriver did not start.');
  const client = webDriver(`http://127.0.0.1:${port}`);
  await until(() => client.get('/status'), 'WebKitWebDriver');
  return { client, end: () => process.kill(-pid, 'SIGKILL') };
}

/** A program that ends with this process. */
function run(program, args, options) {
  const child = spawn(program, args, options);
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function startScreen() {
  const server = run('Xvfb', ['-displayfd', '3', '-screen', '0', '2400x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3], 'data');
  return `:${String(number).trim()}`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
