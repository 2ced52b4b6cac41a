import { expect } from '@open-wc/testing';
import { createRealtimeSession, transcript } from 'voxreel';

import type { ServerEvent } from '../../../../src/core/dialects/dialect.js';
import { until } from '../audio/recording.js';
import { arm, disarm, gateway } from './kill-run.js';
import { needing } from '../../../engines/lacks.js';

/** Speech of a known length: a tone, with silence around it. */
function talker(context: AudioContext) {
  const destination = context.createMediaStreamDestination();
  return {
    stream: destination.stream,
    /** Resolves once it is said: on a busy machine the time of the context falls behind. */
    say(seconds: number): Promise<unknown> {
      const tone = new OscillatorNode(context, { frequency: 300 });
      const gain = new GainNode(context, { gain: 0.4 });
      tone.connect(gain).connect(destination);
      tone.start();
      tone.stop(context.currentTime + seconds);
      return new Promise((resolve) => tone.addEventListener('ended', resolve));
    },
  };
}

const settings = { modalities: ['text' as const], input_audio_transcription: { model: 'rehearsal' } };

function sessionOn(transport: string, byHand: boolean) {
  const events: ServerEvent[] = [];
  const errors: string[] = [];
  const session = createRealtimeSession({
    baseUrl: gateway,
    model: 'rehearsal',
    transports: [transport],
    session: { ...settings, turn_detection: byHand ? null : { type: 'server_vad', silence_duration_ms: 300 } },
    reconnect: { baseMs: 400, maxMs: 500 },
  });
  session.on('event', (event) => events.push(event));
  session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
  return { session, events, errors };
}

const spokenSeconds = (text: string): number => Number(/heard (\d+(?:\.\d+)?) seconds? of speech/.exec(text)?.[1] ?? Number.NaN);

describe('what is said while the connection is gone', () => {
  let context: AudioContext;

  beforeEach(async () => {
    context = new AudioContext();
    await context.resume();
    await disarm();
  });
  afterEach(async () => {
    await context.close();
    await disarm();
  });

  for (const byHand of [false, true]) {
    it(`over websocket is heard whole afterwards, ${byHand ? 'by push to talk' : 'with the server listening for turns'}`, async () => {
      const { session, events, errors } = sessionOn('websocket', byHand);
      const { stream, say } = talker(context);
      // The fifth event of the service is the one that we ask for in the middle of speech.
      await arm({ realtime: { dropAtEvent: 4 } });
      await session.connect();
      await session.setMicrophone(stream);
      // The next server is out of reach for some two seconds, so that there is something to keep.
      await arm({ path: '/v1/realtime', status: 503, body: {}, times: 4 });
      if (byHand) session.startTalking();
      const inTheMiddle = context.currentTime + 0.6;
      const said = say(4);
      if (byHand) await until(() => context.currentTime > inTheMiddle);
      else await until(() => events.some(({ type }) => type === 'input_audio_buffer.speech_started'));
      session.updateSession({ instructions: 'Cut here.' });
      await until(() => session.phase === 'reconnecting');
      await said;
      if (byHand) session.stopTalking();
      const answer = () => transcript(session.store.get()).find(({ role, status }) => role === 'assistant' && status === 'completed');
      await until(() => answer() !== undefined);
      // Without what was kept it would be half; a busy machine leaves gaps in the sound of a stream.
      expect(spokenSeconds(answer()?.text ?? '')).to.be.within(2.9, 4.6);
      expect(transcript(session.store.get()).filter(({ role }) => role === 'user').length).to.equal(1);
      expect(errors).to.deep.equal([]);
      session.close();
    });
  }

  needing('webrtc').it('over webrtc is said to be lost', async () => {
    const { session, events, errors } = sessionOn('webrtc', false);
    const { stream, say } = talker(context);
    await arm({ realtime: { dropAtEvent: 4 } });
    await session.connect();
    await session.setMicrophone(stream);
    await arm({ path: '/v1/realtime', status: 503, body: {}, times: 1 });
    void say(3);
    await until(() => events.some(({ type }) => type === 'input_audio_buffer.speech_started'));
    session.updateSession({ instructions: 'Cut here.' });
    await until(() => errors.some((error) => error.startsWith('speech_lost')));
    expect(session.phase).to.equal('open');
    session.close();
  });
});
