import { expect } from '@open-wc/testing';
import { createRealtimeSession, defineTool, transcript } from 'voxreel';

import { until } from '../audio/recording.js';
import { needing } from '../../../engines/lacks.js';

const service = (await (await fetch('/test-service.json')).json()) as { local: string; localKey: string };
/** The standard key makes the tokens, as a page's own server would. */
const withKey: typeof fetch = (url, init) =>
  fetch(url, { ...init, headers: { Authorization: `Bearer ${service.localKey}`, ...Object(init?.headers) } });

for (const dialect of ['openai-beta', 'openai-ga']) {
  for (const transport of ['websocket', 'webrtc'] as const) {
    needing(transport).it(
      `a session in ${dialect} over ${transport}, with the local service: speech, a function call, no error`,
      async () => {
        const errors: string[] = [];
        let calls = 0;
        let loudest = 0;
        const session = createRealtimeSession({
          baseUrl: service.local,
          model: 'rehearsal',
          dialect,
          transports: [transport],
          fetch: withKey,
          session: { modalities: ['text', 'audio'], turn_detection: null, temperature: 1 },
          tools: [defineTool({ name: 'get_time', description: 'The time of day in a city.', execute: () => (calls++, '12:34') })],
        });
        session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
        const answers = () =>
          transcript(session.store.get()).filter((one) => one.type === 'message' && one.role === 'assistant' && one.status === 'completed');
        await session.connect();
        session.sendText('What time is it in Oslo? Please use get_time.');
        await until(() => {
          loudest = Math.max(loudest, session.levels.speaker);
          return answers().length > 0 && loudest > 0.01;
        }, 20_000);
        expect(calls).to.equal(1);
        expect(session.store.get().session?.['output_audio_format']).to.equal('pcm16');
        expect(answers()[0]?.text).to.match(/12:34|\w{3}/);
        expect(errors).to.deep.equal([]);
        session.close();
      },
    );
  }

  needing('webrtc').it(
    `an answer in ${dialect} over webrtc that the user stops is cut by the server, once, where it was heard`,
    async () => {
      const errors: string[] = [];
      const cuts: unknown[] = [];
      const session = createRealtimeSession({
        baseUrl: service.local,
        model: 'rehearsal',
        dialect,
        transports: ['webrtc'],
        fetch: withKey,
        session: { modalities: ['text', 'audio'], turn_detection: null },
      });
      session.on('error', ({ code, message }) => errors.push(`${code}: ${message}`));
      session.on('event', (event) => {
        if (event.type === 'error') errors.push(JSON.stringify(event.error));
        if (event.type === 'conversation.item.truncated') cuts.push(event.audio_end_ms);
      });
      await session.connect();
      session.sendText('Tell me a long story.');
      await until(() => session.levels.speaker > 0.01);
      await new Promise((resolve) => setTimeout(resolve, 600));
      session.interrupt();
      await until(() => session.store.get().activeResponseId === undefined);
      await until(() => transcript(session.store.get()).some(({ role, cut }) => role === 'assistant' && cut));
      expect(cuts).to.have.length(1);
      expect(cuts[0]).to.be.within(200, 2500);
      expect(errors).to.deep.equal([]);
      session.close();
    },
  );
}
