// On a server: every module for browsers can be imported, none looks for a browser, and both elements can be rendered.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { createElement, type ElementType } from 'react';
import { renderToString } from 'react-dom/server';
import type { Component as SvelteComponent } from 'svelte';
import { compile } from 'svelte/compiler';
import { render as renderSvelte } from 'svelte/server';
import { createSSRApp, h, type Component } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';

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

/** The attributes that an HTML parser finds, with their names in lower case. */
const attributesIn = (output: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(/<[\w-]+([^>]*)>/.exec(output)?.[1] ?? '').matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value,
    ]),
  );

const given = {
  video: { baseUrl: '/api', model: 'm', keepResults: true, providers: [], headers: () => ({}), onVideoReady: () => undefined },
  voice: { baseUrl: '/api', tokenUrl: '/token', pushToTalk: true, record: false, screenInterval: 500, tools: [], id: 'talk' },
};
const written = {
  video: { 'base-url': '/api', model: 'm', 'keep-results': '' },
  voice: { 'base-url': '/api', 'token-url': '/token', 'push-to-talk': '', 'screen-interval': '500', id: 'talk' },
};

describe('what a server writes, from which an element starts before its framework has come', () => {
  const drawnBy = {
    async React(name: string, props: object) {
      const doors = (await import(published('frameworks/react'))) as Readonly<Record<string, ElementType>>;
      return renderToString(createElement(doors[name] ?? '', props));
    },
    async Vue(name: string, props: object) {
      const doors = (await import(published('frameworks/vue'))) as Readonly<Record<string, Component>>;
      return renderVue(createSSRApp({ render: () => h(doors[name] ?? '', { ...props }) }));
    },
  };
  for (const [framework, drawn] of Object.entries(drawnBy)) {
    it(`has the names of attributes in ${framework}`, async () => {
      assert.deepEqual(attributesIn(await drawn('VideoGenerator', given.video)), written.video);
      assert.deepEqual(attributesIn(await drawn('RealtimeVoice', given.voice)), written.voice);
      assert.deepEqual(attributesIn(await drawn('RealtimeVoiceLauncher', given.voice)), written.voice);
    });

    it(`keeps classes and what stands inside in ${framework}`, async () => {
      const output = await drawn('VideoGenerator', { ...given.video, [framework === 'React' ? 'className' : 'class']: 'wide' });
      assert.equal(attributesIn(output)['class'], 'wide');
    });
  }

  it('has them in Svelte, which writes them as the template does', async () => {
    const template = '<video-generator base-url="/api" model="m" keep-results={true} providers={[]}></video-generator>';
    const { js } = compile(template, { generate: 'server', dev: false });
    const folder = mkdtempSync(resolve('.build', 'svelte-'));
    try {
      writeFileSync(resolve(folder, 'page.mjs'), js.code);
      const { default: page } = (await import(pathToFileURL(resolve(folder, 'page.mjs')).href)) as { default: SvelteComponent };
      const { 'base-url': baseUrl, model } = attributesIn(renderSvelte(page).body.replace(/<!--.*?-->/g, ''));
      assert.deepEqual([baseUrl, model], ['/api', 'm']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const published = (door: string): string => pathToFileURL(resolve('dist', `${door}.js`)).href;
