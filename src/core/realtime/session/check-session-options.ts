// Checks the options of a session that are ours alone, before its call is made.
import { isRecord } from '../../../base/is-record.js';
import { values } from '../../../protocol/names.js';
import type { SoundParameters } from '../speech/sound-options.js';
import { checkFields, invalid, oneOf, type Check } from './check-client-event.js';
import type { RealtimeSessionOptions, WebrtcOptions } from './session-options.js';

const audioChecks: Readonly<Record<keyof SoundParameters, Check>> = {
  sampleRate: oneOf(values.sampleRate),
  channels: oneOf(values.channels),
  chunkSize: oneOf(values.chunkSize),
  latency: oneOf(values.latency),
  // The event wire defines no compressed audio; on WebRTC the track is compressed by itself.
  compression: oneOf(['none']),
};

const webrtcChecks: Readonly<Record<keyof WebrtcOptions, Check>> = {
  iceServers: Array.isArray,
  audioConstraints: isRecord,
  connectionTimeoutMs: (value) => typeof value === 'number' && value > 0,
};

/** Throws `invalid_input` naming the field. Another name, such as that of the documents, would be without effect. */
export function checkSessionOptions({ audio = {}, webrtc = {} }: Pick<RealtimeSessionOptions, 'audio' | 'webrtc'>): void {
  checkNamed(audio, audioChecks, 'audio.');
  checkNamed(webrtc, webrtcChecks, 'webrtc.');
}

function checkNamed(options: object, checks: Readonly<Record<string, Check>>, path: string): void {
  checkFields(options, checks, path);
  for (const name of Object.keys(options)) if (!(name in checks)) throw invalid(path + name);
}
