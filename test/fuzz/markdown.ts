// Properties of what shows text from the wire: Markdown, links, JSON. Templates alone, without a DOM: the pages are in test/browser/fuzz. For Node.
import assert from 'node:assert/strict';

import fc from 'fast-check';

import { createMarkdownBody } from '../../src/elements/realtime-voice/markdown/markdown-body.js';
import { safeAddress } from '../../src/elements/realtime-voice/markdown/link-view.js';
import { readReferences } from '../../src/elements/realtime-voice/markdown/references.js';
import { jsonText } from '../../src/elements/realtime-voice/sheets/json-text.js';
import { callText } from '../../src/elements/realtime-voice/transcript/call-text.js';
import { anyJson, textOf } from './hostile-json.js';
import { hostileMarkdown } from './hostile-markdown.js';
import { property, type Property } from './property.js';

const words = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const isTemplate = (value: unknown): value is Template =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value && Array.isArray(value.strings);

/** Every attribute that a template is given a value for, and every text; what a directive holds back is called for. */
function attributesIn(root: unknown): readonly (readonly [name: string, value: unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) left.push(...(value as unknown[]));
    else if (isTemplate(value))
      for (const [at, inner] of value.values.entries()) {
        const name = /([.?@]?[\w-]+)="?$/.exec(value.strings[at] ?? '')?.[1];
        if (name === undefined) left.push(inner);
        else found.push([name, inner]);
      }
    else if (typeof value === 'object' && value !== null && '_$litDirective$' in value && 'values' in value)
      for (const inner of value.values as unknown[])
        left.push(typeof inner === 'function' && inner.length === 0 ? (inner as () => unknown)() : undefined);
    else if (typeof value === 'object' && value !== null && !('_$litDirective$' in value))
      assert.fail(`An object was to be shown: ${Object.keys(value).join()}`);
  }
  return found;
}

const allowed = /^(?:class|part|dir|role|href|start|data-[\w-]+|aria-[\w-]+|@click)$/;

const markdown = property(
  { name: 'markdown', share: 6, sample: 100 },
  fc.tuple(hostileMarkdown, fc.nat(40), fc.option(fc.nat(300))),
  ([text, step, heard]) => {
    const body = createMarkdownBody();
    // As it is written, then whole.
    for (let at = step + 1; at < text.length && at < 20 * (step + 1); at += step + 1) body.read(text.slice(0, at), true, () => true);
    let reads = 0;
    while (!body.read(text, false, () => false)) assert.ok(++reads <= 2 * text.length + 10, 'It is read without end.');
    const saying = { words: words as never, heard: heard ?? undefined, cut: heard !== null, cutBegins: false };
    let end = 0;
    for (const block of body.blocks) {
      assert.ok(block.start >= end && block.end >= block.start && block.end <= text.length);
      end = block.end;
      for (const [name, value] of attributesIn(body.view(block, saying))) {
        assert.match(name, allowed);
        if (name === '@click') assert.equal(typeof value, 'function');
        if (name === 'href') assert.match(new URL(value as string).protocol, /^(?:https?|mailto):$/);
        if (name === 'class') assert.match(String(value), /^(?:[\w -]*|Symbol\(.*\))$/);
      }
    }
  },
);

const texts = property(
  { name: 'shown-texts', share: 6, sample: 250 },
  fc.oneof(
    hostileMarkdown,
    anyJson.map(textOf),
    anyJson.map((value) => textOf({ a: value })),
  ),
  (text) => {
    const url = safeAddress(text);
    assert.ok(url === undefined || /^(?:https?|mailto):$/.test(url.protocol));
    assert.ok(readReferences(text).length <= text.length);
    assert.ok(jsonText(text).length <= 50_001);
    assert.ok(callText('name', text).length <= 8 * text.length + 100);
  },
);

export const markdownProperties: readonly Property[] = [markdown, texts];
