// <realtime-voice>: pictures that wait for the next message, and the ways to add one.
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';

import { createScriptedSession, type ScriptedSession } from '../../test/browser/elements/scripted-session.js';
import { given, once } from '../given.js';
import { films, pictureOf } from '../media/films.js';
import { connected, play, voiceMeta, type VoiceArgs } from './stage.js';

const meta: Meta<VoiceArgs> = { title: 'realtime-voice/Pictures', component: 'realtime-voice', ...voiceMeta };
export default meta;

type Story = StoryObj<VoiceArgs>;

const withSession = (make: () => ScriptedSession): Story => ({
  render: (args) => html`<realtime-voice .session=${once(make)} ${given(args)}></realtime-voice>`,
});

const seeing = withSession(() => {
  const session = createScriptedSession({ images: { maxBytes: 180_000, types: ['image/jpeg'] } });
  connected(session);
  return session;
});

const paste = async (element: HTMLElement): Promise<void> => {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await pictureOf(films.desert));
  // Firefox lets no script make an event that holds files.
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  element.dispatchEvent(event);
};

export const Ways: Story = { ...seeing, play: play(async ({ press }) => press('Add a picture')) };
export const Waiting: Story = {
  ...seeing,
  play: play(async ({ element, find }) => {
    await paste(element);
    await find('.picked canvas');
  }),
};
export const Refused: Story = {
  ...withSession(() => {
    const session = createScriptedSession();
    connected(session);
    return session;
  }),
  play: play(async ({ element, says }) => {
    await paste(element);
    await says('This service does not accept pictures in a conversation.');
  }),
};
