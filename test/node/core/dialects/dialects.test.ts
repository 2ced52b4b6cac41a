// The three dialects under one contract: each says what its wire wants and understands what its wire says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import { clientEventTypes, knownServerEvents, laterServerEventTypes, serverEventTypes } from 'voxreel/protocol';
import { checkDialect } from 'voxreel/testing';
import { dialects } from 'voxreel';

import { loadDialect } from '../../../../src/core/catalog/load-dialect.js';
import { wires } from './wires.js';

const entries = dialects.list();

it('three dialects are known, and the foreign ones load when they are chosen', async () => {
  assert.deepEqual(entries.map(({ id }) => id).sort(), ['openai-beta', 'openai-ga', 'vendor']);
  assert.deepEqual(
    entries
      .filter((entry) => 'load' in entry)
      .map(({ id }) => id)
      .sort(),
    ['openai-beta', 'openai-ga'],
  );
  await assert.rejects(loadDialect('nobody'), { code: 'invalid_input', param: 'dialect' });
  await assert.rejects(loadDialect({ id: 'x', load: () => Promise.reject(new Error('offline')) }), { code: 'network', retryable: true });
});

for (const entry of entries) {
  describe(`the dialect ${entry.id}`, () => {
    const fixtures = wires[entry.id] ?? { encodes: [], decodes: [] };

    it('passes the contract', async () => assert.deepEqual(await checkDialect(entry, fixtures), []));

    it('has a fixture for every event of the documents', () => {
      const types = (values: readonly object[]) => new Set(values.flat().map((value) => String(Reflect.get(value, 'type'))));
      const encoded = types(fixtures.encodes.map(({ event }) => event));
      assert.deepEqual(
        clientEventTypes.filter((type) => !encoded.has(type)),
        [],
      );
      // `response.created` and `response.done` keep their names.
      const decoded = types([...fixtures.decodes.map(({ event }) => event), ...fixtures.decodes.map(({ wire }) => Object(wire))].flat());
      assert.deepEqual(
        serverEventTypes.filter((type) => !decoded.has(type)),
        [],
      );
    });

    it('understands the documents’ own words too: a gateway or a record may speak them', async () => {
      const dialect = await loadDialect(entry);
      const lines = readFileSync('test/fixtures/conversation-text.jsonl', 'utf8').trim().split('\n');
      const vendor = await loadDialect('vendor');
      for (const line of lines) assert.deepEqual(dialect.decode?.(line) ?? assert.fail(), vendor.decode?.(line));
    });

    it('never throws, whatever comes', async () => {
      const dialect = await loadDialect(entry);
      const type = fc.constantFrom(
        ...serverEventTypes,
        ...laterServerEventTypes,
        'conversation.item.added',
        'response.output_audio.delta',
        'response.output_text.done',
      );
      const loose = fc.dictionary(
        fc.constantFrom(
          'item',
          'part',
          'session',
          'response',
          'delta',
          'output',
          'content',
          'audio',
          'event_id',
          'output_index',
          '__proto__',
        ),
        fc.jsonValue(),
      );
      const event = fc
        .tuple(type, loose, fc.boolean())
        .map(([name, fields, listed]) => JSON.stringify({ ...fields, type: listed ? [name] : name }));
      const cut = fc.tuple(event, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
      const long = fc.tuple(event, fc.string()).map(([text, filler]) => text.replace('{', `{"x":"${filler.repeat(200)}","delta":"`));
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json(), event, cut, long), (text) => {
          for (const { type: told } of [dialect.decode?.(text) ?? assert.fail()].flat())
            assert.ok(told === 'unknown' || Object.hasOwn(knownServerEvents, told));
        }),
        { numRuns: 2000 },
      );
    });
  });
}

describe('the names of each wire', () => {
  const named = async (id: string, vendor?: string) => (await loadDialect(id)).names(vendor);
  const paths = async (id: string) => {
    const { tokenPath, sdpPath, websocketPath, dataChannel } = await named(id);
    return [tokenPath, sdpPath, websocketPath, dataChannel];
  };

  it('paths and data channels', async () => {
    assert.deepEqual(await paths('vendor'), ['/v1/realtime/sessions', '/v1/realtime', '/v1/realtime', 'vendor-events']);
    assert.deepEqual(await paths('openai-beta'), ['/v1/realtime/sessions', '/v1/realtime', '/v1/realtime', 'oai-events']);
    assert.deepEqual(await paths('openai-ga'), ['/v1/realtime/client_secrets', '/v1/realtime/calls', '/v1/realtime', 'oai-events']);
  });

  it('headers and subprotocols', async () => {
    const offered = async (id: string) => {
      const { headers, subprotocols } = await named(id);
      return [headers('K'), subprotocols('K')];
    };
    const Authorization = 'Bearer K';
    assert.deepEqual(await offered('vendor'), [
      { Authorization, 'Vendor-Beta': 'realtime=v1' },
      ['realtime', 'vendor-insecure-api-key.K', 'vendor-beta.realtime-v1'],
    ]);
    assert.deepEqual(await offered('openai-beta'), [
      { Authorization, 'OpenAI-Beta': 'realtime=v1' },
      ['realtime', 'openai-insecure-api-key.K', 'openai-beta.realtime-v1'],
    ]);
    assert.deepEqual(await offered('openai-ga'), [{ Authorization }, ['realtime', 'openai-insecure-api-key.K']]);
    assert.equal((await named('vendor', 'acme')).dataChannel, 'acme-events');
  });

  it('tokens: how they are asked for, and where they stand', async () => {
    const ga = await named('openai-ga');
    const voice = { audio: { output: { voice: 'ash' } } };
    assert.deepEqual(ga.tokenBody({ model: 'm', voice: 'ash' }), { session: { type: 'realtime', model: 'm', ...voice } });
    assert.deepEqual(ga.tokenBody({ model: 'm' }), { session: { type: 'realtime', model: 'm' } });
    assert.equal(ga.tokenFrom({ value: 'ek_1', expires_at: 1 }), 'ek_1');
    assert.equal(ga.tokenFrom({ client_secret: { value: 'ek_2' } }), 'ek_2');
    for (const id of ['vendor', 'openai-beta']) {
      const names = await named(id);
      assert.deepEqual(names.tokenBody({ model: 'm', voice: 'ash' }), { model: 'm', voice: 'ash' });
      assert.equal(names.tokenFrom({ client_secret: { value: 'ek_3', expires_at: 1 } }), 'ek_3');
    }
  });

  it('what else silences a track that the server plays from its own buffer', async () => {
    const sent = async (id: string, audio: 'track' | 'events') =>
      (await loadDialect(id)).encode?.({ type: 'response.cancel', event_id: 'e' }, audio);
    const cancel = { type: 'response.cancel', event_id: 'e' };
    for (const id of ['vendor', 'openai-beta', 'openai-ga']) assert.deepEqual(await sent(id, 'events'), cancel);
    assert.deepEqual(await sent('vendor', 'track'), cancel);
    for (const id of ['openai-beta', 'openai-ga'])
      assert.deepEqual(await sent(id, 'track'), [cancel, { type: 'output_audio_buffer.clear', event_id: 'e' }]);
  });

  it('who cuts its own sound', async () => {
    const cuts = async (id: string) => {
      const dialect = await loadDialect(id);
      return (['track', 'events', 'none'] as const).map((audio) => dialect.serverTruncates?.(audio) ?? false);
    };
    assert.deepEqual(await cuts('vendor'), [false, false, false]);
    assert.deepEqual(await cuts('openai-beta'), [true, false, false]);
    assert.deepEqual(await cuts('openai-ga'), [true, false, false]);
  });
});
