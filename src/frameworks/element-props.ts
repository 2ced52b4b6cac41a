// What both elements take and tell, as types for the JSX and templates of frameworks. Knows no framework.
import type { LitElement } from 'lit';

import type { RealtimeVoice } from '../elements/realtime-voice/realtime-voice.js';
import type {
  VoiceErrorEvent,
  VoiceMessageEvent,
  VoicePhaseEvent,
  VoiceServerEvent,
  VoiceToolCallEvent,
} from '../elements/realtime-voice/events.js';
import type { VideoGenerator } from '../elements/video-generator/video-generator.js';
import type { VideoErrorEvent, VideoProgressEvent, VideoReadyEvent, VideoSubmitEvent } from '../elements/video-generator/events.js';

type Hyphenated<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Hyphenated<Rest>}`
  : '';

/** What may be set: of an element's own members those that are no methods. One that may be left out and is a function is a property. */
type Settable<Element> = {
  [Key in Exclude<keyof Element & string, keyof HTMLElement | keyof LitElement>]: Element[Key] extends (...given: never) => unknown
    ? never
    : Key;
}[Exclude<keyof Element & string, keyof HTMLElement | keyof LitElement>];

/** What an attribute can hold. */
type Scalar<Element> = {
  [Key in Settable<Element>]: Element[Key] extends string | boolean | undefined ? Key : never;
}[Settable<Element>];

/** By name, as properties. */
type Properties<Element> = { [Key in Settable<Element>]?: Element[Key] | undefined };
/** By name, as attributes: `baseUrl` is `base-url`. */
type Attributes<Element> = { [Key in Scalar<Element> as Hyphenated<Key>]?: Element[Key] | undefined };

export type VideoGeneratorProperties = Properties<VideoGenerator>;
export type VideoGeneratorAttributes = Attributes<VideoGenerator>;
export type RealtimeVoiceProperties = Properties<RealtimeVoice>;
export type RealtimeVoiceAttributes = Attributes<RealtimeVoice>;

export interface VideoGeneratorEvents {
  'video-submit': VideoSubmitEvent;
  'video-progress': VideoProgressEvent;
  'video-ready': VideoReadyEvent;
  'video-error': VideoErrorEvent;
}

export interface RealtimeVoiceEvents {
  'voice-phase': VoicePhaseEvent;
  'voice-message': VoiceMessageEvent;
  'voice-tool-call': VoiceToolCallEvent;
  'voice-error': VoiceErrorEvent;
  'voice-event': VoiceServerEvent;
}

/** Handlers as JSX and Svelte write them: `onvideo-ready`. */
export type Handlers<Events> = { [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | undefined };
/** Handlers as components have them: `onVideoReady`. */
export type ComponentHandlers<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: ((event: Events[Name]) => void) | undefined;
};

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${Capitalize<First>}${Camel<Rest>}` : Capitalize<Name>;
