// What a server event does, in order: recorded and folded, then the outbox, the effects and the page hear of it.
import type { ServerEvent } from '../../dialects/dialect.js';
import type { Emitter } from '../../emitter.js';
import { VoxreelError } from '../../errors.js';
import { text } from '../../store/conversation-items.js';
import type { ConversationEvent } from '../../store/conversation-state.js';
import { isFatal } from '../connection/fatal-errors.js';
import type { Line } from './send-event.js';
import type { Outbox } from './send-queue.js';
import type { RealtimeSessionEvents } from '../session/session-options.js';
import type { Recorder } from '../history/call-log.js';
import type { SessionEffects } from '../session-effects.js';
import type { SessionSpeech } from '../speech/speech-delivery.js';
import type { Voice } from '../speech/voice.js';

export interface InboxOptions {
  readonly line: Pick<Line, 'decode' | 'isTrial'>;
  readonly recorder: Pick<Recorder, 'add'>;
  readonly fold: (event: ConversationEvent) => void;
  readonly outbox: Pick<Outbox, 'observe'>;
  readonly speech: Pick<SessionSpeech, 'observe'>;
  readonly effects: SessionEffects;
  readonly voice: Pick<Voice, 'reconfigure'>;
  readonly emitter: Pick<Emitter<RealtimeSessionEvents>, 'emit'>;
  /** No repetition mends this. */
  readonly fatal: (error: VoxreelError) => void;
}

/** Refusals that we deal with: a request waits for its turn, a session that ends is followed by the next. */
const ourOwn: ReadonlySet<string> = new Set(['conversation_already_has_active_response', 'session_expired']);

/** Takes one message of the wire. */
export function createInbox({
  line,
  recorder,
  fold,
  outbox,
  speech,
  effects,
  voice,
  emitter,
  fatal,
}: InboxOptions): (text: string) => void {
  const failed = ({ error }: Extract<ServerEvent, { type: 'error' }>) => {
    const code = text(error?.code) ?? text(error?.type) ?? 'server_error';
    if (line.isTrial(error?.event_id) || ourOwn.has(code)) return;
    const cause = new VoxreelError(code, text(error?.message) ?? 'The service reported an error.', { param: text(error?.param) });
    if (isFatal(cause) && code !== 'invalid_input') fatal(cause);
    else emitter.emit('error', cause);
  };
  const take = (event: ServerEvent) => {
    if (!effects.reconnect.isEcho(event)) {
      recorder.add('server', event);
      fold(event);
    }
    outbox.observe(event);
    speech.observe(event);
    for (const effect of effects.all) effect.event?.(event, effects.context);
    if (event.type === 'session.updated') voice.reconfigure();
    emitter.emit('event', event);
    if (event.type === 'error') failed(event);
  };
  return (message) => {
    for (const event of line.decode(message)) take(event);
  };
}
