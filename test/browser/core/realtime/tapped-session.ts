// A session whose server is the test, and a recorder on its way out: what really left the page judges what the session says was heard.
import { expect } from '@open-wc/testing';
import { createRealtimeSession } from 'voxreel';
import type { RealtimeSession, RealtimeSessionOptions } from 'voxreel';

import { toBase64 } from '../../../../src/base/base64.js';
import { encodeAudio } from '../../../../src/core/audio/codecs.js';
import { outputLatencySeconds } from '../../../../src/core/audio/output-latency.js';
import { scriptedTransport, type ScriptedConnection, type SentEvent } from '../../../node/core/realtime/scripted-transport.js';
import { holdStill, soundMs, until } from '../audio/recording.js';

export interface TappedSession {
  readonly session: RealtimeSession;
  readonly server: ScriptedConnection;
  /** Sound that left the page so far. */
  recordedMs(): number;
  /** How long it was recorded so far, and after how much of it the first sound left. */
  elapsedMs(): number;
  firstSoundMs(): number;
  /** Between what is recorded and the ear. */
  latencyMs(): number;
  /** Resolves when so much more time was recorded. */
  passes(ms: number): Promise<void>;
  /** Nothing is played until the returned function is called: on a busy machine the worklet would, between two messages. */
  hold(): Promise<() => Promise<void>>;
  /** Begins an item of answer `r1`. */
  begin(id: string): void;
  /** Sends audio of an item, as fast as it goes. A page that is held up between two pieces has a real gap: in one piece there is none. */
  speak(id: string, ms: number, pieceMs?: number): void;
  end(id: string, text?: string): void;
  /** The server hears the user. */
  speechStarted(): void;
  sentOf(type: string): SentEvent[];
  close(): void;
}

type Connect = (this: AudioNode, target: AudioNode) => AudioNode;

export async function tappedSession(more: Partial<RealtimeSessionOptions> = {}): Promise<TappedSession> {
  const tap = tapOutput();
  const transport = scriptedTransport();
  transport.server = (event, { say }) => {
    if (event.type === 'conversation.item.truncate') say({ ...event, type: 'conversation.item.truncated' });
    if (event.type === 'conversation.item.delete') say({ ...event, type: 'conversation.item.deleted' });
    if (event.type === 'conversation.item.create') say({ type: 'conversation.item.created', item: event['item'] });
    if (event.type === 'response.cancel') say({ type: 'response.done', response: { id: 'r1', status: 'cancelled' } });
  };
  const session = createRealtimeSession({
    baseUrl: 'http://scripted.test',
    model: 'm',
    getToken: async () => 't',
    transports: [transport],
    session: { modalities: ['text', 'audio'] },
    audio: { latency: 'low' },
    ...more,
  });
  await session.connect();
  const [server] = transport.connections;
  if (server === undefined) throw new Error('not connected');
  server.say({ type: 'response.created', response: { id: 'r1' } });
  await tap.ready();
  const chunk = (ms: number) => toBase64(encodeAudio(new Int16Array(ms * 24).fill(16_000), 'pcm16'));
  const item = { type: 'message', role: 'assistant' };
  return {
    session,
    server,
    recordedMs: tap.recordedMs,
    elapsedMs: tap.elapsedMs,
    firstSoundMs: tap.firstSoundMs,
    latencyMs: tap.latencyMs,
    passes: tap.passes,
    hold: tap.hold,
    begin: (id) =>
      server.say(
        { type: 'response.output_item.added', response_id: 'r1', item: { ...item, id, status: 'in_progress' } },
        { type: 'response.content_part.added', response_id: 'r1', item_id: id, content_index: 0, part: { type: 'audio' } },
      ),
    speak(id, ms, pieceMs = 100) {
      for (let sent = 0; sent < ms; sent += pieceMs) {
        const delta = chunk(Math.min(pieceMs, ms - sent));
        server.say({ type: 'response.audio.delta', response_id: 'r1', item_id: id, content_index: 0, delta });
      }
    },
    end: (id, text = '') =>
      server.say(
        { type: 'response.audio_transcript.done', response_id: 'r1', item_id: id, content_index: 0, transcript: text },
        { type: 'response.audio.done', response_id: 'r1', item_id: id, content_index: 0 },
        { type: 'response.output_item.done', response_id: 'r1', item: { ...item, id, status: 'completed' } },
      ),
    speechStarted: () => server.say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' }),
    sentOf: (type) => server.sent.filter((event) => event.type === type),
    close() {
      session.close();
      tap.close();
    },
  };
}

/** Records what the next session sends to its way out, wherever that leads. */
function tapOutput() {
  const original: Connect = AudioNode.prototype.connect;
  const blocks: Float32Array[] = [];
  let rate = 0;
  let output: AudioContext | undefined;
  const ms = (count: number) => (count * 128 * 1000) / rate;
  let ready: Promise<void> | undefined;
  const record = async (node: AudioNode) => {
    const { context } = node;
    rate = context.sampleRate;
    output = context as AudioContext;
    await output.audioWorklet.addModule(new URL('../audio/recorder.worklet.ts', import.meta.url));
    const recorder = new AudioWorkletNode(context, 'test-recorder', { channelCount: 1, channelCountMode: 'explicit' });
    recorder.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => void blocks.push(data));
    recorder.port.start();
    original.call(node, recorder);
    original.call(recorder, context.destination);
  };
  AudioNode.prototype.connect = function connect(this: AudioNode, target: AudioNode | AudioParam, ...rest: number[]) {
    if (target instanceof MediaStreamAudioDestinationNode) ready ??= record(this);
    return Reflect.apply(original, this, [target, ...rest]);
  } as typeof AudioNode.prototype.connect;
  return {
    async ready() {
      await until(() => ready !== undefined);
      await ready;
    },
    async hold() {
      if (output === undefined) throw new Error('not connected');
      return holdStill(output);
    },
    recordedMs: () => blocks.reduce((sum, block) => sum + soundMs(block, rate), 0),
    elapsedMs: () => ms(blocks.length),
    firstSoundMs: () => ms(blocks.findIndex((block) => soundMs(block, rate) > 0)),
    latencyMs: () => (output === undefined ? 0 : outputLatencySeconds(output) * 1000),
    async passes(more: number) {
      const end = ms(blocks.length) + more;
      await until(() => ms(blocks.length) >= end);
    },
    close() {
      AudioNode.prototype.connect = original as typeof AudioNode.prototype.connect;
    },
  };
}

/** What was truncated, once, and how far from the truth: less than 20 ms. `beforeMs`: sound of other items. */
export async function expectTruncation({ sentOf, passes, recordedMs }: TappedSession, item: string, beforeMs = 0): Promise<void> {
  await until(() => sentOf('conversation.item.truncate').length > 0);
  await passes(200);
  const [event, ...others] = sentOf('conversation.item.truncate');
  expect(others).to.deep.equal([]);
  expect(event?.['item_id']).to.equal(item);
  expect(Number(event?.['audio_end_ms'])).to.be.closeTo(recordedMs() - beforeMs, 20);
}
