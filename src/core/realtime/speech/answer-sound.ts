// The sound of answers, from a service's events to a player.
import type { AudioFormat } from '../../../protocol/session.js';
import { createAudioDecoder, sampleRateOf } from '../../audio/codecs.js';
import type { Player } from '../../audio/player.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import { index, text } from '../../store/conversation-items.js';

export interface AnswerSoundOptions {
  /** Undefined while nothing is played here. */
  readonly player: () => Pick<Player, 'push' | 'end'> | undefined;
  readonly format: () => AudioFormat;
  /** Samples a second of this wire's pcm16, where they are not the documents'. */
  readonly rateHz?: (() => number | undefined) | undefined;
  /** An interrupted answer's late audio is not played. */
  readonly silenced: (responseId: string | undefined) => boolean;
}

type AudioDelta = Extract<ServerEvent, { type: 'response.audio.delta' }>;

export function createAnswerSound({ player, format, rateHz, silenced }: AnswerSoundOptions): (event: ServerEvent) => void {
  const decode = createAudioDecoder();
  /** Parts of the current answer whose audio has not ended. */
  const open = new Map<string, { readonly itemId: string; readonly contentIndex: number; readonly responseId: string | undefined }>();

  const play = ({ item_id: itemId, content_index, response_id: responseId, delta }: AudioDelta) => {
    if (typeof itemId !== 'string' || typeof delta !== 'string' || silenced(responseId)) return;
    const contentIndex = index(content_index);
    open.set(`${itemId} ${contentIndex}`, { itemId, contentIndex, responseId });
    const wireFormat = format();
    player()?.push(itemId, contentIndex, decode(delta, wireFormat), rateHz?.() ?? sampleRateOf(wireFormat));
  };

  const end = (key: string) => {
    const part = open.get(key);
    if (part === undefined) return;
    open.delete(key);
    if (!silenced(part.responseId)) player()?.end(part.itemId, part.contentIndex);
  };

  return (event) => {
    if (event.type === 'response.audio.delta') return play(event);
    if (event.type === 'response.audio.done') return end(`${text(event.item_id) ?? ''} ${index(event.content_index)}`);
    // A server that leaves `audio.done` out still ends its response.
    if (event.type === 'response.done') for (const key of Array.from(open.keys())) end(key);
  };
}
