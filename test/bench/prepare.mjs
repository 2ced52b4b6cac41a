// What is measured: the sources compiled and, for what a page loads, built. `built`: both were made just now.
import { spawnSync } from 'node:child_process';

import { compile } from '../services.mjs';

export function prepare({ built = false } = {}) {
  if (built) return;
  compile();
  if (spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' }).status !== 0) process.exit(1);
}
