// Registers <realtime-voice>. A second time, or a second copy of the library, is harmless. Does nothing where there are no elements.
import { RealtimeVoice } from './realtime-voice.js';

declare global {
  interface HTMLElementTagNameMap {
    'realtime-voice': RealtimeVoice;
  }
}

const name = 'realtime-voice';

if (typeof customElements !== 'undefined' && customElements.get(name) === undefined) customElements.define(name, RealtimeVoice);

export { RealtimeVoice };
