// The guides of the gateway say what is there: their code is the examples' own, and every option, limit and refusal is named.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { limitDefaults } from '../../../src/server/gateway-options.js';

const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');
const guides = readdirSync('stories/guides').map((name) => read('stories', 'guides', name));
const gatewayGuide = read('stories', 'guides', 'gateway.mdx');
const sources = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read('src', 'server', name));

describe('the guides of the gateway', () => {
  const shown = new Set(guides.flatMap((guide) => [...guide.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, code]) => code)));
  for (const name of readdirSync('stories/examples', { recursive: true, encoding: 'utf8' })) {
    // `npm run test:more` installs and runs the starters; no guide shows them.
    if (/^starters\b/.test(name)) continue;
    if (!/\.\w+$/.test(name) || /(?:tsconfig\.json|page\.css)$/.test(name)) continue;
    it(`show ${name} as it is, or name what it stands in for`, () => {
      const named = /(?:^(?:site|login)\.mjs|(?:^|\/)main\.tsx?|index\.html)$/.exec(name)?.[0].replace(/^\//, '');
      if (named !== undefined) assert.ok(guides.some((guide) => guide.includes(`\`${named}\``)));
      else assert.ok(shown.has(read('stories', 'examples', name)), 'the block and the file differ');
    });
  }

  it('name no guide and no example that is not there', () => {
    const there = [...readdirSync('stories/guides'), ...readdirSync('stories/examples', { recursive: true, encoding: 'utf8' })];
    const named = guides.flatMap((guide) => [...guide.matchAll(/\(\.\/([\w.-]+)|stories\/examples\/([\w./-]+\w)/g)]);
    assert.ok(named.length > 10);
    for (const [, guide, example] of named) assert.ok(there.includes(guide ?? example ?? ''), guide ?? example);
  });

  it('name every option of the gateway', () => {
    const [, options = ''] = /export interface GatewayOptions \{([^]*?)\n\}/.exec(read('src', 'server', 'gateway-options.ts')) ?? [];
    const names = [...options.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gm)].map(([, name = '']) => name);
    assert.ok(names.length > 15);
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\`${name}\\b`).test(gatewayGuide)),
      [],
    );
  });

  it('name every limit', () => {
    const { sockets, tasks, results, bodies, ...rest } = limitDefaults;
    const names = [...Object.keys(rest), ...Object.keys(sockets), ...Object.keys(tasks), ...Object.keys(results), ...Object.keys(bodies)];
    names.push('perUserBytes', 'totalBytes');
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\`(?:\\w+\\.)?${name}\``).test(gatewayGuide)),
      [],
    );
  });

  it('name every option of serve()', () => {
    const [, options = ''] = /export interface ServeOptions \{([^]*?)\n\}/.exec(read('src', 'server', 'node', 'serve.ts')) ?? [];
    const names = [...options.matchAll(/^ {2}readonly (\w+)\?/gm)].map(([, name = '']) => name);
    const guide = read('stories', 'guides', 'gateway-node.mdx');
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !guide.includes(`\`${name}\``)),
      [],
    );
  });

  it('tell what to do about every refusal', () => {
    const said = /(?:refuse\(\s*\d{3},\s*|code: |invalid\([^;]*?, |refusal\()'([a-z]+(?:_[a-z]+)+)'/g;
    const codes = new Set(sources.flatMap((source) => [...source.matchAll(said)].map(([, code = '']) => code)));
    assert.ok(codes.size > 40, `${codes.size} codes were found`);
    assert.deepEqual(
      [...codes].filter((code) => !gatewayGuide.includes(`\`${code}\``)),
      [],
    );
  });
});
