// The heavy half of a session, loaded when it is first used: connection, outbox, voice and effects put together. Each knows its own part;
// this file only wires.
import type { AudioFormat, SessionConfig } from '../../protocol/session.js';
import { dialects } from '../dialects/registry.js';
import type { ClientEvent, Dialect, ServerEvent } from '../dialects/dialect.js';
import type { Emitter } from '../emitter.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { Store } from '../store/store.js';
import { transports } from '../transports/registry.js';
import type { Transport } from '../transports/transport.js';
import { createConnection, isFatal } from './connection.js';
import { createBargeIn } from './effects/barge-in.js';
import type { EffectContext } from './effects/effect.js';
import { createPlayback } from './effects/playback.js';
import { createReconnect } from './effects/reconnect.js';
import { toolDefinition } from './effects/tool-call.js';
import { createTools } from './effects/tools.js';
import { createTrackClock } from './effects/track-clock.js';
import { createOutbox } from './outbox.js';
import type { Phase, RealtimeSession, RealtimeSessionEvents, RealtimeSessionOptions } from './realtime-session.js';
import { createRecorder } from './recorder.js';
import { fetchToken } from './token.js';
import { createVoice } from './voice.js';

const defaultTransports = ['webrtc', 'websocket'];
const defaultReconnect = { maxAttempts: 20, baseMs: 500, maxMs: 15_000 };
/** Audio waiting to leave: beyond this the newest is left out, since late speech is worse than a gap. */
const congestedBytes = 256 * 1024;
/** What the effects send without knowing whether it still makes sense there: a refusal of these is no news. */
const bestEffort: ReadonlySet<string> = new Set(['response.cancel', 'conversation.item.truncate', 'conversation.item.delete']);
/** Less than this committed is an error of real servers. */
const shortestTurnMs = 100;

export interface LiveOptions {
  readonly options: RealtimeSessionOptions;
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly emitter: Emitter<RealtimeSessionEvents>;
  readonly phase: (phase: Phase) => void;
  /** The context that was unlocked inside the user's gesture, before this half was loaded. */
  readonly audioContext: () => AudioContext | undefined;
}

export type LiveSession = Omit<RealtimeSession, 'store' | 'on' | 'phase'>;

export function createLiveSession({ options, store, emitter, phase: enter, audioContext }: LiveOptions): LiveSession {
  const recorder = createRecorder();
  const tools = options.tools ?? [];
  let config: SessionConfig = { ...options.session, ...(options.modalities === undefined ? {} : { modalities: [...options.modalities] }) };
  let error: VoxreelError | undefined;
  let life = new AbortController();
  let sequence = 0;
  const prefix = Math.random().toString(36).slice(2, 10);
  const newId = (kind: string) => `${kind}_${prefix}${(++sequence).toString(36)}`;
  const dialect = (): Dialect => {
    const chosen = options.dialect ?? 'vendor';
    if (typeof chosen !== 'string') return chosen;
    const found = dialects.get(chosen);
    if (found === undefined) throw new VoxreelError('invalid_input', `There is no dialect ${chosen}.`, { param: 'dialect' });
    return found;
  };

  const report = (cause: VoxreelError) => emitter.emit('error', cause);
  const dispatch = (event: ConversationEvent) => {
    recorder.add('page', event);
    store.dispatch(event);
  };

  /** False when there is no wire. */
  const transmit = (event: ClientEvent): boolean => {
    const { wire } = connection;
    if (wire === undefined) return false;
    const numbered = { ...event, event_id: event.event_id ?? newId('event') };
    wire.send(JSON.stringify(dialect().encode(numbered)));
    recorder.add('client', numbered);
    emitter.emit('sent', numbered);
    return true;
  };

  const outbox = createOutbox(transmit);
  const format = (key: 'input_audio_format' | 'output_audio_format'): AudioFormat => {
    const told: unknown = store.get().session?.[key] ?? config[key];
    return told === 'g711_ulaw' || told === 'g711_alaw' ? told : 'pcm16';
  };

  const voice = createVoice({
    workletUrl: options.workletUrl,
    audioContext,
    audio: options.audio ?? {},
    constraints: options.webrtc?.audio_constraints,
    inputFormat: () => format('input_audio_format'),
    append(audio) {
      const { wire } = connection;
      return wire !== undefined && wire.bufferedBytes < congestedBytes && transmit({ type: 'input_audio_buffer.append', audio });
    },
    heard(parts) {
      for (const { itemId, contentIndex, heardMs } of parts) {
        dispatch({ type: 'local.heard', item_id: itemId, content_index: contentIndex, audio_end_ms: Math.floor(heardMs) });
      }
    },
    failed: report,
  });

  const context: EffectContext = {
    get: store.get,
    send(event) {
      const eventId = newId(bestEffort.has(event.type) ? 'try' : 'event');
      post({ ...event, event_id: eventId });
    },
    dispatch,
    get signal() {
      return life.signal;
    },
  };
  const trackClock = createTrackClock({ active: () => connection.transport?.audio === 'track', level: () => voice.levels.speaker });
  const bargeIn = createBargeIn({
    speaker: () => (wantsSound() ? voice.speaker : undefined),
    outbox,
    trackClock,
    audio: () => connection.transport?.audio ?? 'none',
    serverTruncates: () => dialect().serverTruncates?.(connection.transport?.audio ?? 'none') === true,
  });
  const toolEffect = createTools({
    tools,
    foreign: () => (config.tools ?? []).map(({ name }) => name),
    ask: (call) => emitter.emit('approval', call),
  });
  const playback = createPlayback({
    speaker: () => (connection.transport?.audio === 'none' ? undefined : voice.speaker),
    format: () => format('output_audio_format'),
    silenced: bargeIn.silenced,
  });
  const reconnect = createReconnect({ outbox, transmit, hush: () => void voice.speaker?.interrupt() });
  const effects = [playback, trackClock, bargeIn, toolEffect];

  const wantsSound = () =>
    config.modalities?.includes('audio') === true || voice.stream !== undefined || connection.transport?.audio === 'track';

  const sessionConfig = (): SessionConfig => ({
    ...config,
    ...(tools.length === 0 ? {} : { tools: [...(config.tools ?? []), ...tools.map(toolDefinition)] }),
  });

  const connection = createConnection({
    transports: () =>
      (options.transports ?? defaultTransports)
        .map((one) => (typeof one === 'string' ? transports.get(one) : one))
        .filter((one): one is Transport => one !== undefined),
    async token(signal) {
      const token = await fetchToken({ ...options, names: dialect().names(options.vendor), voice: config.voice }, signal);
      recorder.secret(token);
      return token;
    },
    target: () => ({
      baseUrl: options.baseUrl,
      model: options.model,
      names: dialect().names(options.vendor),
      microphone: voice.stream,
      iceServers: options.webrtc?.ice_servers as RTCIceServer[] | undefined,
      connectionTimeoutMs: options.webrtc?.connection_timeout,
      fetch: options.fetch,
    }),
    policy:
      options.reconnect === false
        ? undefined
        : { ...defaultReconnect, ...(typeof options.reconnect === 'object' ? options.reconnect : {}) },
    phase(phase) {
      if (phase === 'open') error = undefined;
      enter(phase);
    },
    opened(wire, transport) {
      // What was pending goes last, however early the first acknowledgement comes.
      const release = outbox.hold();
      const fresh = sessionConfig();
      if (Object.keys(fresh).length > 0) transmit({ type: 'session.update', session: fresh });
      reconnect.opened(context);
      voice.attach(wire, transport);
      release();
    },
    message: receive,
    lost() {
      reconnect.lost(context);
      voice.detach();
      outbox.lost();
      dispatch({ type: 'local.disconnected' });
      toolEffect.lost(context);
    },
    failed(cause) {
      error = cause;
      end();
      report(cause);
    },
  });

  function receive(text: string): void {
    const decoded = dialect().decode(text);
    for (const event of Array.isArray(decoded) ? decoded : [decoded]) take(event);
  }

  function take(event: ServerEvent): void {
    if (!reconnect.isEcho(event)) {
      recorder.add('server', event);
      store.dispatch(event);
    }
    outbox.observe(event);
    for (const effect of effects) effect.event?.(event, context);
    if (event.type === 'session.updated') voice.reconfigure();
    emitter.emit('event', event);
    if (event.type === 'error') serverError(event);
  }

  function serverError({ error: details }: Extract<ServerEvent, { type: 'error' }>): void {
    const code = details?.code ?? details?.type ?? 'server_error';
    if (details?.event_id?.startsWith(`try_${prefix}`) === true || code === 'conversation_already_has_active_response') return;
    const cause = new VoxreelError(code, details?.message ?? 'The service reported an error.', { param: details?.param ?? undefined });
    if (isFatal(cause) && code !== 'invalid_input') connection.fail(cause);
    else report(cause);
  }

  /** Sends an event or keeps it for the next connection; what would mean nothing there is forgotten. */
  function post(event: ClientEvent): void {
    if (event.type === 'session.update') {
      config = { ...config, ...event.session };
      transmit({ ...event, session: event.session?.tools === undefined ? event.session : sessionConfig() });
    } else if (event.type === 'conversation.item.create') {
      outbox.add({ ...event, event_id: event.event_id ?? newId('event'), item: { ...event.item, id: event.item.id ?? newId('item') } });
    } else if (event.type === 'response.create') {
      outbox.add({ ...event, event_id: event.event_id ?? newId('event') });
    } else if (!transmit(event) && event.type === 'conversation.item.delete') {
      dispatch({ type: 'conversation.item.deleted', event_id: newId('page'), item_id: event.item_id });
    }
  }

  function end(): void {
    for (const effect of effects) effect.close?.();
    life.abort(new VoxreelError('closed', 'The session was closed.'));
    voice.close();
  }

  function interrupt(): void {
    void bargeIn.interrupt(context);
  }

  const isBusy = () => outbox.responding || (wantsSound() && voice.speaker?.playing === true);

  async function finishTurn(): Promise<void> {
    await voice.flush();
    voice.gate(false);
    if (connection.transport?.audio === 'events' && voice.appendedMs < shortestTurnMs) return post({ type: 'input_audio_buffer.clear' });
    post({ type: 'input_audio_buffer.commit' });
    post({ type: 'response.create' });
  }

  if (config.turn_detection === null) voice.gate(false);

  return {
    get transport() {
      return connection.transport?.id;
    },
    get error() {
      return error;
    },
    get muted() {
      return voice.muted;
    },
    get talking() {
      return voice.talking;
    },
    levels: voice.levels,
    get openedAt() {
      return connection.openedAt;
    },
    async connect() {
      if (life.signal.aborted) life = new AbortController();
      dialect();
      if (wantsSound()) voice.unlock();
      await connection.connect();
    },
    close() {
      if (connection.phase !== 'closed' && connection.phase !== 'failed') end();
      connection.close();
      reconnect.forget();
    },
    send(event) {
      post(event);
    },
    sendText(text) {
      if (isBusy()) interrupt();
      post({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'text', text }] } });
      post({ type: 'response.create' });
    },
    respond(overrides) {
      const event: ClientEvent = overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides };
      post(event);
    },
    interrupt,
    updateSession(patch) {
      post({ type: 'session.update', session: patch });
      if (patch.turn_detection !== undefined) voice.gate(patch.turn_detection !== null);
    },
    setMicrophone: voice.setMicrophone,
    mute: voice.mute,
    startTalking() {
      if (isBusy()) interrupt();
      post({ type: 'input_audio_buffer.clear' });
      voice.gate(true);
      if (voice.stream === undefined)
        voice.setMicrophone(true).catch((cause: unknown) => report(toVoxreelError(cause, 'microphone_denied')));
    },
    stopTalking: () => void finishTurn(),
    approveTool: toolEffect.approve,
    export: (kind) => recorder.export(kind, store.get()),
  };
}
