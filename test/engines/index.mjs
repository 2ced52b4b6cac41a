// The engines of the browser suite: how to come by each, and how to launch it for the test runner.
import { chromium } from './chromium.mjs';
import { firefox } from './firefox.mjs';
import { webkit } from './webkit.mjs';

export const engines = { chromium, firefox, webkit };
