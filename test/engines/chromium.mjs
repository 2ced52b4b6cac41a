// Chromium by the DevTools protocol.
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { chooseFile } from './choose-file.mjs';

export const chromium = {
  /** Comes with the dev dependencies, where none is installed. */
  ensure() {},

  async launcher() {
    return chromeLauncher({ puppeteer, launchOptions: await findChromium(), concurrency: 1 });
  },

  commands: {
    'heard-tree': (page) => page.accessibility.snapshot(),
    'choose-file': chooseFile,
    async media(page, features) {
      const list = Object.entries(features).map(([name, value]) => ({ name, value }));
      await (await clientOf(page)).send('Emulation.setEmulatedMedia', { features: list });
      return true;
    },
    async touch(page, enabled) {
      await (await clientOf(page)).send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
      return true;
    },
    async screen(page, { width, height, touch = false }) {
      await page.setViewport({ width, height, hasTouch: touch });
      return true;
    },
  },
};

const clients = new Map();

async function clientOf(page) {
  if (!clients.has(page)) clients.set(page, await page.createCDPSession());
  return clients.get(page);
}
