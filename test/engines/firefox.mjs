// Firefox by WebDriver BiDi. What a person's system decides (reduced motion, a finger for a pointer) is set from the browser's own pages, and what
// is heard is read there from the tree that a screen reader would get.
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';

import { chooseFile } from './choose-file.mjs';
import { ensure, find } from './programs.mjs';
import { startSound } from './sound.mjs';

const program = () => find(process.env.FIREFOX_PATH ?? 'firefox-esr', 'firefox');

/** Of `ui.*PointerCapabilities`: coarse 1, fine 2, hover 4. Without a screen there is none of its own. */
const pointers = (capabilities) => ({ 'ui.primaryPointerCapabilities': capabilities, 'ui.allPointerCapabilities': capabilities });
const [mouse, finger] = [6, 1];

const prefs = {
  ...pointers(mouse),
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  // Its panel would take the focus from the page.
  'browser.download.alwaysOpenPanel': false,
};

export const firefox = {
  ensure: () => ensure('Firefox', () => program() !== undefined && find('pulseaudio') !== undefined, ['firefox-esr', 'pulseaudio']),
  async launcher() {
    const sound = await startSound();
    return chromeLauncher({
      puppeteer: { launch },
      concurrency: 1,
      // Beside a busy process a page may take long to come.
      async createPage({ context }) {
        const page = await context.newPage();
        page.setDefaultNavigationTimeout(120_000);
        return page;
      },
      launchOptions: {
        browser: 'firefox',
        executablePath: program(),
        headless: true,
        args: ['--remote-allow-system-access'],
        env: { ...process.env, ...sound },
        extraPrefsFirefox: prefs,
      },
    });
  },

  commands: {
    'heard-tree': (page) => inBrowser(page, readTree, page.url()),
    'choose-file': chooseFile,
    async media(page, features) {
      const moreContrast = features['prefers-contrast'] === 'more';
      const forcedColors = features['forced-colors'] === 'active';
      return inBrowser(page, setPrefs, {
        'ui.prefersReducedMotion': features['prefers-reduced-motion'] === 'reduce' ? 1 : null,
        // A theme of high contrast, whose colors pages need not use; or colors that they must.
        'ui.useAccessibilityTheme': moreContrast ? 1 : null,
        'browser.display.document_color_use': forcedColors ? 2 : moreContrast ? 1 : null,
      });
    },
    touch: (page, enabled) => inBrowser(page, setPrefs, pointers(enabled ? finger : mouse)),
    async screen(page, { width, height }) {
      await page.setViewport({ width, height });
      return true;
    },
  },
};

/** Firefox 140, the one of Debian 12, cannot turn the screen, which puppeteer asks for with every size. */
async function launch(options) {
  const browser = await puppeteer.launch(options);
  const { connection } = browser;
  const send = connection.send.bind(connection);
  connection.send = (method, ...rest) =>
    send(method, ...rest).catch((error) => {
      if (method === 'emulation.setScreenOrientationOverride' && error.message.includes('unknown command')) return { result: {} };
      throw error;
    });
  return browser;
}

/** Runs a function beside the browser's own settings, where nothing is forbidden: Firefox 140 has no other such place for WebDriver. */
async function inBrowser(page, work, argument) {
  const { connection } = page.browser();
  if (!settings.has(connection)) settings.set(connection, openSettings(connection));
  const { result } = await connection.send('script.evaluate', {
    expression: `(${work})(${JSON.stringify(argument)}).then(JSON.stringify)`,
    target: { context: await settings.get(connection) },
    awaitPromise: true,
  });
  if (result.type === 'exception') throw new Error(result.exceptionDetails.text);
  return JSON.parse(result.result.value);
}

/** Of each connection, the tab from which they are set. */
const settings = new WeakMap();

async function openSettings(connection) {
  const { result } = await connection.send('browsingContext.create', { type: 'tab', background: true });
  // `about:config` would focus its search field, and with it take the keyboard's window from the page: nothing there is `:focus` any more.
  await connection.send('browsingContext.navigate', { context: result.context, url: 'about:memory', wait: 'complete' });
  return result.context;
}

// Both run in Firefox: nothing of this module is there.

/** `null` takes a setting back. */
async function setPrefs(prefs) {
  const { Services } = globalThis;
  for (const [name, value] of Object.entries(prefs))
    if (value === null) Services.prefs.clearUserPref(name);
    else Services.prefs.setIntPref(name, value);
  return true;
}

async function readTree(url) {
  const { Cc, ChromeUtils, Ci, Services } = globalThis;
  // A tab in the background has its own timers slowed down.
  const { setTimeout } = ChromeUtils.importESModule('resource://gre/modules/Timer.sys.mjs');
  const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const states = Ci.nsIAccessibleStates;
  const tab = gBrowser.browsers.find(({ currentURI }) => currentURI.spec === url);
  // The tree ends when nobody holds the service, whatever the page still wants to be asked.
  tab.treeService = service;
  const told = (node) => {
    const bits = {};
    node.getState(bits, {});
    const is = (state) => (bits.value & state) !== 0 || undefined;
    const children = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(told(child));
    return {
      role: node.computedARIARole || service.getStringRole(node.role),
      name: node.name ?? '',
      value: node.value || undefined,
      description: node.description || undefined,
      focused: is(states.STATE_FOCUSED),
      expanded: is(states.STATE_EXPANDED),
      pressed: is(states.STATE_PRESSED),
      checked: is(states.STATE_CHECKED),
      invalid: is(states.STATE_INVALID) && 'true',
      children,
    };
  };
  const read = () => {
    const page = service.getAccessibleFor(tab)?.firstChild;
    return page?.childCount > 0 ? told(page).children : [];
  };
  // The first question starts the tree, and what is new in it comes from the page's process a moment later: it has to stand still.
  let children = read();
  for (let tries = 0; tries < 100; tries++) {
    const before = JSON.stringify(children);
    await new Promise((resolve) => setTimeout(resolve, 50));
    children = read();
    const after = JSON.stringify(children);
    if (after === before && after.includes('"focused":true')) break;
  }
  return { role: 'RootWebArea', children };
}
