// <realtime-voice> as its lazily loaded parts see it.
import type { ReactiveControllerHost } from 'lit';

import type { VoiceProperties } from './voice-properties.js';

export interface VoiceElement extends ReactiveControllerHost, HTMLElement, VoiceProperties {
  readonly renderRoot: HTMLElement | DocumentFragment;
}
