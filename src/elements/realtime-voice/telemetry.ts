// Reports what happens in a conversation as `voice-telemetry`: when it connects, sounds, is interrupted, calls a function, fails and ends.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import { findItem } from '../../core/store/conversation-items.js';
import type { ConversationItem, ConversationState } from '../../core/store/conversation-state.js';
import { getIn } from '../../core/store/persistent-map.js';
import { VoiceTelemetryEvent, type VoiceTelemetry } from './report-events.js';
import type { SessionListener } from './session-controller.js';

type Page = ReactiveControllerHost & HTMLElement;

/** An item of a tool that is under way. */
interface Running {
  /** On the clock of `performance`; undefined while it waits for a person. */
  startedAt: number | undefined;
}

export class Telemetry implements ReactiveController {
  readonly listener: SessionListener = {
    followed: (session) => this.#follow(session),
    event: (event, session) => {
      const state = session.store.get();
      if (event.type === 'response.output_item.done') this.#watch(findItem(state, event.item?.id ?? ''));
      if (event.type === 'conversation.item.truncated') this.#interrupted(event.item_id, state);
      if (event.type === 'response.done' && event.response?.status === 'cancelled')
        this.#interrupted(messageOf(event.response.id, state), state);
    },
    changed: (state) => this.#followCalls(state),
    phase: (phase, previous) => this.#entered(phase, previous),
  };
  readonly #page: Page;
  readonly #running = new Map<string, Running>();
  /** Calls that were reported, by item. */
  readonly #ran = new Set<string>();
  /** Answers that were reported as cut, by response or item. */
  readonly #cut = new Set<string>();
  #session: RealtimeSession | undefined;
  #connectingAt = 0;
  /** While a call is open. */
  #openedAt: number | undefined;

  constructor(page: Page) {
    this.#page = page;
    page.addController(this);
  }

  hostConnected(): void {
    this.#page.addEventListener('voice-open', this.#opened);
    this.#page.addEventListener('voice-error', this.#failed);
  }

  hostDisconnected(): void {
    this.#page.removeEventListener('voice-open', this.#opened);
    this.#page.removeEventListener('voice-error', this.#failed);
  }

  /** An answer began to sound, so long after the visitor's turn. */
  sounded(ms: number | undefined): void {
    if (ms !== undefined) this.#tell({ name: 'sound', ms: Math.round(ms) });
  }

  #tell(telemetry: VoiceTelemetry): void {
    this.#page.dispatchEvent(new VoiceTelemetryEvent(telemetry));
  }

  readonly #opened = (): void => this.#tell({ name: 'opened' });

  readonly #failed = (event: HTMLElementEventMap['voice-error']): void => this.#tell({ name: 'error', code: event.error.code });

  #follow(session: RealtimeSession): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#running.clear();
    this.#ran.clear();
    this.#cut.clear();
    this.#connectingAt = performance.now();
    this.#openedAt = session.phase === 'open' ? performance.now() : undefined;
  }

  #entered(phase: Phase, previous: Phase): void {
    const now = performance.now();
    if (phase === 'connecting' || (phase === 'reconnecting' && previous === 'open')) this.#connectingAt = now;
    if (phase === 'open') {
      const { transport } = this.#session ?? {};
      this.#tell({ name: 'connected', ms: Math.round(now - this.#connectingAt), ...(transport === undefined ? {} : { transport }) });
      this.#openedAt ??= now;
    }
    if ((phase !== 'closed' && phase !== 'failed') || this.#openedAt === undefined) return;
    this.#tell({ name: 'closed', ms: Math.round(now - this.#openedAt) });
    this.#openedAt = undefined;
  }

  /** Some services say it twice, of the answer and of what was heard of it. */
  #interrupted(itemId: unknown, state: ConversationState): void {
    const item = typeof itemId === 'string' ? findItem(state, itemId) : undefined;
    if (item?.role !== 'assistant' || item.type !== 'message') return;
    const answer = item.responseId ?? item.id;
    if (this.#cut.has(answer)) return;
    this.#cut.add(answer);
    this.#tell({ name: 'interrupted', itemId: item.id });
  }

  /** A call may run before the word comes that it is complete. */
  #watch(item: Pick<ConversationItem, 'id' | 'type'> | undefined): void {
    if (item !== undefined && isCall(item) && !this.#running.has(item.id) && !this.#ran.has(item.id))
      this.#running.set(item.id, { startedAt: undefined });
  }

  #followCalls(state: ConversationState): void {
    for (const item of state.live) this.#watch(item);
    for (const [id, running] of this.#running) {
      const item = findItem(state, id);
      const { toolStatus } = item ?? {};
      if (toolStatus === 'running') running.startedAt ??= performance.now();
      if (item === undefined || toolStatus === undefined || toolStatus === 'running' || toolStatus === 'awaiting_approval') continue;
      this.#running.delete(id);
      this.#ran.add(id);
      this.#ended(item, toolStatus, running);
    }
  }

  #ended({ name = '' }: ConversationItem, outcome: NonNullable<VoiceTelemetry['outcome']>, { startedAt }: Running): void {
    this.#tell({ name: 'tool', tool: name, outcome, ms: startedAt === undefined ? 0 : Math.round(performance.now() - startedAt) });
  }
}

const isCall = ({ type }: Pick<ConversationItem, 'type'>): boolean => type === 'function_call' || type === 'mcp_call';

/** An answer is among the last items. */
const recentItems = 16;

function messageOf(responseId: unknown, state: ConversationState): string | undefined {
  let id = state.lastId;
  for (let count = 0; id !== undefined && count < recentItems; count++) {
    const item = findItem(state, id);
    if (item?.type === 'message' && item.responseId === responseId) return id;
    id = getIn(state.entries, id)?.previousId;
  }
  return undefined;
}
