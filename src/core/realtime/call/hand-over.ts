// Gives the conversation to another agent, or to a person: it goes on in one transcript, with a line that says who speaks now.
import type { SessionConfig } from '../../../protocol/session.js';
import type { DialectImages, ServerEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { ConversationState, TranscriptEntry } from '../../store/conversation-state.js';
import { items, transcript } from '../../store/transcript.js';
import type { ConversationHandover, VoiceTool } from '../tools/define-tool.js';
import type { CallDial } from './call-connection.js';
import type { CallPlugins } from './call-effects.js';
import type { CallParts, PreparedHandover } from './call-parts.js';

/** Who has the conversation now, and what was said before. */
export interface Handover {
  readonly to: 'agent' | 'person';
  readonly name: string | undefined;
  readonly transcript: readonly TranscriptEntry[];
}

type ItemCreated = Extract<ServerEvent, { type: 'conversation.item.created' }>;

export interface HandoverParts {
  readonly dial: Pick<CallDial, 'model' | 'turnTo'>;
  readonly parts: Pick<CallParts, 'dialect' | 'settings' | 'sender'>;
  readonly plugins: Pick<CallPlugins, 'tools' | 'prepare'>;
  readonly state: () => ConversationState;
}

/** What a handover does to the call. */
export interface HandoverListener {
  posted(item: ItemCreated): void;
  handedOver(handover: Handover): void;
  tools(tools: readonly VoiceTool[]): void;
  /** Leaves the connection for one to where the dial leads now; `isBack`: from a person, so that there is none to leave. */
  connect(isBack: boolean): Promise<void>;
  /** A person has the conversation: the service is left. */
  leave(): void;
}

export interface Handovers {
  readonly tools: readonly VoiceTool[];
  /** The pictures that the present model takes; undefined for none. */
  readonly images: DialectImages | undefined;
  /** Nobody asks the model for an answer. */
  readonly withPerson: boolean;
  handOver(next: ConversationHandover): Promise<void>;
  /** Connecting while a person has the conversation means returning to the agent. */
  takeBack(): void;
  /** A message that no service has. Throws `invalid_input` where no person has the conversation. */
  say(role: 'person' | 'user', text: string): void;
}

export function createHandovers({ dial, parts, plugins, state }: HandoverParts, listener: HandoverListener): Handovers {
  const { settings, sender } = parts;
  let { tools } = plugins;
  let { images } = parts.dialect;
  const isWithPerson = () => state().speaker?.role === 'person';
  const post = (item: PageItem) => listener.posted(pageItem(sender.newId('item'), item));
  const passTo = ({ to = 'agent', name }: ConversationHandover) => {
    const before = transcript(state());
    post({ type: 'handover', role: to === 'person' ? to : 'assistant', name });
    listener.handedOver({ to, name, transcript: before });
  };
  /** Gives the change that tells the service. */
  const use = ({ model, dialect, patch, tools: next }: PreparedHandover): SessionConfig => {
    if (model !== undefined) dial.turnTo(model);
    if (dialect !== undefined) ({ images } = dialect);
    const change = settings.patch(patch) ?? {};
    if (next === undefined) return change;
    tools = next;
    settings.useTools(next);
    listener.tools(next);
    return { ...change, tools: settings.complete().tools ?? [] };
  };
  return {
    get tools() {
      return tools;
    },
    get images() {
      return images;
    },
    get withPerson() {
      return isWithPerson();
    },
    async handOver(next) {
      const prepared = next.to === 'person' ? undefined : await plugins.prepare(next, tools);
      const wasWithPerson = isWithPerson();
      const isElsewhere =
        prepared !== undefined && needsConnection(prepared, { model: dial.model(), voice: settings.current.voice }, state());
      passTo(next);
      if (prepared === undefined) return listener.leave();
      const session = use(prepared);
      if (wasWithPerson || isElsewhere) return listener.connect(wasWithPerson);
      if (Object.keys(session).length > 0) sender.send({ type: 'session.update', session });
    },
    takeBack() {
      if (isWithPerson()) passTo({ name: agentBefore(state()) });
    },
    say(role, text) {
      if (!isWithPerson()) throw new VoxreelError('invalid_input', 'The conversation was not handed over to a person.', { param: 'role' });
      post({ type: 'message', role, text });
    },
  };
}

interface PageItem {
  readonly type: 'handover' | 'message';
  readonly role: 'assistant' | 'person' | 'user';
  readonly name?: string | undefined;
  readonly text?: string;
}

/** Folded, kept and exported like the items of a service. */
function pageItem(id: string, { text, ...head }: PageItem): ItemCreated {
  const item = { id, ...head, status: 'completed', ...(text === undefined ? {} : { content: [{ type: 'text', text }] }) };
  return { type: 'conversation.item.created', event_id: `page_${id}`, item } as unknown as ItemCreated;
}

/** The agent that a person had the conversation from. */
const agentBefore = (state: ConversationState): string | undefined =>
  items(state).findLast(({ type, role }) => type === 'handover' && role !== 'person')?.name;

/** Anything but the model, and a voice that was heard, can be told to the service as it is. */
function needsConnection(
  { model, patch: { voice } }: PreparedHandover,
  now: { readonly model: string; readonly voice: unknown },
  state: ConversationState,
): boolean {
  if (model !== undefined && model !== now.model) return true;
  const isOther = voice !== undefined && voice !== (state.session?.['voice'] ?? now.voice);
  return isOther && items(state).some(({ role, parts }) => role === 'assistant' && parts.some(({ audioMs }) => audioMs > 0));
}
