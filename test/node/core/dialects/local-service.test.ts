// A session in each dialect, over WebSocket, against the local service, which speaks all three.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import { checkTransport } from 'voxreel/testing';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { createRealtimeSession, defineTool, dialects, transcript } from 'voxreel';

import { loadDialect } from '../../../../src/core/catalog/load-dialect.js';
import { findItem } from '../../../../src/core/store/conversation-items.js';
import { until } from '../realtime/scripted-transport.js';

const service = createLocalService({ key: 'voxreel-local' });
let baseUrl = '';
before(async () => {
  baseUrl = (await service.listen()).url;
});
after(() => service.close());

const transport = createWebsocketTransport({ createWebSocket: (url, protocols) => new WebSocket(url, protocols) });
/** The standard key makes the tokens, as a page's own server would. */
const withKey: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...Object(init?.headers), Authorization: 'Bearer voxreel-local' } });

for (const { id } of dialects.list()) {
  test(`${id}: a token of its own, a spoken answer, a function called once, and all of it in the documents’ words`, async () => {
    const asked: unknown[] = [];
    const errors: string[] = [];
    const session = createRealtimeSession({
      baseUrl,
      model: 'rehearsal',
      dialect: id,
      transports: [transport],
      fetch: withKey,
      session: {
        modalities: ['text', 'audio'],
        instructions: 'Be brief.',
        max_output_tokens: 4096,
        temperature: 0.1,
        turn_detection: null,
      },
      tools: [
        defineTool({
          name: 'get_time',
          description: 'The time of day in a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
          execute: (args) => (asked.push(args), { time: '12:34' }),
        }),
      ],
    });
    session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
    const answers = () =>
      transcript(session.store.get()).filter(
        ({ role, type, status }) => role === 'assistant' && type === 'message' && status === 'completed',
      );
    await session.connect();
    session.sendText('Say hello.');
    await until(() => answers().length === 1);
    session.sendText('What time is it in Oslo? Please use get_time.');
    await until(() => answers().length === 2);
    const state = session.store.get();
    assert.equal(asked.length, 1);
    assert.deepEqual(
      transcript(state)
        .filter(({ role }) => role === 'user')
        .map(({ text }) => text)[0],
      'Say hello.',
    );
    assert.deepEqual([state.session?.['turn_detection'], state.session?.['instructions']], [null, 'Be brief.']);
    assert.equal(state.session?.['output_audio_format'], 'pcm16');
    assert.equal(state.session?.['max_output_tokens'], 4096);
    for (const { id: item, text, spoken } of answers()) {
      assert.ok(spoken && text.length > 3);
      assert.deepEqual(
        findItem(state, item)?.parts.map(({ type }) => type),
        ['audio'],
      );
      assert.ok((findItem(state, item)?.parts[0]?.audioMs ?? 0) > 200);
    }
    assert.ok(state.usage.totalTokens > 0);
    assert.equal(state.activeResponseId, undefined);
    assert.deepEqual(errors, []);
    session.close();
  });

  test(`${id}: the websocket transport holds its contract`, async () => {
    const names = (await loadDialect(id)).names();
    const target = (token: string) => () => ({ baseUrl, model: 'rehearsal', token, names });
    const refused = { refused: target('wrong'), refusedWith: 'unauthorized' };
    assert.deepEqual(await checkTransport(transport, { target: target('voxreel-local'), ...refused }), []);
  });
}
