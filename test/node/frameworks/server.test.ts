// On a server: every module for browsers can be imported, none looks for a browser, and both elements can be rendered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';

/** Every module for browsers, behind a public name or not; workers and worklets are started, not imported. */
const doors = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /^(?:\w+\.js|(?:core|elements|frameworks|protocol|testing|picture)\/.*(?<!\.work(?:er|let))\.js)$/.test(name))
  .map((name) => pathToFileURL(resolve('dist', name)).href);

const globals =
  'window document location history localStorage sessionStorage indexedDB caches screen matchMedia requestAnimationFrame Element ' +
  'HTMLElement HTMLVideoElement ShadowRoot CSSStyleSheet IntersectionObserver ResizeObserver MutationObserver AudioContext ' +
  'AudioWorkletNode MediaStream MediaRecorder RTCPeerConnection Worker SharedWorker Image DOMParser XMLHttpRequest trustedTypes ' +
  'OffscreenCanvas VideoEncoder VideoDecoder navigator';

/** Runs a module in a process of its own, inside the package; gives what it wrote. */
const run = (source: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8', cwd: resolve('.') });

describe('on a server', () => {
  it('every module for browsers can be imported, and looks for no browser', () => {
    assert.ok(doors.length > 300, `${doors.length} modules`);
    const output = run(`
      const looked = new Set();
      const dist = ${JSON.stringify(resolve('dist'))};
      for (const name of ${JSON.stringify(globals.split(' '))}) {
        Object.defineProperty(globalThis, name, { configurable: true, get() {
          const [, , caller = ''] = new Error().stack.split('\\n');
          if (caller.includes(dist)) looked.add(name + caller);
        }, set(value) { Object.defineProperty(globalThis, name, { value, configurable: true, writable: true }); } });
      }
      for (const door of ${JSON.stringify(doors)}) await import(door);
      console.log([...looked].join('\\n'));
    `);
    // An element without Lit names the class that it is made of, and does without it.
    const known = /^$|^HTMLElement .*\/launcher\/realtime-voice-launcher\.js:/;
    assert.deepEqual(
      output.split('\n').filter((line) => !known.test(line)),
      [],
    );
  });

  it('both elements are made and rendered, whatever they are given', async () => {
    // By name, as it is published: the elements that are rendered are those a server would import.
    await import(published('define'));
    const tools = [{ name: 'local_time', execute: () => 1 }];
    const providers = [{ id: 'acme', models: ['acme-*'] }];
    const page = html`<video-generator base-url="/" model="vidu-q2" lang="ar" keep-results .providers=${providers}></video-generator>
      <realtime-voice base-url="/" model="m" lang="zh" persist="local" inspector push-to-talk .tools=${tools}></realtime-voice>`;
    const output = await collectResult(render(page));
    const drawn = (name: string, part: string) =>
      new RegExp(`<${name} [^>]*><template shadowroot="open" shadowrootmode="open">[^]*${part}[^]*</${name}>`);
    assert.match(output, drawn('video-generator', '<textarea'));
    assert.match(output, drawn('realtime-voice', 'part="transcript"'));
  });
});

const published = (door: string): string => pathToFileURL(resolve('dist', `${door}.js`)).href;
