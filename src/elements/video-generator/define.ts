// Registers <video-generator>. A second time, or with another copy of the library on the page, does nothing.
import { VideoGenerator } from './video-generator.js';

declare global {
  interface HTMLElementTagNameMap {
    'video-generator': VideoGenerator;
  }
}

if (globalThis.customElements !== undefined && customElements.get('video-generator') === undefined) {
  customElements.define('video-generator', VideoGenerator);
}

export { VideoGenerator };
export type {
  VideoDraftEvent,
  VideoErrorEvent,
  VideoNotifyEvent,
  VideoTakeAlongEvent,
  VideoProgressEvent,
  VideoReadyEvent,
  VideoSubmitEvent,
} from './events.js';
