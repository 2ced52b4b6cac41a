// The heavy half of a session, loaded when it is first used: what its parts do for the page. How they are made is in session-parts.ts.
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { PendingEvent } from './history/stored-conversation.js';
import type { SessionMedia } from './session/media.js';
import type { Outbox } from './events/send-queue.js';
import type { RealtimeSession } from './session/session-options.js';
import { canAskAgain } from './history/replay-items.js';
import { createSessionParts, type SessionParts, type SessionPartsOptions } from './session-parts.js';

export interface LiveOptions extends SessionPartsOptions {
  /** From an earlier page: what is in the store already, and what is still to be sent. */
  readonly restored: { readonly events: readonly ConversationEvent[]; readonly pending: readonly PendingEvent[] };
}

type Reads = 'transport' | 'error' | 'muted' | 'talking' | 'levels' | 'openedAt' | 'retry';

export interface LiveSession extends Omit<RealtimeSession, 'store' | 'ready' | 'forget' | 'on' | 'phase' | Reads | keyof SessionMedia> {
  readonly media: SessionMedia;
  readonly reads: Pick<RealtimeSession, Reads>;
  /** What no server has acknowledged, and the request whose answer is not whole. */
  readonly pending: readonly PendingEvent[];
  /** Call it inside a user's gesture. */
  unlock(): void;
}

export function createLiveSession(live: LiveOptions): LiveSession {
  const parts = createSessionParts(live);
  for (const event of live.restored.events) parts.recorder.add('page', event);
  for (const event of live.restored.pending) parts.outbox.add(event);
  const { life, post, voice, effects, turns, connection, recorder } = parts;
  return {
    ...turns,
    reads: readsOf(parts),
    get pending() {
      return pendingOf(live.store.get(), parts.outbox);
    },
    media: parts.media,
    unlock: voice.unlockContext,
    async connect() {
      life.begin();
      if (parts.wantsSound()) voice.unlock();
      await connection.connect();
    },
    close() {
      if (connection.phase !== 'closed' && connection.phase !== 'failed') life.end();
      connection.close();
      effects.reconnect.forget();
    },
    send: post,
    respond: (overrides) => post(overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides }),
    updateSession(patch) {
      post({ type: 'session.update', session: patch });
      if (patch.turn_detection !== undefined) voice.gate(patch.turn_detection !== null);
    },
    setMicrophone: voice.setMicrophone,
    mute: voice.mute,
    approveTool: effects.tools.approve,
    export: (kind) => recorder.export(kind, live.store.get()),
  };
}

function pendingOf(state: ConversationState, outbox: Outbox): readonly PendingEvent[] {
  const { activeResponseId } = state;
  const asksAgain = activeResponseId !== undefined && canAskAgain(state, activeResponseId);
  return asksAgain ? [...outbox.pending, outbox.request ?? { type: 'response.create' }] : outbox.pending;
}

function readsOf({ connection, voice, life }: SessionParts): LiveSession['reads'] {
  return {
    levels: voice.levels,
    get transport() {
      return connection.transport?.id;
    },
    get error() {
      return life.error;
    },
    get muted() {
      return voice.muted;
    },
    get talking() {
      return voice.talking;
    },
    get openedAt() {
      return connection.openedAt;
    },
    get retry() {
      return connection.retry;
    },
  };
}
