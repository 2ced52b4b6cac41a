// Where each kind of client event goes: at once, or kept for the next connection; what would mean nothing there is forgotten.
import type { ClientEvent } from '../../dialects/dialect.js';
import type { ConversationEvent } from '../../store/conversation-state.js';
import type { Line } from './send-event.js';
import type { Outbox } from './send-queue.js';
import type { SessionSpeech } from '../speech/speech-delivery.js';
import type { SessionSettings } from '../session/session-settings.js';

export type Post = (event: ClientEvent) => void;

export interface PostOptions {
  readonly line: Pick<Line, 'newId' | 'transmit'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly speech: Pick<SessionSpeech, 'post'>;
  readonly settings: SessionSettings;
  readonly dispatch: (event: ConversationEvent) => void;
}

export function createPost({ line, outbox, speech, settings, dispatch }: PostOptions): Post {
  return (event) => {
    if (event.type === 'session.update') {
      settings.patch(event.session);
      line.transmit({ ...event, session: event.session?.tools === undefined ? event.session : settings.whole() });
    } else if (event.type === 'conversation.item.create') {
      const item = { ...event.item, id: event.item.id ?? line.newId('item') };
      outbox.add({ ...event, event_id: event.event_id ?? line.newId('event'), item });
    } else if (event.type === 'response.create') {
      outbox.add({ ...event, event_id: event.event_id ?? line.newId('event') });
    } else if (event.type === 'input_audio_buffer.commit' || event.type === 'input_audio_buffer.clear') {
      if (!speech.post(event)) line.transmit(event);
    } else if (!line.transmit(event) && event.type === 'conversation.item.delete') {
      dispatch({ type: 'conversation.item.deleted', event_id: line.newId('page'), item_id: event.item_id });
    }
  };
}
