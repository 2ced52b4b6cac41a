// Typings of both elements for the templates of Svelte. Types alone: `import type {} from 'voxreel/svelte'`.
import type { HTMLAttributes } from 'svelte/elements';

import type { RealtimeVoiceLauncher } from '../elements/realtime-voice/launcher/realtime-voice-launcher.js';
import type { RealtimeVoice } from '../elements/realtime-voice/realtime-voice.js';
import type { VideoGenerator } from '../elements/video-generator/video-generator.js';
import type {
  Handlers,
  RealtimeVoiceAttributes,
  RealtimeVoiceEvents,
  RealtimeVoiceTagProperties,
  VideoGeneratorAttributes,
  VideoGeneratorEvents,
  VideoGeneratorTagProperties,
} from './element-props.js';

export type * from './element-props.js';

/** An element as a tag: the attributes of HTML, and its own. */
export type Tag<Element extends EventTarget, Own> = Omit<HTMLAttributes<Element>, keyof Own> & Own;

/** What `<video-generator>` takes in Svelte. */
export type VideoGeneratorTag = Tag<
  VideoGenerator,
  VideoGeneratorAttributes & VideoGeneratorTagProperties & Handlers<VideoGeneratorEvents>
>;

/** What `<realtime-voice>` takes in Svelte. */
export type RealtimeVoiceTag = Tag<RealtimeVoice, RealtimeVoiceAttributes & RealtimeVoiceTagProperties & Handlers<RealtimeVoiceEvents>>;

/** What it loads takes properties: set them on `voice`. */
export type RealtimeVoiceLauncherTag = Tag<RealtimeVoiceLauncher, RealtimeVoiceAttributes & Handlers<RealtimeVoiceEvents>>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'video-generator': VideoGeneratorTag;
    'realtime-voice': RealtimeVoiceTag;
    'realtime-voice-launcher': RealtimeVoiceLauncherTag;
  }
}
