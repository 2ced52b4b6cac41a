// Pictures in a message of the user: sent where the dialect carries them, else refused before there is a turn.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createRealtimeSession, transcript } from 'voxreel';
import { createLocalService } from 'voxreel/local';
import { createWebsocketTransport } from 'voxreel/transports/websocket';
import { WebSocket } from 'ws';

import { scriptedTransport, until } from './scripted-transport.js';

/** 1 by 1 pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = () => new Blob([Buffer.from(png, 'base64')], { type: 'image/png' });

async function opened(dialect: string) {
  const transport = scriptedTransport();
  const session = createRealtimeSession({
    baseUrl: 'http://x.test',
    model: 'm',
    dialect,
    getToken: async () => 't',
    transports: [transport],
  });
  await session.connect();
  const sent = () => transport.connections[0]?.sent.filter(({ type }) => type !== 'session.update') ?? [];
  return { session, sent };
}

describe('pictures in a conversation', () => {
  it('go as parts of the message, in the words of the wire', async () => {
    const { session, sent } = await opened('openai-ga');
    assert.deepEqual((await session.images())?.types, ['image/jpeg', 'image/png']);
    await session.sendImages([picture()], 'What is this?');
    const [message, request] = sent();
    const item: unknown = message?.['item'];
    const { content } = item as { content: unknown };
    assert.deepEqual(content, [
      { type: 'input_text', text: 'What is this?' },
      { type: 'input_image', image_url: `data:image/png;base64,${png}` },
    ]);
    assert.equal(request?.type, 'response.create');
    await session.sendImages([`data:image/png;base64,${png}`]);
    const messages = sent().filter(({ type }) => type === 'conversation.item.create');
    assert.equal((messages[1]?.['item'] as { content: unknown[] } | undefined)?.content.length, 1);
    session.close();
  });

  it('are refused before the turn where the dialect carries none, or where it is no picture', async () => {
    const vendor = await opened('vendor');
    assert.equal(await vendor.session.images(), undefined);
    await assert.rejects(vendor.session.sendImages([picture()], 'What is this?'), { code: 'images_unsupported' });
    assert.deepEqual(vendor.sent(), []);
    vendor.session.close();
    const { session, sent } = await opened('openai-ga');
    await assert.rejects(session.sendImages(['']), { code: 'invalid_input' });
    assert.deepEqual(sent(), []);
    session.close();
    await assert.rejects(session.sendImages([picture()]), { code: 'closed' });
  });

  it('are sent where the list of models says that the model takes them', async () => {
    const transport = scriptedTransport();
    const limits = { images: { encoding: 'data-url', max: 1, maxBytes: 100_000, types: ['image/png'] } };
    const models = [
      { id: 'sees', kind: 'realtime', service: 's', limits },
      { id: 'says no types', kind: 'realtime', service: 's', limits: { images: { ...limits.images, types: undefined } } },
      { id: 'hears', kind: 'realtime', service: 's', limits: { images: { ...limits.images, max: 0 } } },
    ];
    const openedWith = async (model: string) => {
      const session = createRealtimeSession({
        baseUrl: 'http://x.test',
        model,
        dialect: 'offered',
        fetch: async () => Response.json({ object: 'list', data: models }),
        getToken: async () => 't',
        transports: [transport],
      });
      await session.connect();
      return session;
    };
    const sees = await openedWith('sees');
    assert.deepEqual(await sees.images(), { maxBytes: 100_000, types: ['image/png'] });
    await sees.sendImages([picture()], 'What is this?');
    const sent = transport.connections[0]?.sent.find(({ type }) => type === 'conversation.item.create');
    assert.deepEqual((sent?.['item'] as { content?: unknown } | undefined)?.content, [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image_url: `data:image/png;base64,${png}` },
    ]);
    sees.close();
    const saysNone = await openedWith('says no types');
    assert.deepEqual((await saysNone.images())?.types, ['image/jpeg', 'image/png']);
    saysNone.close();
    const hears = await openedWith('hears');
    await assert.rejects(hears.sendImages([picture()]), { code: 'images_unsupported' });
    // Of the model that has the conversation now.
    await hears.handOver({ name: 'Ben', model: 'sees' });
    await hears.sendImages([picture()]);
    await hears.handOver({ name: 'Aria', model: 'hears' });
    assert.equal(await hears.images(), undefined);
    await assert.rejects(hears.sendImages([picture()]), { code: 'images_unsupported' });
    hears.close();
  });

  it('are measured by the local service, and stand in the transcript', async () => {
    const service = createLocalService();
    const { url } = await service.listen();
    const session = createRealtimeSession({
      baseUrl: url,
      model: 'm',
      dialect: 'openai-ga',
      getToken: async () => service.key,
      transports: [createWebsocketTransport({ createWebSocket: (address, protocols) => new WebSocket(address, [...protocols]) })],
      modalities: ['text'],
    });
    await session.connect();
    await session.sendImages([picture()]);
    await until(() => transcript(session.store.get()).some(({ text }) => /1 by 1 pixels/.test(text)));
    const [mine] = transcript(session.store.get());
    assert.match(mine?.parts?.[0]?.imageUrl ?? '', /^data:image\/png/);
    session.close();
    await service.close();
  });
});
