// The makers' own clients on the stubs that our services are tested with: a wrong stub fails here.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { DeepgramClient } from '@deepgram/sdk';
import type { agent } from '@deepgram/sdk';

import { deepgramVoice } from './deepgram-voice.js';
import { hearsFrame, sayFrames } from './makers-frames.js';
import { scriptedWire, type ScriptedWire } from './scripted-wire.js';

const tone = Buffer.from(new Uint8Array(64).fill(9)).toString('base64');

describe('the client of Deepgram', { timeout: 30_000 }, () => {
  let maker: ScriptedWire;
  before(async () => {
    maker = await scriptedWire();
  });
  after(() => maker.close());

  it('holds the stub’s conversation, with our settings', async () => {
    const address = maker.url.replace('http', 'ws');
    const client = new DeepgramClient({
      apiKey: deepgramVoice.key,
      environment: { base: maker.url, production: address, agent: address, agentRest: maker.url },
    });
    const socket = await client.agent.v1.createConnection({});
    const heard: unknown[] = [];
    let wake = (): void => {};
    socket.on('message', (message) => {
      heard.push(message);
      wake();
    });
    const hears = async (type: string): Promise<unknown> => {
      for (;;) {
        const found = heard.find((message) => (message as { readonly type?: string }).type === type);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    };
    socket.connect();
    await socket.waitForOpen();
    const connection = await maker.connection(maker.count - 1);
    assert.equal(connection.headers['authorization'], deepgramVoice.handshake.header?.[1]);
    assert.equal(new URL(connection.url, maker.url).pathname, deepgramVoice.handshake.path);
    sayFrames(connection, deepgramVoice.hello);
    socket.sendSettings(deepgramVoice.opening as agent.AgentV1Settings);
    await hearsFrame(connection, deepgramVoice.opening);
    sayFrames(connection, deepgramVoice.ready);
    await hears('SettingsApplied');
    socket.sendMedia(Buffer.from(tone, 'base64'));
    await connection.hears((frame) => deepgramVoice.soundIn(frame) === tone);
    sayFrames(connection, deepgramVoice.user('Hello'));
    sayFrames(connection, deepgramVoice.calls({ id: 'call_1', name: 'weather', arguments: '{}' }));
    const { functions } = (await hears('FunctionCallRequest')) as agent.AgentV1FunctionCallRequest;
    const [call] = functions;
    assert.ok(call?.client_side === true);
    socket.sendFunctionCallResponse(deepgramVoice.result(call, '{}') as agent.AgentV1SendFunctionCallResponse);
    await hearsFrame(connection, deepgramVoice.result(call, '{}'));
    sayFrames(connection, deepgramVoice.answers('Hello!', tone));
    await hears('AgentAudioDone');
    socket.close();
  });
});
