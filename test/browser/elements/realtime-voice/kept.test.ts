import { expect, fixture, html } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import { createRealtimeSession, indexedDbStorage, transcript } from 'voxreel';
import type { RealtimeVoice } from 'voxreel';
import { waitUntil } from '../until.js';

const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };

describe('<realtime-voice persist="local">', () => {
  const storage = indexedDbStorage('voxreel-voice');
  afterEach(() => storage.clear());

  it('shows the conversation of the page before, and connects to nothing for it', async () => {
    await storage.clear();
    const before = createRealtimeSession({
      baseUrl: gateway,
      model: 'rehearsal',
      transports: ['websocket'],
      modalities: ['text'],
      storage,
    });
    await before.connect();
    before.sendText('A word from before.');
    await waitUntil(() => transcript(before.store.get()).at(-1)?.role === 'assistant', 'no answer');
    before.close();

    const element = await fixture<RealtimeVoice>(
      html`<realtime-voice base-url=${gateway} token-url="http://127.0.0.1:9" model="rehearsal" persist="local"></realtime-voice>`,
    );
    await waitUntil(() => element.shadowRoot?.textContent?.includes('A word from before.'), 'the conversation is not shown');
    expect(element.session?.phase).to.equal('idle');
  });
});
