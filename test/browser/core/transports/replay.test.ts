import { expect } from '@open-wc/testing';
import { createReplayTransport } from 'voxreel/transports/replay';
import { createRealtimeSession, importConversation, transcript } from 'voxreel';

import { until } from '../audio/recording.js';

const fixture = async (name: string) => (await fetch(`/test/fixtures/${name}.jsonl`)).text();

describe('the replay transport', () => {
  const session = (log: string, speed: number | 'instant') => {
    const transport = createReplayTransport({ log, speed });
    const fetched: unknown[] = [];
    const spy = (...call: unknown[]) => (fetched.push(call), Promise.reject(new Error('There is no server.')));
    return {
      transport,
      fetched,
      session: createRealtimeSession({ baseUrl: location.origin, model: 'm', transports: [transport], fetch: spy }),
    };
  };

  it('shows a conversation with no server: the session asks nobody for anything', async () => {
    const log = await fixture('conversation-text');
    const { session: shown, transport, fetched } = session(log, 'instant');
    const errors: unknown[] = [];
    shown.on('error', (error) => errors.push(error));
    await shown.connect();
    await transport.ended;
    expect(transcript(shown.store.get())).to.deep.equal(transcript((await importConversation(log)).state));
    expect(fetched).to.deep.equal([]);
    expect(errors).to.deep.equal([]);
    expect(shown.phase).to.equal('open');
    shown.close();
  });

  it('lets a record that kept its sound be heard', async () => {
    const { session: shown, transport } = session(await fixture('conversation'), 'instant');
    expect(transport.audio).to.equal('events');
    shown.updateSession({ modalities: ['text', 'audio'] });
    await shown.connect();
    await until(() => shown.levels.speaker > 0.01);
    expect(shown.transport).to.equal('replay');
    shown.close();
  });
});
