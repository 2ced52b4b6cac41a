// The classes of `voxreel/elements`: importing them registers nothing, and their events carry their fields in `detail` too.
import { expect } from '@open-wc/testing';

import { VoxreelError } from 'voxreel';
import {
  RealtimeVoice,
  VideoErrorEvent,
  VideoGenerator,
  VideoProgressEvent,
  VideoReadyEvent,
  VideoSubmitEvent,
  VoiceErrorEvent,
  VoiceMessageEvent,
  VoicePhaseEvent,
  VoiceServerEvent,
  VoiceToolCallEvent,
} from 'voxreel/elements';
import { scriptedTask } from './scripted-queue.js';

describe('voxreel/elements', () => {
  it('registers nothing', () => {
    expect(customElements.get('video-generator')).to.equal(undefined);
    expect(customElements.get('realtime-voice')).to.equal(undefined);
  });

  it('gives classes that a page extends and defines under names of its own', async () => {
    customElements.define('acme-video', class extends VideoGenerator {});
    customElements.define('acme-voice', class extends RealtimeVoice {});
    for (const [name, part] of [
      ['acme-video', 'composer'],
      ['acme-voice', 'dock'],
    ] as const) {
      const element = document.createElement(name) as VideoGenerator | RealtimeVoice;
      document.body.append(element);
      await element.updateComplete;
      expect(element.shadowRoot?.querySelector(`[part=${part}]`)).to.be.instanceOf(HTMLElement);
      element.remove();
    }
  });

  it('has the documented defaults of `persist`', () => {
    expect((document.createElement('acme-video') as VideoGenerator).persist).to.equal('local');
    expect((document.createElement('acme-voice') as RealtimeVoice).persist).to.equal('none');
  });
});

describe('the events of the elements', () => {
  const task = scriptedTask({ id: 'one' });
  const error = new VoxreelError('network', 'No answer.');
  const call = { callId: 'call_1', name: 'weather', arguments: '{}' };
  const message = { id: 'item_1' } as ConstructorParameters<typeof VoiceMessageEvent>[0];
  const serverEvent = { type: 'response.created' } as ConstructorParameters<typeof VoiceServerEvent>[0];
  const events: readonly (readonly [event: Event & { readonly detail: object }, detail: object])[] = [
    [new VideoSubmitEvent(task.draft), { draft: task.draft }],
    [new VideoProgressEvent(task), { task }],
    [new VideoReadyEvent(task), { task, outputs: task.outputs }],
    [new VideoErrorEvent(error, task), { error, task }],
    [new VoicePhaseEvent('open', 'connecting'), { phase: 'open', previous: 'connecting' }],
    [new VoiceMessageEvent(message), { message }],
    [new VoiceToolCallEvent(call, true), call],
    [new VoiceErrorEvent(error), { error }],
    [new VoiceServerEvent(serverEvent), { serverEvent }],
  ];
  for (const [event, detail] of events)
    it(`${event.type} has its fields in \`detail\` too, bubbles and crosses shadow roots`, () => {
      expect(event.detail).to.deep.equal(detail);
      for (const [name, value] of Object.entries(detail)) expect(event[name as keyof typeof event], name).to.equal(value);
      expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
      expect(event.cancelable).to.equal(/submit|tool-call/.test(event.type));
    });
});
