import { expect } from '@open-wc/testing';

import { toBase64 } from '../../../../src/core/audio/base64.js';
import { encodeAudio } from '../../../../src/core/audio/codecs.js';
import { createRealtimeSession } from '../../../../src/core/realtime/session.js';
import type { RealtimeSession } from '../../../../src/core/realtime/realtime-session.js';
import { transcript } from '../../../../src/core/store/transcript.js';
import { scriptedTransport, type ScriptedConnection, type SentEvent } from '../../../node/core/realtime/scripted-transport.js';
import { soundMs, until } from '../audio/recording.js';

// The judge is what really left the page: every destination of the session's context also feeds a recorder.
describe('barge-in', () => {
  let session: RealtimeSession;
  let server: ScriptedConnection;
  let blocks: Float32Array[];
  let rate: number;
  const original: (this: AudioNode, target: AudioNode) => AudioNode = AudioNode.prototype.connect;

  const recordedMs = () => blocks.reduce((sum, block) => sum + soundMs(block, rate), 0);

  beforeEach(async () => {
    blocks = [];
    // Taps the session's own way out, wherever it leads.
    let tapped = false;
    const tap = async (node: AudioNode) => {
      const { context } = node;
      rate = context.sampleRate;
      await (context as AudioContext).audioWorklet.addModule(new URL('../audio/recorder.worklet.ts', import.meta.url));
      const recorder = new AudioWorkletNode(context, 'test-recorder', { channelCount: 1, channelCountMode: 'explicit' });
      recorder.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => void blocks.push(data));
      recorder.port.start();
      original.call(node, recorder);
      original.call(recorder, context.destination);
    };
    let ready: Promise<void> | undefined;
    AudioNode.prototype.connect = function connect(this: AudioNode, target: AudioNode | AudioParam, ...rest: number[]) {
      if (!tapped && target instanceof MediaStreamAudioDestinationNode) {
        tapped = true;
        ready = tap(this);
      }
      return Reflect.apply(original, this, [target, ...rest]);
    } as typeof AudioNode.prototype.connect;
    const transport = scriptedTransport();
    transport.server = (event, { say }) => {
      if (event.type === 'conversation.item.truncate') say({ ...event, type: 'conversation.item.truncated' });
      if (event.type === 'conversation.item.delete') say({ ...event, type: 'conversation.item.deleted' });
      if (event.type === 'conversation.item.create') say({ type: 'conversation.item.created', item: event['item'] });
      if (event.type === 'response.cancel') say({ type: 'response.done', response: { id: 'r1', status: 'cancelled' } });
    };
    session = createRealtimeSession({
      baseUrl: 'http://scripted.test',
      model: 'm',
      getToken: async () => 't',
      transports: [transport],
      session: { modalities: ['text', 'audio'] },
      audio: { latency: 'low' },
    });
    await session.connect();
    const [connection] = transport.connections;
    if (connection === undefined) throw new Error('not connected');
    server = connection;
    server.say({ type: 'response.created', response: { id: 'r1' } });
    await until(() => ready !== undefined);
    await ready;
  });

  afterEach(() => {
    session.close();
    AudioNode.prototype.connect = original as typeof AudioNode.prototype.connect;
  });

  const begin = (id: string) =>
    server.say(
      { type: 'response.output_item.added', response_id: 'r1', item: { id, type: 'message', role: 'assistant', status: 'in_progress' } },
      { type: 'response.content_part.added', response_id: 'r1', item_id: id, content_index: 0, part: { type: 'audio' } },
    );
  const speak = (id: string, ms: number) => {
    const chunk = toBase64(encodeAudio(new Int16Array(2400).fill(16_000), 'pcm16'));
    for (let sent = 0; sent < ms; sent += 100)
      server.say({ type: 'response.audio.delta', response_id: 'r1', item_id: id, content_index: 0, delta: chunk });
  };
  const end = (id: string, text = '') =>
    server.say(
      { type: 'response.audio_transcript.done', response_id: 'r1', item_id: id, content_index: 0, transcript: text },
      { type: 'response.audio.done', response_id: 'r1', item_id: id, content_index: 0 },
      { type: 'response.output_item.done', response_id: 'r1', item: { id, type: 'message', role: 'assistant', status: 'completed' } },
    );
  const sentOf = (type: string): SentEvent[] => server.sent.filter((event) => event.type === type);
  const settled = async () => {
    const count = blocks.length + 80;
    await until(() => blocks.length >= count);
  };
  const speechStarted = () => server.say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' });

  const truncation = async (item: string, beforeMs = 0) => {
    await until(() => sentOf('conversation.item.truncate').length === 1);
    await settled();
    const [event] = sentOf('conversation.item.truncate');
    expect(event?.['item_id']).to.equal(item);
    expect(Number(event?.['audio_end_ms'])).to.be.closeTo(recordedMs() - beforeMs, 20);
  };

  it('steady: the item is truncated at what was heard', async () => {
    begin('a');
    speak('a', 4000);
    await until(() => recordedMs() >= 500);
    speechStarted();
    await truncation('a');
  });

  it('after a gap of 600 ms in the network', async () => {
    begin('a');
    speak('a', 300);
    await until(() => recordedMs() >= 290);
    const gap = blocks.length + (0.6 * rate) / 128;
    await until(() => blocks.length >= gap);
    speak('a', 2000);
    await until(() => recordedMs() >= 600);
    speechStarted();
    await truncation('a');
  });

  it('in the first of two queued items: the second is deleted', async () => {
    begin('a');
    speak('a', 2000);
    end('a');
    begin('b');
    speak('b', 2000);
    end('b');
    await until(() => recordedMs() >= 500);
    speechStarted();
    await truncation('a');
    expect(sentOf('conversation.item.delete').map((event) => event['item_id'])).to.deep.equal(['b']);
  });

  it('in the second of two queued items', async () => {
    begin('a');
    speak('a', 400);
    end('a');
    begin('b');
    speak('b', 3000);
    await until(() => recordedMs() >= 800);
    speechStarted();
    await truncation('b', 400);
    expect(sentOf('conversation.item.delete')).to.deep.equal([]);
  });

  it('after all audio arrived and not all was played; the transcript keeps what was heard', async () => {
    begin('a');
    speak('a', 2000);
    end('a', 'one two three four five six seven eight nine ten');
    server.say({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
    await until(() => recordedMs() >= 700);
    session.interrupt();
    await truncation('a');
    expect(sentOf('response.cancel')).to.deep.equal([]);
    const [entry] = transcript(session.store.get());
    expect(entry?.cut).to.equal(true);
    expect(entry?.heardLength).to.be.within(5, 35);
  });

  it('before the first sample: the item is deleted, never truncated at 0', async () => {
    begin('a');
    session.interrupt();
    await until(() => sentOf('conversation.item.delete').length === 1);
    expect(sentOf('conversation.item.truncate')).to.deep.equal([]);
    expect(sentOf('response.cancel')).to.have.length(1);
  });

  it('what was heard whole is left as it is', async () => {
    begin('a');
    speak('a', 200);
    end('a');
    await until(() => recordedMs() >= 199);
    await settled();
    session.interrupt();
    await settled();
    expect(sentOf('conversation.item.truncate')).to.deep.equal([]);
    expect(sentOf('conversation.item.delete')).to.deep.equal([]);
  });

  it('a typed message: cancel, truncate, then the message', async () => {
    begin('a');
    speak('a', 3000);
    await until(() => recordedMs() >= 300);
    session.sendText('Wait.');
    await until(() => sentOf('response.create').length === 1);
    expect(server.sent.map(({ type }) => type).filter((type) => type !== 'session.update')).to.deep.equal([
      'response.cancel',
      'conversation.item.truncate',
      'conversation.item.create',
      'response.create',
    ]);
  });

  it('audio that comes late for an interrupted answer is not played', async () => {
    begin('a');
    speak('a', 300);
    await until(() => recordedMs() >= 200);
    speechStarted();
    await until(() => sentOf('conversation.item.truncate').length === 1);
    await settled();
    const before = recordedMs();
    speak('a', 500);
    await settled();
    expect(recordedMs()).to.equal(before);
  });
});
