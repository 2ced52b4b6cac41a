// Both elements for Vue: typings of the tags, `import type {} from 'voxreel/vue'`, and components, which a server can render. Importing one registers both.
import { h, type FunctionalComponent, type HTMLAttributes, type PublicProps } from 'vue';

import type { RealtimeVoice as RealtimeVoiceElement } from '../elements/realtime-voice/define.js';
import '../elements/realtime-voice/define.js';
import type { RealtimeVoiceLauncher as RealtimeVoiceLauncherElement } from '../elements/realtime-voice/launcher/define.js';
import '../elements/realtime-voice/launcher/define.js';
import { voiceProperties } from '../elements/realtime-voice/voice-properties.js';
import type { VideoGenerator as VideoGeneratorElement } from '../elements/video-generator/define.js';
import '../elements/video-generator/define.js';
import { videoProperties } from '../elements/video-generator/video-properties.js';
import { withAttributes, type Properties } from './attributes.js';
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

/** What `<video-generator>` takes in a Vue template. */
export type VideoGeneratorTag = Tag<VideoGeneratorElement, VideoGeneratorProperties & ComponentHandlers<VideoGeneratorEvents>>;

/** What `<realtime-voice>` takes in a Vue template. */
export type RealtimeVoiceTag = Tag<RealtimeVoiceElement, RealtimeVoiceProperties & ComponentHandlers<RealtimeVoiceEvents>>;

/** What it loads takes properties: set them on `voice`. */
export type RealtimeVoiceLauncherTag = Tag<RealtimeVoiceLauncherElement, RealtimeVoiceAttributes & ComponentHandlers<RealtimeVoiceEvents>>;

type Component<Props> = FunctionalComponent<Props & Omit<HTMLAttributes, keyof Props>>;

/** Writes `base-url` where a template says `baseUrl`, on a server as on the page. Objects are properties and events are listened to, as on any tag. */
function component<Props>(tagName: string, properties: Properties): Component<Props> {
  const drawn: FunctionalComponent<Record<string, unknown>> = (_, { attrs, slots }) =>
    h(tagName, withAttributes(properties, attrs), slots['default']?.());
  drawn.displayName = tagName;
  drawn.inheritAttrs = false;
  return drawn as unknown as Component<Props>;
}

/** `<video-generator>`. A template ref gives the element, with its methods. */
export const VideoGenerator: Component<VideoGeneratorProperties & ComponentHandlers<VideoGeneratorEvents>> = component(
  'video-generator',
  videoProperties,
);

/** `<realtime-voice>`. A template ref gives the element, with its methods. */
export const RealtimeVoice: Component<RealtimeVoiceProperties & ComponentHandlers<RealtimeVoiceEvents>> = component(
  'realtime-voice',
  voiceProperties,
);

/** `<realtime-voice-launcher>`. A template ref gives the element, whose `voice` takes properties. */
export const RealtimeVoiceLauncher: Component<RealtimeVoiceAttributes & ComponentHandlers<RealtimeVoiceEvents>> = component(
  'realtime-voice-launcher',
  voiceProperties,
);

declare module 'vue' {
  interface GlobalComponents {
    'video-generator': VideoGeneratorTag;
    'realtime-voice': RealtimeVoiceTag;
    'realtime-voice-launcher': RealtimeVoiceLauncherTag;
  }
}
