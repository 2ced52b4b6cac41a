// What became of something that took longer than its call: told to the model once nobody is speaking, and answered once.
import type { ConversationState } from '../../store/conversation-state.js';
import { newsId } from '../tools/news-item.js';
import type { Effect, EffectContext } from './effect.js';

export interface News extends Effect {
  /** Kept until it can be sent; what arrives together is sent together. */
  tell(news: string, context: EffectContext): void;
}

/** A pause between two sentences, or before an answer begins, is no quiet. */
const beatMs = 250;
const quietBeats = 3;

/** `isAtRest`: nothing is on its way to the server, nothing sounds, and no button is held. */
export function createNews(isAtRest: () => boolean): News {
  let waiting: readonly string[] = [];
  let isOpen = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const send = ({ send: out }: EffectContext) => {
    stop();
    const content = waiting.map((text) => ({ type: 'text', text }));
    waiting = [];
    out({ type: 'conversation.item.create', item: { id: newsId(), type: 'message', role: 'system', content } });
    out({ type: 'response.create' });
  };
  const listen = (context: EffectContext) => {
    if (!isOpen || waiting.length === 0 || timer !== undefined) return;
    let beats = 0;
    timer = setInterval(() => {
      beats = isAtRest() && isSilent(context.state) ? beats + 1 : 0;
      if (beats === quietBeats) send(context);
    }, beatMs);
  };
  return {
    tell(news, context) {
      waiting = [...waiting, news];
      listen(context);
    },
    opened({ recorded }, context) {
      isOpen = !recorded;
      listen(context);
    },
    lost() {
      isOpen = false;
      stop();
    },
    close() {
      waiting = [];
      stop();
    },
  };
}

const isSilent = ({ activeResponseId, soundingId, speech }: ConversationState): boolean =>
  activeResponseId === undefined && soundingId === undefined && !speech.active;
