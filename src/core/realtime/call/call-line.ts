// How a call speaks to its service: a line for each wire, and what one line leaves to the next.
import type { SessionConfig } from '../../../protocol/session.js';
import type { ClientEvent, Conversation, AnyDialect } from '../../dialects/dialect.js';
import type { Transport, Wire } from '../../transports/transport.js';
import type { CallSettings } from './call-parts.js';
import { createEventLine, openConversation, type EventLine, type LineListener } from '../events/event-line.js';

export interface CallLine extends Pick<EventLine, 'endsAt' | 'receive' | 'send'> {
  /** Samples a second, where they are not the documents'. */
  readonly rates: Conversation['rates'];
  /** The service has kept the conversation. */
  readonly resumed: boolean;
  begins(wire: Wire, transport: Transport): void;
  /** Says how the session is wanted, where the dialect was not given that as it began. */
  configure(transport: Transport, send: (event: ClientEvent) => void): void;
  lost(): void;
  /** The next line begins a conversation of its own. */
  forget(): void;
}

export interface CallLineOptions {
  readonly dialect: AnyDialect;
  readonly model: () => string;
  readonly settings: Pick<CallSettings, 'complete'>;
  readonly wantsSound: () => boolean;
}

export function createCallLine({ dialect, model, settings, wantsSound }: CallLineOptions, listener: LineListener): CallLine {
  const configuration = ({ audio }: Transport): SessionConfig => {
    const session = settings.complete();
    // Text alone: sound is not asked for, and comes back with the next wire that carries it.
    if (audio === 'none' && wantsSound()) session.modalities = ['text'];
    return session;
  };
  let line: EventLine | undefined;
  let resume: string | undefined;
  /** Whose conversation `resume` is: another model begins one of its own. */
  let talksWith: string | undefined;
  let resumed = false;
  return {
    get endsAt() {
      return line?.endsAt;
    },
    get rates() {
      return line?.conversation.rates;
    },
    get resumed() {
      return resumed;
    },
    begins(wire, transport) {
      if (talksWith !== model()) resume = undefined;
      talksWith = model();
      resumed = resume !== undefined;
      const opening = { model: talksWith, session: configuration(transport), audio: transport.audio, resume };
      // A handle is tried once.
      resume = undefined;
      line = createEventLine(openConversation(dialect, opening), wire, transport, listener);
    },
    configure(transport, send) {
      const session = configuration(transport);
      if (dialect.open === undefined && Object.keys(session).length > 0) send({ type: 'session.update', session });
    },
    send: (event, sent) => line?.send(event, sent),
    receive: (message) => line?.receive(message),
    lost() {
      resume = line?.conversation.resume;
      line?.end();
    },
    forget() {
      resume = undefined;
    },
  };
}
