// What the round button does not do, while a conversation is on: it has a button of its own beside the text field.
import { html, type TemplateResult } from 'lit';

import { hangUpIcon, microphoneIcon, microphoneOffIcon } from '../shared/icons.js';
import type { TalkState } from './talk-state.js';
import type { VoiceWords } from './voice-words.js';

export interface SecondButton {
  readonly words: VoiceWords;
  /** Of the round button; undefined where there is none. */
  readonly talk: TalkState | undefined;
  readonly muted: boolean;
  readonly toggleMute: () => void;
  readonly hangUp: () => void;
}

/** Mutes where the round button hangs up, and hangs up where it does not. */
export function secondButton({ words, talk, muted, toggleMute, hangUp }: SecondButton): TemplateResult | undefined {
  if (talk === 'connecting') return undefined;
  if (talk !== 'live' && talk !== 'muted') return roundButton(words.hangUp, hangUpIcon, hangUp);
  return muted ? roundButton(words.unmute, microphoneOffIcon, toggleMute) : roundButton(words.mute, microphoneIcon, toggleMute);
}

const roundButton = (label: string, icon: TemplateResult, act: () => void): TemplateResult =>
  html`<button type="button" class="button round" aria-label=${label} title=${label} @click=${act}>${icon}</button>`;
