// What both elements take and tell, as types for the JSX and templates of frameworks.
import type { RealtimeVoiceEvents } from '../elements/realtime-voice/events.js';
import type { VoiceProperties } from '../elements/realtime-voice/voice-properties.js';
import type { VideoGeneratorEvents } from '../elements/video-generator/events.js';
import type { VideoProperties } from '../elements/video-generator/video-properties.js';

export type { RealtimeVoiceEvents, VideoGeneratorEvents };

type Hyphenated<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Hyphenated<Rest>}`
  : '';

/** What an attribute can hold. */
type Scalar<All> = { [Key in keyof All]: All[Key] extends string | number | boolean | undefined ? Key : never }[keyof All];

/** By name, as properties. */
type Properties<All> = { [Key in keyof All]?: All[Key] | undefined };
/** By name, as attributes: `baseUrl` is `base-url`. */
type Attributes<All> = { [Key in Scalar<All> & string as Hyphenated<Key>]?: All[Key] | undefined };

/** Whose attribute has another name: as a property it gets lost where a server writes the tag. */
type Renamed<All> = { [Key in Scalar<All> & string]: Hyphenated<Key> extends Key ? never : Key }[Scalar<All> & string];
/** What a plain tag takes by the names of properties. `baseUrl` is not among them: HTML lowercases the names of attributes, so a tag takes `base-url`. */
type TagProperties<All> = Omit<Properties<All>, Renamed<All>>;

/** The properties of `<video-generator>`, all optional. */
export type VideoGeneratorProperties = Properties<VideoProperties>;

/** The attributes of `<video-generator>`. */
export type VideoGeneratorAttributes = Attributes<VideoProperties>;

/** The properties of `<realtime-voice>`, all optional. */
export type RealtimeVoiceProperties = Properties<VoiceProperties>;

/** The properties of `<video-generator>` that have no attribute. */
export type VideoGeneratorTagProperties = TagProperties<VideoProperties>;

/** The properties of `<realtime-voice>` that have no attribute. */
export type RealtimeVoiceTagProperties = TagProperties<VoiceProperties>;

/** The attributes of `<realtime-voice>`. */
export type RealtimeVoiceAttributes = Attributes<VoiceProperties>;

/** Handlers as JSX and Svelte write them: `onvideo-ready`. */
export type Handlers<Events> = { [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | undefined };
/** Handlers as components have them: `onVideoReady`. */
export type ComponentHandlers<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: ((event: Events[Name]) => void) | undefined;
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${Capitalize<First>}${Camel<Rest>}` : Capitalize<Name>;
