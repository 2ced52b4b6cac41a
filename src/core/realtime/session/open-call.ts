// Makes the call of a session from the page's options, which nothing below this file reads.
import type { AnyDialect } from '../../dialects/dialect.js';
import { transports } from '../../catalog/transports.js';
import type { Transport } from '../../transports/transport.js';
import { Call, type CallHost } from '../call/call.js';
import type { CallPlugins } from '../call/call-effects.js';
import type { CallDial, CallReconnect } from '../call/call-connection.js';
import type { CallSettings } from '../call/call-parts.js';
import type { SoundOptions } from '../speech/sound-options.js';
import { allHandlers } from '../../store/later-events.js';
import type { Handlers } from '../../store/conversation.js';
import { fetchToken } from './fetch-token.js';
import { prepareHandover } from './prepare-handover.js';
import type { CallNeeds } from './prepare-call.js';
import type { RealtimeSessionOptions } from './session-options.js';
import { createSessionSettings } from './session-settings.js';

const defaultTransports = ['webrtc', 'websocket'];
const defaultReconnect = { maxAttempts: 20, baseMs: 500, maxMs: 15_000, climbAfterMs: 30_000 };

/** `takeContext`: the audio context that was unlocked inside the user's gesture, if there is one. */
export function openCall(
  options: RealtimeSessionOptions,
  { dialect, tools }: CallNeeds,
  { know, ...host }: CallHost & { know(handlers: Handlers): void },
  takeContext: SoundOptions['takeContext'],
): Call {
  know(allHandlers);
  const heard = options.transcribe && dialect.transcription ? { input_audio_transcription: dialect.transcription } : {};
  const settings = createSessionSettings({ ...options, session: { ...heard, ...options.session }, tools }, host.store.get);
  const dial = dialOf(options, dialect, settings);
  const sound: SoundOptions = {
    workletUrl: options.workletUrl,
    takeContext,
    audio: options.audio ?? {},
    constraints: options.webrtc?.audioConstraints,
    record: options.record,
  };
  const plugins: CallPlugins = {
    tools,
    effects: options.effects ?? [],
    greeting: options.greeting,
    prepare: (next, inUse) => prepareHandover(next, options, { tools: inUse, dialect: dialect.id }),
  };
  return new Call({ dialect, settings, dial, sound, plugins }, host);
}

function dialOf(options: RealtimeSessionOptions, dialect: AnyDialect, settings: CallSettings): CallDial {
  const names = dialect.names(options.vendor);
  let { model } = options;
  return {
    model: () => model,
    turnTo: (next) => void (model = next),
    transports: () =>
      (options.transports ?? dialect.transports ?? defaultTransports)
        .map((one) => (typeof one === 'string' ? transports.get(one) : one))
        .filter((one): one is Transport => one !== undefined),
    token: (signal) => fetchToken({ ...options, model }, { names, voice: settings.current.voice }, signal),
    target: {
      baseUrl: options.baseUrl,
      names,
      binary: dialect.open !== undefined,
      camera: options.video || undefined,
      iceServers: options.webrtc?.iceServers,
      connectionTimeoutMs: options.webrtc?.connectionTimeoutMs,
      fetch: options.fetch,
    },
    reconnect: reconnectOf(options),
  };
}

const reconnectOf = ({ reconnect }: RealtimeSessionOptions): CallReconnect | undefined =>
  reconnect === false ? undefined : { ...defaultReconnect, ...(typeof reconnect === 'object' ? reconnect : {}) };
