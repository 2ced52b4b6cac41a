// The hashes for script tags and import maps: a browser takes each build with its own, and refuses a file that is not what it was.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { openSite, type Site } from './in-browser.js';
import { filesIn, readJson } from './packed.js';

const hashes = readJson('dist/cdn/integrity.json') as Readonly<Record<string, string>>;
const tags = ['voxreel.js', 'video-generator.js', 'realtime-voice.js', 'core.js', 'voxreel.iife.js'];

const importMap = (): string =>
  `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [`/${name}`, hash])) })}</script>`;
const tag = (name: string): string =>
  `<script ${name.includes('iife') ? '' : 'type="module"'} src="/${name}" integrity="${hashes[name] ?? ''}"></script>`;
const pageOf = (...parts: readonly string[]): string =>
  `<!doctype html><link rel="icon" href="data:,"><title>page</title>${parts.join('\n')}`;
const element = '<video-generator base-url="/"></video-generator>';

describe('integrity.json', () => {
  it('has every script of the builds, and nothing else', () => {
    const scripts = filesIn('dist/cdn').filter((name) => name.endsWith('.js'));
    assert.deepEqual(Object.keys(hashes), scripts);
  });
});

describe('a page that says what it expects', { timeout: 240_000 }, () => {
  let site: Site;
  before(async () => {
    site = await openSite('dist/cdn');
  });
  after(() => site?.close());

  /** The page with these files changed: whether the element is there with all of it that loads later, and what was complained of. */
  async function visit(
    page: string,
    ...changed: readonly string[]
  ): Promise<{ readonly defined: boolean; readonly troubles: readonly string[] }> {
    site.changed.clear();
    for (const name of changed) site.changed.add(`/${name}`);
    site.pages.set('/page.html', page);
    const { page: opened, troubles } = await site.open('/page.html');
    const defined = await opened.evaluate(() => customElements.get('video-generator') !== undefined);
    await opened.close();
    return { defined, troubles: troubles.filter((trouble) => /integrity|digest/i.test(trouble)) };
  }
  const [chunk, later] = ['element-', 'studio-'].map((start) => {
    const found = Object.keys(hashes).find((name) => name.startsWith(start));
    assert.ok(found !== undefined, `There is no ${start}*.js.`);
    return found;
  }) as [string, string];

  for (const name of tags) {
    it(`takes ${name} as it is, and refuses it changed`, async () => {
      assert.deepEqual(await visit(pageOf(tag(name))), { defined: !['realtime-voice.js', 'core.js'].includes(name), troubles: [] });
      const refused = await visit(pageOf(tag(name)), name);
      assert.equal(refused.defined, false);
      assert.equal(refused.troubles.length, 1);
    });
  }

  it('refuses what a module imports, and what it loads later, by the import map', async () => {
    const page = pageOf(importMap(), tag('voxreel.js'), element);
    assert.deepEqual(await visit(page), { defined: true, troubles: [] });
    const refused = await visit(page, chunk);
    assert.equal(refused.defined, false);
    assert.ok(refused.troubles.length > 0);
    assert.ok((await visit(page, later)).troubles.length > 0);
  });

  it('has nothing but the tag looked at without the map, as the guide says', async () => {
    assert.deepEqual(await visit(pageOf(tag('voxreel.js'), element), chunk, later), { defined: true, troubles: [] });
  });
});
