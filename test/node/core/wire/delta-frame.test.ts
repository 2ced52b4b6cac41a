import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { vendor } from 'voxreel/dialects/vendor';

const at = { response_id: 'r', output_index: 0, content_index: 0 };

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom('', '"', '\\', '\n', '"delta":"x"', 'event_1', ' the', '\u2028', '\ud800', '{"'),
);

/** Two items, so that a delta may be the first of many or come between others, and fields in any order. */
const deltas = fc.record({
  event_id: fc.oneof(texts, fc.constantFrom('event_1', 'event_2')),
  type: fc.constantFrom('response.text.delta', 'response.audio_transcript.delta', 'response.function_call_arguments.delta'),
  item_id: fc.constantFrom('item_1', 'item_1', 'item_1', 'event_1'),
  delta: texts,
  more: fc.constantFrom({}, {}, {}, { text: 'a' }, { logprobs: [] }, { ['__proto__']: 1 }),
  order: fc.constantFrom(0, 0, 0, 1, 2),
});

function written({ event_id, type, item_id, delta, more, order }: typeof deltas extends fc.Arbitrary<infer T> ? T : never): string {
  const fields = [
    { event_id, type, item_id, ...at, ...more, delta },
    { delta, event_id, type, item_id, ...at, ...more },
    { type, ...at, ...more, item_id, delta, event_id },
  ];
  return JSON.stringify(fields[order]);
}

describe('deltas of one item', () => {
  it('are read as JSON.parse reads them, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(deltas, { minLength: 3, maxLength: 12 }), (events) => {
        for (const text of events.map(written)) assert.deepEqual(vendor.decode(text), JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  const delta = (n: number, more = '') =>
    `{"event_id":"event_${n}","type":"response.text.delta","item_id":"item_9","content_index":0,"delta":"piece ${n}"${more}}`;

  it('share no object, and may be written on', () => {
    const read = [1, 2, 3, 4, 5].map((n) => vendor.decode(delta(n)) as object as Record<string, unknown>);
    for (const event of read) event['item_id'] = 'changed';
    assert.deepEqual(vendor.decode(delta(6)), JSON.parse(delta(6)));
    const nested = [1, 2, 3, 4].map((n) => vendor.decode(delta(n, ',"logprobs":[]')) as object as { logprobs: object });
    assert.equal(new Set(nested.map(({ logprobs }) => logprobs)).size, 4);
  });

  it('that are no JSON are unknown, like any other text', () => {
    for (const n of [1, 2, 3, 4]) vendor.decode(delta(n));
    for (const spoilt of [
      delta(5).slice(0, -1),
      delta(5).replace('piece', 'pi\nece'),
      `${delta(5)}}`,
      delta(5).replace('event_5', 'event\\'),
    ])
      assert.equal((vendor.decode(spoilt) as { type: string }).type, 'unknown', spoilt);
  });
});
