// Registers <realtime-voice-launcher>. A second time, or a second copy of the library, is harmless. Does nothing where there are no elements.
import { RealtimeVoiceLauncher } from './realtime-voice-launcher.js';

declare global {
  interface HTMLElementTagNameMap {
    'realtime-voice-launcher': RealtimeVoiceLauncher;
  }
}

if (typeof customElements !== 'undefined' && customElements.get('realtime-voice-launcher') === undefined)
  customElements.define('realtime-voice-launcher', RealtimeVoiceLauncher);

export { RealtimeVoiceLauncher };
