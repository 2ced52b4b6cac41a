// What a new connection is told of the old one: the conversation as text, and the request whose answer was cut off. Knows no transport.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { Outbox, ResponseCreate } from '../events/send-queue.js';
import { canAskAgain, isUnheard, replayEvents, unfinishedItems } from '../history/replay-items.js';
import type { EffectContext } from './effect.js';

export interface Reconnect {
  /** Before the state learns of the loss. */
  lost(context: EffectContext): void;
  /**
   * The new connection is there and configured. `spokenTurn`: an item of the user's whose sound can be given again. True when it is to be,
   * since nothing else is known of it: then it is no longer in the conversation.
   */
  opened(context: EffectContext, spokenTurn?: string): boolean;
  /** The server repeats an item that it was given back, some wires more than once: no news to the conversation. */
  isEcho(event: ServerEvent): boolean;
  /** The user hung up: nothing is to be asked again. */
  forget(): void;
}

export interface ReconnectOptions {
  readonly outbox: Pick<Outbox, 'add' | 'request'>;
  /** Past the outbox: what is given back needs no acknowledgement. */
  readonly transmit: (event: ClientEvent) => void;
  /** Half an answer is about to be replaced: it is not played to its end. */
  readonly hush: () => void;
}

export function createReconnect({ outbox, transmit, hush }: ReconnectOptions): Reconnect {
  const echoes = new Set<string>();
  let interrupted: { readonly responseId: string; readonly request: ResponseCreate; readonly unasked: boolean } | undefined;

  const remove = (id: string, { dispatch }: EffectContext) =>
    dispatch({ type: 'conversation.item.deleted', event_id: `page_${id}`, item_id: id });

  /** Takes the half answer away; the request that will bring it whole, if it can be asked again. */
  const giveUpHalf = (context: EffectContext, spokenAgain: boolean): ResponseCreate | undefined => {
    const cut = interrupted;
    interrupted = undefined;
    if (cut === undefined || !(spokenAgain || canAskAgain(context.get(), cut.responseId))) return undefined;
    const half = unfinishedItems(context.get(), cut.responseId);
    if (half.length > 0) hush();
    for (const id of half) remove(id, context);
    // Who listens for the end of speech answers it unasked.
    return spokenAgain && cut.unasked ? undefined : cut.request;
  };

  return {
    lost({ get, dispatch }) {
      echoes.clear();
      const { activeResponseId, live } = get();
      // A call that is being executed had all its arguments: only the word that says so was lost.
      for (const { id, responseId, toolStatus } of live) {
        if (toolStatus === undefined) continue;
        dispatch({ type: 'response.output_item.done', event_id: `page_${id}`, response_id: responseId, item: { id, status: 'completed' } });
      }
      if (activeResponseId === undefined) return;
      const { request } = outbox;
      interrupted = { responseId: activeResponseId, request: request ?? { type: 'response.create' }, unasked: request === undefined };
    },
    opened(context, spokenTurn) {
      const spokenAgain = spokenTurn !== undefined && isUnheard(context.get(), spokenTurn);
      const again = giveUpHalf(context, spokenAgain);
      if (spokenAgain) remove(spokenTurn, context);
      for (const event of replayEvents(context.get())) {
        const { id } = event.item;
        if (id === undefined) continue;
        echoes.add(id);
        transmit(event);
      }
      if (again !== undefined) outbox.add(again);
      return spokenAgain;
    },
    isEcho: (event) => event.type === 'conversation.item.created' && event.item?.id !== undefined && echoes.has(event.item.id),
    forget() {
      interrupted = undefined;
    },
  };
}
