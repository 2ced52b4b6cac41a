// Both elements as React components: properties by name, events as `onVideoReady`, in every React that @lit/react takes. Registers both.
import { createComponent, type EventName, type ReactWebComponent } from '@lit/react';
import * as React from 'react';

import { RealtimeVoice as RealtimeVoiceElement } from '../elements/realtime-voice/define.js';
import { RealtimeVoiceLauncher as RealtimeVoiceLauncherElement } from '../elements/realtime-voice/launcher/define.js';
import { VideoGenerator as VideoGeneratorElement } from '../elements/video-generator/define.js';
import type { ComponentHandlers, RealtimeVoiceEvents, VideoGeneratorEvents } from './element-props.js';

export type * from './jsx.js';

/** Each handler's name, with the event it is for. */
type EventNames<Events> = {
  [Name in keyof ComponentHandlers<Events>]-?: NonNullable<ComponentHandlers<Events>[Name]> extends (
    event: infer Told extends Event,
  ) => void
    ? EventName<Told>
    : never;
};

const named = <Told extends Event>(name: string) => name as EventName<Told>;

const videoEvents: EventNames<VideoGeneratorEvents> = {
  onVideoDraft: named('video-draft'),
  onVideoSubmit: named('video-submit'),
  onVideoProgress: named('video-progress'),
  onVideoReady: named('video-ready'),
  onVideoError: named('video-error'),
};

const voiceEvents: EventNames<RealtimeVoiceEvents> = {
  onVoicePhase: named('voice-phase'),
  onVoiceMessage: named('voice-message'),
  onVoiceToolCall: named('voice-tool-call'),
  onVoiceError: named('voice-error'),
  onVoiceEvent: named('voice-event'),
  onVoiceOpen: named('voice-open'),
  onVoiceClose: named('voice-close'),
  onVoiceFeedback: named('voice-feedback'),
  onVoiceTelemetry: named('voice-telemetry'),
  onVoiceHandover: named('voice-handover'),
};

/** `<video-generator>`. `ref` gives the element, with its methods. */
export const VideoGenerator: ReactWebComponent<VideoGeneratorElement, typeof videoEvents> = createComponent({
  react: React,
  tagName: 'video-generator',
  elementClass: VideoGeneratorElement,
  events: videoEvents,
});

/** `<realtime-voice>`. `ref` gives the element, with its methods. */
export const RealtimeVoice: ReactWebComponent<RealtimeVoiceElement, typeof voiceEvents> = createComponent({
  react: React,
  tagName: 'realtime-voice',
  elementClass: RealtimeVoiceElement,
  events: voiceEvents,
});

/** `<realtime-voice-launcher>`: takes what that has as attributes. `ref` gives the element, whose `voice` takes properties. */
export const RealtimeVoiceLauncher: ReactWebComponent<RealtimeVoiceLauncherElement, typeof voiceEvents> = createComponent({
  react: React,
  tagName: 'realtime-voice-launcher',
  elementClass: RealtimeVoiceLauncherElement,
  events: voiceEvents,
});
