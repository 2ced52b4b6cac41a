// The contract of an effect: something a session does because of what happens in a call. It sends or dispatches; it never writes state.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { Transport, Wire } from '../../transports/transport.js';

/** The connection that is open. What is sent goes through the context, in the documents' words. */
export interface EffectWire extends Pick<Wire, 'remoteAudio' | 'remoteVideo'> {
  /** The id of the transport; `text` when sound was given up. */
  readonly transport: string;
  /** How audio travels: as a media track, in events, or not at all. */
  readonly audio: Transport['audio'];
  /** True: a recording is played. Nobody hears what is sent, and nothing is to be done a second time. */
  readonly recorded: boolean;
  /** True: the service has kept the conversation. Nothing is to be given back to it. */
  readonly resumed?: boolean | undefined;
  /** Round-trip time and jitter in milliseconds, where the transport knows them. */
  stats(): Promise<{ readonly roundTripMs?: number; readonly jitterMs?: number }>;
}

/** What an effect may use. The same object for the whole call. */
export interface EffectContext {
  /** Sends a documented client event: now, or on the next wire where it still applies there. */
  readonly send: (event: ClientEvent) => void;
  /** Folds an event of the page's own (for example what was heard) into the state. */
  readonly dispatch: (event: ConversationEvent) => void;
  /** The conversation as it is now. */
  readonly state: ConversationState;
}

/** What reacts to a conversation: it may send and dispatch, and never writes state. */
export interface Effect {
  /** A wire is open, and the server knows the configuration and the conversation. Again after each reconnection. */
  opened?(wire: EffectWire, context: EffectContext): void;
  /** After the event was folded. */
  event?(event: ServerEvent, context: EffectContext): void;
  /** The wire is gone, for a while or for good. `context.state` still shows what was going on. */
  lost?(context: EffectContext): void;
  /** The call is over: closed by the page, or failed. A later `connect` begins with `opened` again. */
  close?(): void;
}

/** Called once per session, before its first connection; again only after `forget()`, which leaves nothing of the one before. */
export type EffectFactory = () => Effect;
