// What a session does once it connects. It makes the parts of a call, gives each what it needs, and notifies them of each wire.
// A session has one: `close` ends what is under way, and a later `connect` begins again.
import type { SessionConfig } from '../../../protocol/session.js';
import { listDevices } from '../../audio/devices.js';
import type { ClientEvent, AnyDialect, DialectImages, ServerEvent } from '../../dialects/dialect.js';
import { loadPart } from '../../load-part.js';
import type { ContentPart } from '../../../protocol/item.js';
import type { Emitter } from '../../emitter.js';
import { abortedError, unlessAborted } from '../../abort.js';
import { VoxreelError } from '../../errors.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { Store } from '../../store/store.js';
import type { Transport, Wire } from '../../transports/transport.js';
import type { Connection, Phase, Retry } from '../connection/connection.js';
import { isFatal } from '../connection/fatal-errors.js';
import type { EffectContext } from '../effects/effect.js';
import type { ToolCall } from '../effects/run-tools.js';
import { createMeters, type CallMeters, type Meters } from '../events/meters.js';
import { createEventReceiver, serverError } from '../events/receive-event.js';
import { routeEvent, type Routes } from '../events/route-event.js';
import { createEventSender } from '../events/send-event.js';
import { SendQueue, type PendingEvent } from '../events/send-queue.js';
import { createCallLog } from '../history/call-log.js';
import type { ExportVideoOptions } from '../../editing/film-job.js';
import type { ExportFormat } from '../history/export-conversation.js';
import { canAskAgain } from '../history/replay-items.js';
import { createCamera } from '../speech/camera.js';
import type { DeviceChange } from '../speech/chosen-microphone.js';
import type { SoundOptions } from '../speech/sound-options.js';
import type { Speech, StopTalkingOptions } from '../speech/speech.js';
import type { Levels } from '../speech/voice.js';
import type { ConversationHandover, VoiceTool } from '../tools/define-tool.js';
import { createSoundThreads, type SoundThreads } from '../thread/sound-threads.js';
import { createCallConnection, type CallDial } from './call-connection.js';
import { createCallLine, type CallLine } from './call-line.js';
import { createCallSpeech } from './call-speech.js';
import { createCallEffects, effectWire, type CallEffects, type CallPlugins } from './call-effects.js';
import { createHandovers, type Handover, type Handovers } from './hand-over.js';
import type { Briefing, CallParts, CallSettings } from './call-parts.js';
import { recordedVideo } from './recorded-video.js';

/** What `on` of a session reports. */
export interface CallEvents {
  event: ServerEvent;
  sent: ClientEvent;
  phase: Phase;
  /** Events travel by this transport now, by its id; `text` when sound was given up. */
  transport: string;
  error: VoxreelError;
  /** Another microphone is in use, by no choice of the page. */
  device: DeviceChange;
  /** Another agent, or a person, has the conversation from now on. */
  handover: Handover;
  /** A tool call waits for a person. Answer with `approveTool`. */
  approval: ToolCall;
}

/** The session that a call belongs to. */
export interface CallHost {
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly emitter: Pick<Emitter<CallEvents>, 'emit'>;
  phase(phase: Phase): void;
}

export interface CallSetup {
  readonly dialect: AnyDialect;
  readonly settings: CallSettings;
  readonly dial: CallDial;
  readonly sound: SoundOptions;
  readonly plugins: CallPlugins;
}

export class Call {
  readonly #host: CallHost;
  readonly #parts: CallParts;
  readonly #routes: Routes;
  readonly #context: EffectContext;
  readonly #effects: CallEffects;
  readonly #meters: CallMeters;
  readonly #connection: Connection;
  readonly #line: CallLine;
  readonly #camera = createCamera();
  readonly #log = createCallLog();
  readonly #threads: SoundThreads;
  readonly #handovers: Handovers;
  #error: VoxreelError | undefined;
  /** The id of the transport that was in use last. */
  #carrier: string | undefined;
  #isOpen = false;
  /** What effects send on their way out is for nobody. */
  #isHangingUp = false;

  constructor({ dialect, settings, dial, sound, plugins }: CallSetup, host: CallHost) {
    this.#host = host;
    const sender = createEventSender((event) => this.#sent(event));
    const queue = new SendQueue(sender.send);
    const speech = this.#createSpeech(sound, settings, sender.send);
    const parts: CallParts = { dialect, settings, sender, queue, speech };
    this.#parts = parts;
    this.#routes = {
      sender,
      queue,
      configure: settings.patch,
      buffer: speech.delivery.mark,
      deleted: (id) => this.#dispatch({ type: 'conversation.item.deleted', event_id: sender.newId('page'), item_id: id }),
    };
    this.#context = {
      send: (event) => {
        if (!this.#isHangingUp) this.send({ ...event, event_id: event.event_id ?? sender.newIdFor(event) });
      },
      dispatch: this.#dispatch,
      get state() {
        return host.store.get();
      },
    };
    this.#meters = createMeters(() => speech.voice.counts);
    const wantsSound = () => this.#wantsSound();
    // A session that names no modalities has those of its service.
    const mayHaveSound = () => settings.current.modalities?.includes('audio') !== false || wantsSound();
    this.#threads = createSoundThreads({ dialect, transports: dial.transports, folder: sound.workletUrl, mayHaveSound });
    this.#effects = createCallEffects(parts, plugins, {
      wantsSound,
      rates: () => this.#line.rates,
      calls: { ask: (call) => host.emitter.emit('approval', call), handOver: this.handOver },
      heard: this.#meters.heard,
      failed: this.#failed,
    });
    this.#handovers = this.#createHandovers(dial, plugins);
    const lineListener = { received: this.#createReceiver(), failed: this.#failed };
    this.#line = createCallLine({ dialect, model: dial.model, settings, wantsSound }, lineListener);
    const media = () => ({
      microphone: speech.voice.stream,
      camera: this.#camera.stream,
      // It was a page's word when it was recorded: here it is one again.
      page: (event: object) => this.#dispatch(event as ConversationEvent),
    });
    this.#connection = createCallConnection(
      { ...dial, transports: this.#threads.transports, token: (signal) => this.#tokenOf(dial, signal) },
      parts,
      { state: host.store.get, wantsSound, line: this.#line, media },
      {
        phase: (phase) => this.#entered(phase),
        opened: (wire, transport) => this.#opened(wire, transport),
        message: this.#line.receive,
        lost: () => this.#lost(),
        failed: (error) => this.#ended(error),
      },
    );
  }

  /** The log never shows it. */
  async #tokenOf({ token }: CallSetup['dial'], signal: AbortSignal): Promise<string> {
    const secret = await token(signal);
    this.#log.secret(secret);
    return secret;
  }

  /** The id of the transport in use. */
  get transport(): string | undefined {
    return this.#connection.transport?.id;
  }

  get error(): VoxreelError | undefined {
    return this.#error;
  }

  /** The functions that the model may call. */
  get tools(): readonly VoiceTool[] {
    return this.#handovers.tools;
  }

  get muted(): boolean {
    return this.#parts.speech.voice.muted;
  }

  get talking(): boolean {
    return this.#parts.speech.voice.talking;
  }

  get volume(): number {
    return this.#parts.speech.voice.volume;
  }

  get levels(): Levels {
    return this.#parts.speech.voice.levels;
  }

  get openedAt(): number | undefined {
    return this.#connection.openedAt;
  }

  get retry(): Retry | undefined {
    return this.#connection.retry;
  }

  get meters(): Meters {
    return this.#meters.reading;
  }

  get camera(): MediaStream | undefined {
    return this.#camera.stream;
  }

  get remoteVideo(): MediaStream | undefined {
    return this.#connection.wire?.remoteVideo;
  }

  /** What no server has acknowledged, and the request whose answer is not complete. */
  get pending(): readonly PendingEvent[] {
    const { pending, request = { type: 'response.create' } } = this.#parts.queue;
    const state = this.#host.store.get();
    const { activeResponseId } = state;
    return activeResponseId !== undefined && canAskAgain(state, activeResponseId) ? [...pending, request] : pending;
  }

  /** From an earlier page: what is in the store already, and what is still to be sent. */
  takeUp(events: readonly ConversationEvent[], pending: readonly PendingEvent[]): void {
    for (const event of events) this.#log.add('page', event);
    for (const event of pending) this.#parts.queue.add(event);
  }

  /** Call it inside a user's gesture. */
  unlock(): void {
    this.#parts.speech.voice.unlockContext();
  }

  async connect(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) throw abortedError(signal);
    this.#handovers.takeBack();
    // The token is on its way while the sound is made ready.
    const connecting = this.#connection.connect();
    // What gives the token may have closed the call.
    if (this.#wantsSound() && this.#connection.phase !== 'closed') {
      this.#threads.prepare();
      this.#parts.speech.voice.unlock(this.#threads.transports()[0]?.audio);
    }
    await unlessAborted(connecting, signal);
  }

  close(): void {
    const { phase } = this.#connection;
    if (phase !== 'closed' && phase !== 'failed') {
      this.#isHangingUp = true;
      this.#lost();
      this.#end();
      this.#isHangingUp = false;
    }
    this.#connection.close();
    this.#line.forget();
    this.#effects.restore.forget();
  }

  /** While a person has the conversation, nobody asks the model for an answer. */
  readonly send = (event: ClientEvent): void => {
    if (event.type !== 'response.create' || !this.#handovers.withPerson) routeEvent(event, this.#routes);
  };

  sendText(text: string): void {
    if (this.#handovers.withPerson) return this.#handovers.say('user', text);
    this.#say([{ type: 'text', text }]);
  }

  /** The pictures that the present model takes; undefined for none. */
  get images(): DialectImages | undefined {
    return this.#handovers.images;
  }

  async sendImages(pictures: readonly (Blob | string)[], text: string, respond: boolean): Promise<void> {
    if (this.#handovers.withPerson)
      throw new VoxreelError('images_unsupported', 'A person has the conversation, and is given words alone.', { param: 'images' });
    const { pictureParts } = await loadPart(() => import('./picture-parts.js'));
    this.#say([...(text === '' ? [] : [{ type: 'text', text }]), ...(await pictureParts(pictures, this.images))], respond);
  }

  readonly sendAs = (role: 'person', text: string): void => this.#handovers.say(role, text);

  readonly handOver = (next: ConversationHandover): Promise<void> => this.#handovers.handOver(next);

  interrupt(): void {
    this.#effects.bargeIn.interrupt(this.#context);
  }

  updateSession(patch: SessionConfig): void {
    this.send({ type: 'session.update', session: patch });
    if (patch.turn_detection !== undefined) this.#parts.speech.voice.gate(patch.turn_detection !== null);
  }

  /** What the instructions are completed with from now on. */
  brief(change: Briefing): void {
    this.updateSession(this.#parts.settings.brief(change));
  }

  readonly setMicrophone = (source: boolean | MediaTrackConstraints | MediaStream): Promise<void> =>
    this.#parts.speech.voice.setMicrophone(source);

  mute(muted: boolean): void {
    this.#parts.speech.voice.mute(muted);
  }

  setVolume(volume: number): void {
    this.#parts.speech.voice.volume = volume;
  }

  startTalking(): void {
    this.#effects.bargeIn.takeTurn(this.#context);
    this.#parts.speech.startTurn();
  }

  stopTalking(options?: StopTalkingOptions): void {
    this.#parts.speech.endTurn(options);
  }

  approveTool(callId: string, allowed: boolean): void {
    for (const asked of this.#effects.approvals) asked.approve(callId, allowed);
  }

  readonly export = (format: ExportFormat): string => this.#log.export(format, this.#host.store.get());

  readonly devices = listDevices;

  readonly stats = (): Promise<Meters> => this.#meters.stats();

  setSpeaker(deviceId: string | undefined): Promise<void> {
    return this.#parts.speech.voice.setSpeaker(deviceId ?? '');
  }

  readonly setCamera = (source: boolean | MediaTrackConstraints | MediaStream): Promise<void> => this.#camera.set(source);

  readonly exportAudio = (): Promise<Blob> => this.#parts.speech.voice.exportRecording();

  readonly exportVideo = (options?: ExportVideoOptions): Promise<Blob> =>
    recordedVideo(this.#log, this.#host.store.get(), this.#parts.speech.voice, options);

  #say(content: ContentPart[], respond = true): void {
    if (respond) this.#effects.bargeIn.takeTurn(this.#context);
    this.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    if (respond) this.send({ type: 'response.create' });
  }

  #createHandovers(dial: CallDial, plugins: CallPlugins): Handovers {
    const { emitter, store } = this.#host;
    return createHandovers(
      { dial, parts: this.#parts, plugins, state: store.get },
      {
        posted: (event) => {
          this.#dispatch(event);
          emitter.emit('event', event);
        },
        handedOver: (handover) => emitter.emit('handover', handover),
        tools: this.#effects.useTools,
        connect: (isBack) => (isBack ? this.connect() : this.#connection.renew()),
        leave: () => this.#leave(),
      },
    );
  }

  /** The calls that run go on: one of them may have handed over. */
  #leave(): void {
    this.interrupt();
    this.#connection.close();
    this.#closeSound();
    this.#effects.restore.forget();
  }

  #createSpeech(sound: SoundOptions, settings: CallSettings, transmit: (event: ClientEvent) => boolean): Speech {
    return createCallSpeech(
      { sound, settings, rates: () => this.#line.rates, state: this.#host.store.get },
      { transmit, sent: (event) => this.#sent(event), send: this.send },
      {
        heard: (parts) => this.#meters.heard(parts),
        dispatch: this.#dispatch,
        changed: (change) => this.#host.emitter.emit('device', change),
        strained: () => void this.#connection.giveUpSound(),
        failed: this.#failed,
      },
    );
  }

  /** What each event of the server passes, in order. */
  #createReceiver(): (event: ServerEvent) => void {
    const { queue, speech } = this.#parts;
    const { restore, all } = this.#effects;
    return createEventReceiver([
      (event) => {
        if (restore.isEcho(event)) return;
        this.#log.add('server', event);
        this.#host.store.dispatch(event);
      },
      (event) => queue.observe(event),
      (event) => speech.observe(event),
      (event) => all.event(event, this.#context),
      ({ type }) => {
        if (type === 'session.updated') speech.voice.reconfigure();
      },
      (event) => this.#meters.received(event),
      (event) => this.#host.emitter.emit('event', event),
      (event) => this.#heardError(event),
    ]);
  }

  #heardError(event: ServerEvent): void {
    if (event.type !== 'error' || this.#parts.sender.isAttempt(event.error?.event_id)) return;
    const error = serverError(event);
    if (error === undefined) return;
    if (isFatal(error) && error.code !== 'invalid_input') this.#connection.fail(error);
    else this.#failed(error);
  }

  #opened(wire: Wire, transport: Transport): void {
    const { sender, queue, speech } = this.#parts;
    this.#isOpen = true;
    sender.opened(this.#line);
    this.#camera.opened(wire);
    this.#meters.opened(wire);
    // What was pending goes last, however early the first acknowledgment comes.
    const release = queue.hold();
    this.#line.configure(transport, sender.send);
    this.#effects.all.opened(effectWire(wire, transport, this.#line.resumed), this.#context);
    // A wire that was lost while it was written to has its successor already, or none.
    if (this.#connection.wire === wire) speech.opened(wire, transport);
    release();
    if (transport.id === this.#carrier) return;
    this.#carrier = transport.id;
    this.#host.emitter.emit('transport', transport.id);
  }

  #lost(): void {
    if (!this.#isOpen) return;
    const { sender, queue, speech } = this.#parts;
    this.#isOpen = false;
    sender.lost();
    this.#line.lost();
    this.#camera.lost();
    this.#meters.lost();
    speech.lost();
    queue.lost();
    this.#effects.all.lost(this.#context);
    this.#dispatch({ type: 'local.disconnected' });
  }

  #entered(phase: Phase): void {
    if (phase === 'open') this.#error = undefined;
    this.#meters.phase(phase);
    this.#host.phase(phase);
  }

  #ended(error: VoxreelError): void {
    this.#error = error;
    this.#end();
    this.#failed(error);
  }

  #end(): void {
    this.#effects.all.close();
    this.#closeSound();
  }

  #closeSound(): void {
    this.#parts.speech.close();
    this.#camera.close();
    this.#threads.finish();
  }

  #wantsSound(): boolean {
    const { settings, speech } = this.#parts;
    return (
      settings.current.modalities?.includes('audio') === true ||
      speech.voice.stream !== undefined ||
      this.#connection.transport?.audio === 'track'
    );
  }

  #sent(event: ClientEvent): void {
    this.#log.add('client', event);
    this.#meters.sent(event);
    this.#host.emitter.emit('sent', event);
  }

  readonly #dispatch = (event: ConversationEvent): void => {
    this.#log.add('page', event);
    this.#host.store.dispatch(event);
  };

  readonly #failed = (error: VoxreelError): void => {
    this.#host.emitter.emit('error', error);
  };
}
