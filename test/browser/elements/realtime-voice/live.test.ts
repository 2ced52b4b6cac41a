// <realtime-voice> with nothing scripted: the local service behind its gateway, a real microphone of the browser's, real sound.
import { expect, fixture, html, oneEvent } from '@open-wc/testing';

import type { RealtimeVoice } from '../../../../src/elements/realtime-voice/define.js';
import 'voxreel/realtime-voice';
import { defineTool } from 'voxreel';
import type { VoiceMessageEvent } from 'voxreel';
import { has, needing } from '../../../engines/lacks.js';
import { waitUntil } from '../until.js';

const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
const patient = { timeout: 60_000 };

async function element(attributes: Record<string, string>): Promise<RealtimeVoice> {
  const made = await fixture<RealtimeVoice>(html`<realtime-voice></realtime-voice>`);
  for (const [name, value] of Object.entries({ 'base-url': gateway, model: 'rehearsal', ...attributes })) made.setAttribute(name, value);
  await made.updateComplete;
  return made;
}

const text = (of: RealtimeVoice, selector: string) => of.shadowRoot?.querySelector(selector)?.textContent?.trim() ?? '';
const press = (of: RealtimeVoice, name: string) => of.shadowRoot?.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click();
const shows = (of: RealtimeVoice, selector: string, wanted: RegExp) =>
  waitUntil(() => wanted.test(text(of, selector)), `${selector} shows "${text(of, selector)}", not ${wanted}`, patient);

for (const transport of ['webrtc', 'websocket'] as const) {
  needing(transport).describe(`<realtime-voice> over ${transport}, with the local service`, () => {
    it('listens, answers a typed message aloud, and hangs up', async () => {
      const voice = await element({ transport });
      press(voice, 'Talk');
      await shows(voice, '.status', /Listening|Answering|Speaking/);
      expect(text(voice, '.transport').toLowerCase()).to.equal(transport);
      // The browser's fake microphone beeps, and would interrupt the answer.
      press(voice, 'Mute microphone');
      voice.sendText('Good day.');
      await shows(voice, '.status', /Speaking/);
      await shows(voice, '.lines', /Good day\./);
      press(voice, 'Hang up');
      await shows(voice, '.status', /Ended/);
    });

    it('holds a conversation in writing, without a microphone', async () => {
      const voice = await element({ transport, modalities: 'text' });
      const messages: string[] = [];
      voice.addEventListener('voice-message', ({ message }: VoiceMessageEvent) => messages.push(message.role));
      voice.sendText('Good day.');
      await waitUntil(() => messages.includes('assistant'), 'no answer', patient);
      expect(messages).to.deep.equal(['user', 'assistant']);
      voice.disconnect();
    });

    it('runs a function once a person allows it', async () => {
      const voice = await element({ transport, modalities: 'text' });
      const asked: unknown[] = [];
      voice.tools = [
        defineTool({
          name: 'trail_status',
          description: 'Tells whether a trail is open.',
          parameters: { type: 'object', properties: { trail: { type: 'string' } } },
          approve: true,
          execute: (args: { trail?: string }) => {
            asked.push(args);
            return { open: true };
          },
        }),
      ];
      const called = oneEvent(voice, 'voice-tool-call');
      voice.sendText('Call trail_status for the mill loop.');
      expect((await called).cancelable).to.equal(true);
      await shows(voice, '.call code', /trail_status\(/);
      expect(asked).to.have.length(0);
      press(voice, 'Allow trail_status');
      await shows(voice, '.call .note', /done/);
      expect(asked).to.have.length(1);
      voice.disconnect();
    });

    it('tells once of a function that runs by itself, with its arguments, and once how it ended', async () => {
      const voice = await element({ transport, modalities: 'text' });
      const called: string[] = [];
      const ended: unknown[] = [];
      voice.addEventListener('voice-tool-call', ({ name, arguments: args }) => called.push(`${name}(${args})`));
      voice.addEventListener('voice-telemetry', ({ detail }) => detail.name === 'tool' && ended.push([detail.tool, detail.outcome]));
      const parameters = { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] };
      voice.tools = [{ name: 'set_color', description: 'Changes the background.', parameters, execute: ({ color }) => ({ color }) }];
      voice.sendText('Set color to light blue.');
      await shows(voice, '.lines', /answered: .*light blue/);
      expect(called).to.deep.equal(['set_color({"color":"light blue"})']);
      expect(ended).to.deep.equal([['set_color', 'completed']]);
      voice.disconnect();
    });
  });
}

it('finds its own way where no transport is named', async () => {
  const voice = await element({ modalities: 'text' });
  voice.sendText('Good day.');
  await shows(voice, '.transport', has('webrtc') ? /WebRTC/i : /WebSocket/i);
  await shows(voice, '.lines', /Good day\./);
  voice.disconnect();
});
