// Typings of both elements for the templates of Vue. Types alone: `import type {} from 'voxreel/vue'`.
import type { HTMLAttributes, PublicProps } from 'vue';

import type { RealtimeVoiceLauncher } from '../elements/realtime-voice/launcher/realtime-voice-launcher.js';
import type { RealtimeVoice } from '../elements/realtime-voice/realtime-voice.js';
import type { VideoGenerator } from '../elements/video-generator/video-generator.js';
import type {
  ComponentHandlers,
  RealtimeVoiceAttributes,
  RealtimeVoiceEvents,
  RealtimeVoiceProperties,
  VideoGeneratorEvents,
  VideoGeneratorProperties,
} from './element-props.js';

export type * from './element-props.js';

/** A tag as Vue's templates see it: attributes go by the names of the properties, `base-url` as `baseUrl`. */
export type Tag<Element, Own> = new () => Element & { readonly $props: Own & Omit<HTMLAttributes, keyof Own> & PublicProps };

export type VideoGeneratorTag = Tag<VideoGenerator, VideoGeneratorProperties & ComponentHandlers<VideoGeneratorEvents>>;
export type RealtimeVoiceTag = Tag<RealtimeVoice, RealtimeVoiceProperties & ComponentHandlers<RealtimeVoiceEvents>>;

/** What it loads takes properties: set them on `voice`. */
export type RealtimeVoiceLauncherTag = Tag<RealtimeVoiceLauncher, RealtimeVoiceAttributes & ComponentHandlers<RealtimeVoiceEvents>>;

declare module 'vue' {
  interface GlobalComponents {
    'video-generator': VideoGeneratorTag;
    'realtime-voice': RealtimeVoiceTag;
    'realtime-voice-launcher': RealtimeVoiceLauncherTag;
  }
}
