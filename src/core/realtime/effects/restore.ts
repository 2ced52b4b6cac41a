// What a new connection is given of the old one: the conversation as text, and the request whose answer was cut off.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { ResponseCreate, SendQueue } from '../events/send-queue.js';
import { canAskAgain, isUnheard, replayItems, unfinishedItems } from '../history/replay-items.js';
import type { SpeechDelivery } from '../speech/speech-delivery.js';
import type { Effect, EffectContext } from './effect.js';

export interface Restore extends Effect {
  /** The server repeats an item that it was given back, some wires more than once: no news to the conversation. */
  isEcho(event: ServerEvent): boolean;
  /** The user hung up: nothing is to be asked again. */
  forget(): void;
}

export interface RestoreOptions {
  readonly queue: Pick<SendQueue, 'add' | 'request'>;
  /** Past the queue: what is given back needs no acknowledgment. */
  readonly transmit: (event: ClientEvent) => void;
  readonly delivery: Pick<SpeechDelivery, 'unheardTurn' | 'repeatTurn'>;
  /** Half an answer is about to be replaced: it is not played to its end. */
  readonly hush: () => void;
}

export function createRestore({ queue, transmit, delivery, hush }: RestoreOptions): Restore {
  const echoes = new Set<string>();
  let interrupted: { readonly responseId: string; readonly request: ResponseCreate; readonly unasked: boolean } | undefined;

  const remove = (id: string, { dispatch }: EffectContext) =>
    dispatch({ type: 'conversation.item.deleted', event_id: `page_${id}`, item_id: id });

  /** Takes the half answer away; the request that will bring all of it, if it can be asked again. */
  const giveUpHalf = (context: EffectContext, spokenAgain: boolean): ResponseCreate | undefined => {
    const cut = interrupted;
    interrupted = undefined;
    if (cut === undefined || !(spokenAgain || canAskAgain(context.state, cut.responseId))) return undefined;
    const half = unfinishedItems(context.state, cut.responseId);
    if (half.length > 0) hush();
    for (const id of half) remove(id, context);
    // A server that listens for the end of speech answers it unasked.
    return spokenAgain && cut.unasked ? undefined : cut.request;
  };

  return {
    opened({ audio, resumed = false }, context) {
      // The user's last turn, of which nothing but its sound is known: it is said again, and leaves the conversation until then.
      const turn = audio === 'events' ? delivery.unheardTurn : undefined;
      const spokenAgain = turn !== undefined && isUnheard(context.state, turn);
      const again = giveUpHalf(context, spokenAgain);
      if (spokenAgain) {
        remove(turn, context);
        delivery.repeatTurn();
      }
      for (const event of resumed ? [] : replayItems(context.state)) {
        const { id } = event.item;
        if (id === undefined) continue;
        echoes.add(id);
        transmit(event);
      }
      if (again !== undefined) queue.add(again);
    },
    lost({ state, dispatch }) {
      echoes.clear();
      const { activeResponseId, live } = state;
      // A call that is being executed had all its arguments: only the word that says so was lost.
      for (const { id, type, responseId, toolStatus } of live) {
        if (type !== 'function_call' || toolStatus === undefined) continue;
        dispatch({ type: 'response.output_item.done', event_id: `page_${id}`, response_id: responseId, item: { id, status: 'completed' } });
      }
      if (activeResponseId === undefined) return;
      const { request } = queue;
      interrupted = { responseId: activeResponseId, request: request ?? { type: 'response.create' }, unasked: request === undefined };
    },
    isEcho: (event) => event.type === 'conversation.item.created' && event.item?.id !== undefined && echoes.has(event.item.id),
    forget() {
      interrupted = undefined;
    },
  };
}
