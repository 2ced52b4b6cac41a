// Where each kind of client event goes: at once, or kept for the next connection; what would mean nothing there is forgotten.
import type { SessionConfig } from '../../../protocol/session.js';
import type { ClientEvent } from '../../dialects/dialect.js';
import type { EventSender } from './send-event.js';
import type { SendQueue } from './send-queue.js';

export type BufferEvent = Extract<ClientEvent, { type: 'input_audio_buffer.commit' | 'input_audio_buffer.clear' }>;

export interface Routes {
  readonly sender: Pick<EventSender, 'newId' | 'send'>;
  readonly queue: Pick<SendQueue, 'add'>;
  /** Applies a change of the configuration; gives what to send to the server. */
  configure(patch: SessionConfig | undefined): SessionConfig | undefined;
  /** False when the event is to be sent now. */
  buffer(event: BufferEvent): boolean;
  /** There is no server to delete the item: the page does. */
  deleted(itemId: string): void;
}

export function routeEvent(event: ClientEvent, { sender, queue, configure, buffer, deleted }: Routes): void {
  if (event.type === 'session.update') {
    sender.send({ ...event, session: configure(event.session) });
  } else if (event.type === 'conversation.item.create') {
    const item = { ...event.item, id: event.item.id ?? sender.newId('item') };
    queue.add({ ...event, event_id: event.event_id ?? sender.newId('event'), item });
  } else if (event.type === 'response.create') {
    queue.add({ ...event, event_id: event.event_id ?? sender.newId('event') });
  } else if (event.type === 'input_audio_buffer.commit' || event.type === 'input_audio_buffer.clear') {
    if (!buffer(event)) sender.send(event);
  } else if (!sender.send(event) && event.type === 'conversation.item.delete') {
    deleted(event.item_id);
  }
}
