// Both elements as React components: properties by name, events as `onVideoReady`, in every React that @lit/react takes. Registers both.
import { createComponent, type EventName, type Options, type ReactWebComponent } from '@lit/react';
import * as React from 'react';

import { RealtimeVoice as RealtimeVoiceElement } from '../elements/realtime-voice/define.js';
import { RealtimeVoiceLauncher as RealtimeVoiceLauncherElement } from '../elements/realtime-voice/launcher/define.js';
import { voiceProperties } from '../elements/realtime-voice/voice-properties.js';
import { VideoGenerator as VideoGeneratorElement } from '../elements/video-generator/define.js';
import { videoProperties } from '../elements/video-generator/video-properties.js';
import { withAttributes, type Properties } from './attributes.js';
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
  onVideoNotify: named('video-notify'),
  onVideoTakeAlong: named('video-take-along'),
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

type Described<Element extends HTMLElement, Events extends Record<string, EventName | string>> = Omit<Options<Element, Events>, 'react'> & {
  readonly properties: Properties;
};

/** On a server the tag with its attributes, which the element starts from before React has come; on the page what also sets properties. */
function component<Element extends HTMLElement, Events extends Record<string, EventName | string>>({
  properties,
  ...described
}: Described<Element, Events>): ReactWebComponent<Element, Events> {
  const OnPage: React.ElementType = createComponent({ react: React, ...described });
  const draw = (given: Readonly<Record<string, unknown>>, ref: React.ForwardedRef<Element>) => {
    // React must not take away the attributes that the server has written: they say what the properties say.
    if (typeof document !== 'undefined') return React.createElement(OnPage, { ...given, ref, suppressHydrationWarning: true });
    const { className, ...others } = given;
    return React.createElement(described.tagName, { class: className, ...withAttributes(properties, others) });
  };
  const drawn = React.forwardRef(draw);
  drawn.displayName = described.elementClass.name;
  return drawn;
}

/** `<video-generator>`. `ref` gives the element, with its methods. */
export const VideoGenerator: ReactWebComponent<VideoGeneratorElement, typeof videoEvents> = component({
  tagName: 'video-generator',
  elementClass: VideoGeneratorElement,
  properties: videoProperties,
  events: videoEvents,
});

/** `<realtime-voice>`. `ref` gives the element, with its methods. */
export const RealtimeVoice: ReactWebComponent<RealtimeVoiceElement, typeof voiceEvents> = component({
  tagName: 'realtime-voice',
  elementClass: RealtimeVoiceElement,
  properties: voiceProperties,
  events: voiceEvents,
});

/** `<realtime-voice-launcher>`: takes what that has as attributes. `ref` gives the element, whose `voice` takes properties. */
export const RealtimeVoiceLauncher: ReactWebComponent<RealtimeVoiceLauncherElement, typeof voiceEvents> = component({
  tagName: 'realtime-voice-launcher',
  elementClass: RealtimeVoiceLauncherElement,
  properties: voiceProperties,
  events: voiceEvents,
});
