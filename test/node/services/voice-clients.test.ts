// The makers' own clients on the stubs that our services are tested with: a wrong stub fails here.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { DeepgramClient } from '@deepgram/sdk';
import type { agent } from '@deepgram/sdk';
import { Conversation } from '@elevenlabs/client';
import { WebSocket } from 'ws';

import { deepgramVoice } from './deepgram-voice.js';
import { elevenLabsVoice } from './eleven-labs-voice.js';
import { hearsFrame, sayFrames } from './makers-frames.js';
import { scriptedWire, type ScriptedWire } from './scripted-wire.js';

const tone = Buffer.from(new Uint8Array(64).fill(9)).toString('base64');

describe('the client of Deepgram', { timeout: 120_000 }, () => {
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

describe('the client of ElevenLabs', { timeout: 120_000 }, () => {
  let maker: ScriptedWire;
  const { WebSocket: own } = globalThis;
  before(async () => {
    maker = await scriptedWire();
    // It is made for pages, which have one.
    Object.assign(globalThis, { WebSocket });
  });
  after(async () => {
    Object.assign(globalThis, { WebSocket: own });
    await maker.close();
  });

  it('holds the stub’s conversation in writing, with our settings', async () => {
    const said: string[] = [];
    let wake = (): void => {};
    const starting = Conversation.startSession({
      signedUrl: `${maker.url.replace('http', 'ws')}${elevenLabsVoice.handshake.path}`,
      textOnly: true,
      overrides: { agent: { prompt: { prompt: 'Be brief.' } }, tts: { voiceId: 'voice_1' } },
      clientTools: { weather: ({ place }: { readonly place: string }) => `warm in ${place}` },
      onMessage: ({ role, message }) => {
        said.push(`${role}: ${message}`);
        wake();
      },
    });
    const connection = await maker.connection(0);
    assert.equal(connection.headers['sec-websocket-protocol'], elevenLabsVoice.handshake.header?.[1]);
    const opening = (await connection.hears(() => true)) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    // Beside what ours says, it names itself and that it wants no sound.
    const { conversation: _written, ...override } = opening['conversation_config_override'] ?? {};
    assert.deepEqual({ type: opening['type'], conversation_config_override: override }, elevenLabsVoice.opening);
    sayFrames(connection, elevenLabsVoice.ready);
    const conversation = await starting;
    conversation.sendUserMessage('Hello');
    for (const frame of elevenLabsVoice.written?.('Hello') ?? []) await hearsFrame(connection, frame);
    sayFrames(connection, elevenLabsVoice.calls({ id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' }));
    await hearsFrame(connection, elevenLabsVoice.result({ id: 'call_1', name: 'weather' }, 'warm in Rome'));
    sayFrames(connection, elevenLabsVoice.user('And now?'));
    sayFrames(connection, elevenLabsVoice.answers('It is warm.', tone));
    while (said.length < 2) await new Promise<void>((resolve) => (wake = resolve));
    assert.deepEqual(said, ['user: And now?', 'agent: It is warm.']);
    await conversation.endSession();
    assert.equal(await connection.closed, 1000);
  });
});
