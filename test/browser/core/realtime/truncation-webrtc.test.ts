import { expect } from '@open-wc/testing';
import { createRealtimeSession } from 'voxreel';
import type { RealtimeSession } from 'voxreel';

import { until } from '../audio/recording.js';
import { answeringPeer, showAddresses, type AnsweringPeer } from '../transports/answering-peer.js';
import { has, needing } from '../../../engines/lacks.js';

/** Of 32,768: what counts as sound for the session, too (an RMS of 0.002). */
const audible = 66;

// Transport WebRTC the answer is a track. The judge is the recording of what was let through to the ear.
needing('webrtc').describe('truncation of an answer that comes as a track', () => {
  let session: RealtimeSession;
  let server: AnsweringPeer;
  let context: AudioContext;
  let voice: GainNode;

  /** When what the session hears a track by was made, on the clock of its context. */
  let ear: { readonly clock: BaseAudioContext; readonly madeAt: number } | undefined;
  const { AudioWorkletNode } = globalThis;

  before(showAddresses);
  before(() => {
    globalThis.AudioWorkletNode = class extends AudioWorkletNode {
      constructor(...[host, name, options]: ConstructorParameters<typeof AudioWorkletNode>) {
        super(host, name, options);
        if (name === 'voxreel-listener') ear = { clock: host, madeAt: host.currentTime };
      }
    };
  });
  after(() => void (globalThis.AudioWorkletNode = AudioWorkletNode));
  beforeEach(async () => {
    ear = undefined;
    context = new AudioContext();
    await context.resume();
    const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    voice = new GainNode(context, { gain: 0 });
    const tone = new OscillatorNode(context, { frequency: 300 });
    tone.connect(voice).connect(destination);
    tone.start();
    server = answeringPeer({ audio: destination.stream });
    session = createRealtimeSession({
      baseUrl: location.origin,
      model: 'm',
      getToken: async () => 't',
      transports: ['webrtc'],
      session: { modalities: ['text', 'audio'] },
      record: true,
      fetch: server.fetch,
    });
    await session.connect();
    await until(() => server.sent.length > 0);
    // A line that opens at once may be faster than the judge, and than what it judges.
    while ((await session.exportAudio()).size <= 44) await waits(10);
    await until(() => ear !== undefined && ear.clock.currentTime > ear.madeAt + 0.1);
  });
  afterEach(() => {
    session.close();
    server.close();
    void context.close();
  });

  const begin = () =>
    server.say(
      { type: 'response.created', response: { id: 'r1' } },
      {
        type: 'response.output_item.added',
        response_id: 'r1',
        item: { id: 'a', type: 'message', role: 'assistant', status: 'in_progress' },
      },
      { type: 'response.content_part.added', response_id: 'r1', item_id: 'a', content_index: 0, part: { type: 'audio' } },
    );
  const sounding = () => until(() => session.levels.speaker > 0.1);
  const waits = (ms: number) => {
    const end = context.currentTime + ms / 1000;
    return until(() => context.currentTime >= end);
  };
  const ofType = (type: string) => server.sent.filter((event) => event.type === type);
  /** From the first to the last sound of the recording's right side. A codec smears an onset over up to 10 ms, so what is audible is what the session counts as audible. */
  const soundMs = async () => {
    const file = new DataView(await (await session.exportAudio()).arrayBuffer());
    const loud = Array.from({ length: (file.byteLength - 44) / 4 }, (_, at) => Math.abs(file.getInt16(46 + at * 4, true)) > audible);
    return (loud.lastIndexOf(true) - loud.indexOf(true)) / 24;
  };
  const expectCut = async () => {
    await until(() => ofType('conversation.item.truncate').length > 0);
    await waits(300);
    const [cut] = ofType('conversation.item.truncate');
    expect(cut?.['item_id']).to.equal('a');
    expect(Number(cut?.['audio_end_ms'])).to.be.closeTo(await soundMs(), 12);
  };

  it('steady', async () => {
    begin();
    await waits(100);
    voice.gain.value = 0.5;
    await sounding();
    await waits(700);
    server.say({ type: 'input_audio_buffer.speech_started', audio_start_ms: 0, item_id: 'u' });
    await expectCut();
    expect(session.meters.heardMs).to.equal(undefined);
  });

  it('announced late: the page was busy as the answer began', async () => {
    voice.gain.value = 0.5;
    await sounding();
    begin();
    await waits(500);
    session.interrupt();
    await expectCut();
  });

  it('through a pause in speech', async () => {
    begin();
    voice.gain.value = 0.5;
    await sounding();
    await waits(300);
    voice.gain.value = 0;
    await waits(300);
    voice.gain.value = 0.5;
    await sounding();
    await waits(300);
    session.interrupt();
    await expectCut();
  });

  it('before the first sound: the item is deleted', async () => {
    begin();
    await until(() => session.store.get().activeResponseId === 'r1');
    await waits(50);
    session.interrupt();
    await until(() => ofType('conversation.item.delete').length === 1);
    expect(ofType('conversation.item.truncate')).to.deep.equal([]);
  });

  it('an answer that was over is left as it is', async () => {
    begin();
    voice.gain.value = 0.5;
    await sounding();
    voice.gain.value = 0;
    server.say({ type: 'response.done', response: { id: 'r1', status: 'completed' } });
    await until(() => session.store.get().activeResponseId === undefined);
    await waits(1000);
    session.interrupt();
    await waits(200);
    expect(ofType('conversation.item.truncate')).to.deep.equal([]);
    expect(ofType('conversation.item.delete')).to.deep.equal([]);
  });

  it('is measured: from the end of the turn to the first sound, with what the network says', async () => {
    server.say({ type: 'input_audio_buffer.speech_stopped', item_id: 'u' });
    await waits(50);
    begin();
    await waits(100);
    server.say({ type: 'response.audio_transcript.delta', response_id: 'r1', item_id: 'a', content_index: 0, delta: 'One' });
    voice.gain.value = 0.5;
    await until(() => session.meters.heardMs !== undefined);
    expect(session.meters.heardMs).to.be.within(100, 700);
    const stats = await session.stats();
    if (has('round trip')) expect(stats.roundTripMs).to.be.within(0, 100);
    else expect(stats.roundTripMs).to.equal(undefined);
    expect(stats.jitterMs).to.be.a('number');
  });
});
