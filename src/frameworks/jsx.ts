// Typings of both elements for the JSX of React 19, which takes them as they are. Types alone: `import type {} from 'voxreel/jsx'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

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
export type Tag<Element, Own> = Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Own> & Own;

/** What `<video-generator>` takes in JSX. */
export type VideoGeneratorTag = Tag<
  VideoGenerator,
  VideoGeneratorAttributes & VideoGeneratorTagProperties & Handlers<VideoGeneratorEvents>
>;

/** What `<realtime-voice>` takes in JSX. */
export type RealtimeVoiceTag = Tag<RealtimeVoice, RealtimeVoiceAttributes & RealtimeVoiceTagProperties & Handlers<RealtimeVoiceEvents>>;

/** What it loads takes properties: set them on `voice`. */
export type RealtimeVoiceLauncherTag = Tag<RealtimeVoiceLauncher, RealtimeVoiceAttributes & Handlers<RealtimeVoiceEvents>>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'video-generator': VideoGeneratorTag;
      'realtime-voice': RealtimeVoiceTag;
      'realtime-voice-launcher': RealtimeVoiceLauncherTag;
    }
  }
}
