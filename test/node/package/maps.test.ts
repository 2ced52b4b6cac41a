// Each minified script has a source map that carries its sources and leads to the line it came from. It is made for those who look for a fault:
// scripts do not name their maps, and the package has none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, it } from 'node:test';

import { TraceMap, traceSegment, type EncodedSourceMap } from '@jridgewell/trace-mapping';

import { filesIn, readJson } from './packed.js';

const built = filesIn('dist');
const scripts = built.filter((name) => /^cdn\/.*\.js$/.test(name));
const mapOf = (script: string): EncodedSourceMap => readJson(join('dist', `${script}.map`)) as EncodedSourceMap;
const placeOf = (script: string, source: string): string => posix.join('dist', dirname(script), source);

describe('source maps', () => {
  it('are there for every script-tag build and its parts, and for nothing else', () => {
    assert.ok(scripts.length > 60, `${scripts.length} scripts`);
    assert.deepEqual(
      built.filter((name) => name.endsWith('.map')),
      scripts.map((name) => `${name}.map`).toSorted(),
    );
  });

  it('are named by no script: a bundler or a browser would look for a file that is not in the package', () => {
    const named = built.filter((name) => /\.[jt]s$/.test(name) && readFileSync(join('dist', name), 'utf8').includes('sourceMappingURL'));
    assert.deepEqual(named, []);
  });

  it('carry every source, and name none outside the package', () => {
    const wrong = scripts.flatMap((script) => {
      const { sources, sourcesContent = [] } = mapOf(script);
      return sources.flatMap((source, at) => {
        const place = source === null ? '' : placeOf(script, source);
        const inside = /^(?:src|node_modules)\//.test(place);
        return inside && typeof sourcesContent[at] === 'string' ? [] : [`${script}: ${source}`];
      });
    });
    assert.deepEqual(wrong, []);
  });

  it('carry our sources as they are', () => {
    const changed = scripts.flatMap((script) => {
      const { sources, sourcesContent = [] } = mapOf(script);
      return sources.flatMap((source, at) => {
        const place = placeOf(script, source ?? '');
        return place.startsWith('src/') && readFileSync(place, 'utf8') !== sourcesContent[at] ? [`${script}: ${source}`] : [];
      });
    });
    assert.deepEqual(changed, []);
  });

  it('lead each text in a script to the line that has it', () => {
    let led = 0;
    const astray = scripts.flatMap((script) => {
      const map = mapOf(script);
      const trace = new TraceMap(map);
      return textsIn(readFileSync(join('dist', script), 'utf8')).flatMap(({ text, line, column }) => {
        const [start, source, from] = traceSegment(trace, line, column) ?? [];
        // What stands inside a template has no place of its own; what a minifier put together stands nowhere.
        if (start !== column || source === undefined || from === undefined) return [];
        if (map.sourcesContent?.some((content) => content?.includes(text)) !== true) return [];
        led += 1;
        const found = map.sourcesContent[source]?.split('\n')[from]?.includes(text) === true;
        return found ? [] : [`${script}:${line + 1}:${column} ${text}`];
      });
    });
    assert.ok(led > 3000, `${led} texts`);
    assert.deepEqual(astray, []);
  });
});

/** The plain texts of a script that are long enough to be met once. */
function textsIn(code: string): { readonly text: string; readonly line: number; readonly column: number }[] {
  return code.split('\n').flatMap((content, at) =>
    content.startsWith('//')
      ? []
      : [...content.matchAll(/(["'])((?:(?!\1)[\w .,:-]){12,})\1/g)].map(({ 2: text = '', index }) => ({
          text,
          line: at,
          column: index,
        })),
  );
}
