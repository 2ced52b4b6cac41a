// Owns the session of a <realtime-voice>: makes it from options or takes the page's, follows it, and tells the host.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { toVoxreelError, type VoxreelError } from '../../core/errors.js';
import type { ClientEvent, ServerEvent } from '../../core/dialects/dialect.js';
import type { DeviceChange } from '../../core/realtime/speech/chosen-microphone.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { Variables } from '../../core/realtime/call/call-parts.js';
import type { Handover } from '../../core/realtime/call/hand-over.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { RealtimeSessionOptions } from '../../core/realtime/session/session-options.js';
import { createRealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { ConversationState } from '../../core/store/conversation-state.js';
import { beatMs } from './beat.js';
import { DeviceChoices, type ChosenDevice, type DeviceKind } from './sheets/device-choices.js';
import { VoiceErrorEvent, VoicePhaseEvent, VoiceServerEvent } from './events.js';
import { createFrameGate } from './frame-gate.js';
import { Seen } from './seen.js';
import { createTurnLog, type TurnLog } from './sheets/turns.js';

type Host = ReactiveControllerHost & Element;

/** Text that comes faster is shown a few words at a time, at every second beat, also after one that came a little late: nobody reads it sooner. */
const readableMs = 2 * beatMs - 10;
/** Out of view, or in a hidden tab: live regions stay true. */
const unseenMs = 2000;

/** What else wants to know, in the order it happens. */
export interface SessionListener {
  followed?(session: RealtimeSession): void;
  event?(event: ServerEvent, session: RealtimeSession): void;
  sent?(event: ClientEvent, session: RealtimeSession): void;
  changed?(state: ConversationState): void;
  handover?(handover: Handover): void;
  phase?(phase: Phase, previous: Phase): void;
  device?(change: DeviceChange): void;
  approval?(call: { readonly callId: string; readonly name: string; readonly arguments: string }, session: RealtimeSession): void;
}

export class SessionController implements ReactiveController {
  /** The newest failure that nothing has made good since. */
  failure: VoxreelError | undefined;
  /** True when a microphone was opened and not closed again. */
  microphoneOpen = false;
  /** The voice has spoken on this connection: services let nobody change it then. */
  voiceFixed = false;
  /** Of answers, 0 to 1: as a person has set it, for each session that follows. */
  volume = 1;
  readonly devices = new DeviceChoices((error) => this.fail(error));
  /** Of a borrowed session none: a recording happens again at another pace, and without what was asked. */
  turns = createTurnLog();
  readonly #host: Host;
  readonly #options: () => RealtimeSessionOptions;
  readonly #listeners: SessionListener[];
  readonly #seen: Seen;
  readonly #gate: ReturnType<typeof createFrameGate>;
  #session: RealtimeSession | undefined;
  /** Of the kept conversations, the one that was asked for. */
  #chosen: string | undefined;
  /** The options an own session was made from; undefined for the page's. */
  #madeFrom: RealtimeSessionOptions | undefined;
  /** What was followed before a session was borrowed. */
  #aside:
    | { readonly session: RealtimeSession | undefined; readonly madeFrom: RealtimeSessionOptions | undefined; readonly turns: TurnLog }
    | undefined;
  #undo: (() => void)[] = [];
  #phase: Phase = 'idle';
  #connected = false;
  /** Information about the page for the model. */
  #context: unknown;

  constructor(host: Host, options: () => RealtimeSessionOptions, listeners: readonly SessionListener[]) {
    this.#host = host;
    this.#options = options;
    this.#listeners = [...listeners];
    this.#seen = new Seen(host, () => {
      this.#gate.cancel();
      host.requestUpdate();
    });
    this.#gate = createFrameGate(
      () => host.requestUpdate(),
      () => (this.isSeen ? readableMs : unseenMs),
    );
    host.addController(this);
  }

  /** Somebody may look at it. */
  get isSeen(): boolean {
    return this.#seen.value;
  }

  get session(): RealtimeSession | undefined {
    return this.#session;
  }

  /** Takes a session of the page's own: it is followed, never closed here. */
  set session(session: RealtimeSession | undefined) {
    if (session === this.#session) return;
    this.giveBack();
    this.#take(session, undefined);
  }

  /** False for a session of the page's own. */
  get isOwn(): boolean {
    return this.#session === undefined || this.#madeFrom !== undefined;
  }

  /** Follows a session for a while, in place of the one there is, which stays as it is. `giveBack` ends that and closes the borrowed one. */
  borrow(session: RealtimeSession): void {
    this.giveBack();
    this.#aside = { session: this.#session, madeFrom: this.#madeFrom, turns: this.turns };
    this.turns = createTurnLog();
    this.#follow(session, undefined);
  }

  giveBack(): void {
    const aside = this.#aside;
    if (aside === undefined) return;
    this.#aside = undefined;
    this.turns = aside.turns;
    this.#session?.close();
    this.#follow(aside.session, aside.madeFrom);
    this.reconfigure();
  }

  /** From now on `listener` hears everything too. */
  listen(listener: SessionListener): void {
    this.#listeners.push(listener);
    if (this.#session !== undefined) listener.followed?.(this.#session);
  }

  get phase(): Phase {
    return this.#session?.phase ?? 'idle';
  }

  hostConnected(): void {
    this.#connected = true;
    // A kept conversation is shown before anybody connects.
    if (this.#session === undefined && this.#options().storage !== undefined) this.ensure();
    this.#listen();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#release();
    // An element that is only moved is connected again before the microtask.
    queueMicrotask(() => {
      if (this.#connected) return;
      this.giveBack();
      if (this.#madeFrom !== undefined) this.close();
    });
  }

  /** Resolves when open. Without a microphone the conversation is still open for typing, and `failure` says why. */
  async connect(withMicrophone: boolean): Promise<void> {
    this.failure = undefined;
    try {
      const session = this.ensure();
      const microphone = withMicrophone ? this.openMicrophone() : undefined;
      await session.connect();
      await microphone;
    } catch (cause) {
      const error = toVoxreelError(cause, 'connection_failed');
      this.fail(error);
      throw error;
    }
  }

  close(): void {
    this.microphoneOpen = false;
    this.#session?.close();
  }

  /** Never rejects: a microphone that stays closed is a failure shown, not the end of the conversation. */
  async openMicrophone(): Promise<void> {
    const session = this.ensure();
    try {
      await session.setMicrophone(this.devices.microphone);
      // The prompt may be answered long after the conversation ended.
      if (session !== this.#session || !isUp(session.phase)) return void session.setMicrophone(false);
      this.microphoneOpen = true;
      if (this.failure?.code.startsWith('microphone_')) this.failure = undefined;
    } catch (cause) {
      if (session === this.#session) this.fail(toVoxreelError(cause, 'microphone_denied'));
    }
    this.#host.requestUpdate();
  }

  /** Undefined: the default one. Used now where it is open, and from now on. A camera is opened by what asks for it. */
  chooseDevice(kind: DeviceKind, device: ChosenDevice | undefined): void {
    this.devices.choose(kind, device);
    if (kind === 'microphone' && this.microphoneOpen) void this.openMicrophone();
    if (kind === 'speaker' && this.#session !== undefined) this.devices.setSpeaker(this.#session);
  }

  changeVolume(volume: number): void {
    this.volume = volume;
    this.#session?.setVolume(volume);
    this.#host.requestUpdate();
  }

  /** The session to act on. One of our own is made again when it is at rest and its connection was configured otherwise. */
  ensure(): RealtimeSession {
    const session = this.#session;
    if (session !== undefined && this.#madeFrom === undefined) return session;
    const options = this.#options();
    if (session !== undefined && (isUp(session.phase) || sameConnection(options, this.#madeFrom))) return session;
    // The same conversation goes on, unless it is kept elsewhere now.
    const conversation = isKeptTogether(options, this.#madeFrom ?? options) ? (session?.conversation ?? this.#chosen) : undefined;
    session?.close();
    const made = createRealtimeSession({ ...options, context: this.#context, conversation });
    this.#take(made, options);
    return made;
  }

  /**
   * Nothing of what was stays, neither on the page nor in memory: another user sits here, or another conversation was asked for. A session of
   * the page's own stays. `conversation`: as of a session.
   */
  renew(conversation?: string): void {
    this.giveBack();
    this.turns = createTurnLog();
    if (!this.isOwn) return;
    this.#take(undefined, undefined);
    this.#chosen = conversation;
    this.ensure();
  }

  /** Brings a changed configuration to an own session that is in use. */
  reconfigure(): void {
    if (this.#madeFrom === undefined || this.#session === undefined) return;
    const { session = {} } = this.#options();
    const { session: before = {} } = this.#madeFrom;
    // Told at the end of this connection.
    const next = this.voiceFixed ? { ...session, voice: before.voice } : session;
    const changed = Object.entries(next).filter(([key, value]) => !same(value, before[key]));
    if (changed.length === 0) return;
    this.#madeFrom = { ...this.#madeFrom, session: next };
    this.attempt((own) => own.updateSession(Object.fromEntries(changed)));
  }

  /** Tells the model about the page, now and in every session that is made here. */
  tell(context: unknown): void {
    this.#context = context;
    if (this.#session !== undefined) this.attempt((session) => session.context(context));
  }

  /** What instructions are filled with has changed. */
  fill(variables: Variables): void {
    if (this.#madeFrom !== undefined) this.attempt((own) => own.setVariables(variables));
  }

  /** Does something to the session; what it throws is shown. */
  attempt(action: (session: RealtimeSession) => void): void {
    try {
      action(this.ensure());
    } catch (cause) {
      this.fail(toVoxreelError(cause, 'invalid_request'));
    }
    this.#host.requestUpdate();
  }

  /** The failure was read. */
  forgive(): void {
    this.failure = undefined;
    this.#host.requestUpdate();
  }

  fail(error: VoxreelError): void {
    if (error === this.failure || error.code === 'aborted') return;
    // A visitor can do nothing about the page's own code: only the page is notified.
    if (error.code !== 'effect_failed' && error.code !== 'render_failed') this.failure = error;
    this.#host.dispatchEvent(new VoiceErrorEvent(error));
    this.#host.requestUpdate();
  }

  #take(session: RealtimeSession | undefined, madeFrom: RealtimeSessionOptions | undefined): void {
    if (this.#madeFrom !== undefined) this.#session?.close();
    this.#follow(session, madeFrom);
  }

  #follow(session: RealtimeSession | undefined, madeFrom: RealtimeSessionOptions | undefined): void {
    this.#release();
    this.#session = session;
    this.#madeFrom = madeFrom;
    this.failure = undefined;
    this.voiceFixed = false;
    this.microphoneOpen = session !== undefined && (session.talking || session.muted);
    if (session !== undefined) this.devices.applySpeaker(session);
    if (this.volume !== 1) session?.setVolume(this.volume);
    if (this.#connected) this.#listen();
    this.#host.requestUpdate();
  }

  #listen(): void {
    const session = this.#session;
    this.#release();
    if (session === undefined) return;
    this.#phase = session.phase;
    this.#undo = [
      session.store.subscribe((state) => {
        for (const listener of this.#listeners) listener.changed?.(state);
        this.#gate.request();
      }),
      session.on('phase', (phase) => this.#phaseChanged(phase)),
      session.on('event', (event) => this.#eventCame(event, session)),
      session.on('sent', (event) => {
        this.turns.sent(event.type, performance.now());
        for (const listener of this.#listeners) listener.sent?.(event, session);
      }),
      session.on('error', (error) => {
        // The session has closed the microphone, if it is the microphone's worklet.
        if (error.code === 'worklet_missing') this.microphoneOpen &&= session.talking || session.muted;
        this.fail(error);
      }),
      session.on('transport', () => this.#host.requestUpdate()),
      session.on('device', (change) => {
        for (const listener of this.#listeners) listener.device?.(change);
      }),
      session.on('handover', (handover) => {
        for (const listener of this.#listeners) listener.handover?.(handover);
      }),
      session.on('approval', (call) => {
        for (const listener of this.#listeners) listener.approval?.(call, session);
      }),
    ];
    for (const listener of this.#listeners) listener.followed?.(session);
    // What changed while the host was away must not be missed.
    this.#host.requestUpdate();
  }

  #release(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#gate.cancel();
  }

  #phaseChanged(phase: Phase): void {
    const previous = this.#phase;
    this.#phase = phase;
    // A page over plain HTTP has no microphone (`unsupported`), however well the connection opens.
    if (phase === 'open' && !/^(?:microphone_|unsupported$)/.test(this.failure?.code ?? '')) this.failure = undefined;
    if (phase === 'closed' || phase === 'failed') this.microphoneOpen = false;
    this.voiceFixed &&= phase === 'open';
    // What could not be changed while it was open.
    if (previous === 'open') this.reconfigure();
    for (const listener of this.#listeners) listener.phase?.(phase, previous);
    this.#host.dispatchEvent(new VoicePhaseEvent(phase, previous));
    this.#host.requestUpdate();
  }

  #eventCame(event: ServerEvent, session: RealtimeSession): void {
    if (this.#aside === undefined) this.turns.event(event, performance.now());
    // An answer that was interrupted at once brings no sound, and services count it all the same.
    if (event.type === 'response.content_part.added' && event.part?.['type'] === 'audio') this.voiceFixed = true;
    if (event.type === 'response.audio.delta' || event.type === 'response.audio_transcript.delta') this.voiceFixed = true;
    for (const listener of this.#listeners) listener.event?.(event, session);
    this.#host.dispatchEvent(new VoiceServerEvent(event));
  }
}

export const isUp = (phase: Phase): boolean => phase === 'connecting' || phase === 'open' || phase === 'reconnecting';

const same = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

const owners = ['baseUrl', 'model', 'agent', 'user'] as const;

const isKeptTogether = (one: RealtimeSessionOptions, other: RealtimeSessionOptions): boolean =>
  owners.every((name) => one[name] === other[name]);

/** True when only the model's instructions differ: an open session can take new ones. */
function sameConnection(one: RealtimeSessionOptions, other: RealtimeSessionOptions | undefined): boolean {
  const { session: _one, variables: _its, ...first } = one;
  const { session: _other, variables: _others, ...second } = other ?? { baseUrl: '', model: '' };
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof typeof first>;
  return [...keys].every((key) => first[key] === second[key] || (Array.isArray(first[key]) && same(first[key], second[key])));
}
