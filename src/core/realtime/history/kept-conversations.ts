// What `createConversations` does, once it is loaded.
import { isRecord } from '../../../base/is-record.js';
import { createScrubber } from '../../../base/scrubber.js';
import { createClock } from '../../clock.js';
import { VoxreelError } from '../../errors.js';
import { parseJson } from '../../http.js';
import { stampChanges, type Timed } from '../../stored-record.js';
import { overBudget } from './conversation-budget.js';
import { whileUnused } from './conversation-lock.js';
import type { Storage } from '../../persistence/storage.js';
import { ownerOf, type ConversationIdentity } from './conversation-owner.js';
import type { SaidLine } from '../../store/conversation-state.js';
import { isAbout, linesOf, summaryOf, type ConversationSummary } from './conversation-summary.js';
import { keyOf, readStored, type FoundConversation } from './stored-conversation.js';

/** Where the conversations are kept, and whose they are. */
export interface ConversationsOptions extends Omit<ConversationIdentity, 'baseUrl'> {
  /** The same as the session's: `storage` of `createRealtimeSession`. */
  readonly storage: Storage;
  /** Absent: the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** Characters that all of them together may have; the ones used longest ago make way. Default 32 million. */
  readonly budget?: number | undefined;
}

/** Each rejects with `storage_unavailable` where the storage fails. To go on with one, give its id to a session: `conversation`. */
export interface Conversations {
  /** The newest first. `search`: words that all have to be in it. */
  list(options?: { readonly search?: string | undefined }): Promise<readonly ConversationSummary[]>;
  /** An empty title is none: the first words take its place. Rejects with `not_found`. */
  rename(id: string, title: string): Promise<void>;
  /** Rejects with `conversation_open` while a session has it. */
  remove(id: string): Promise<void>;
  /** What was said in one of them, in order; of an answer that was cut, what was heard. Rejects with `not_found`. */
  lines(id: string): Promise<readonly SaidLine[]>;
  /** All of them as JSON, without what looks like a key. */
  export(): Promise<string>;
  /** What `export` gave, here or elsewhere: from now on this user's. What is here already stays as it is. Rejects with `invalid_input`. */
  import(text: string): Promise<{ readonly added: number; readonly skipped: number }>;
}

const format = 'voxreel-conversations';

type Kept = Timed & Readonly<Record<string, unknown>>;

interface Pair {
  readonly record: Kept;
  readonly found: FoundConversation;
}

export function keptConversations({ storage, baseUrl = '', budget, ...identity }: ConversationsOptions): Conversations {
  const owner = ownerOf({ ...identity, baseUrl });
  const ownName = [owner.user, owner.agent, owner.model, owner.service].join('~');
  const clock = createClock();

  const readAll = async (): Promise<readonly Pair[]> => {
    const now = Date.now();
    const pairs = (await storage.all('conversation')).flatMap(({ record }): Pair[] => {
      const found = readStored(record, owner, now);
      return found === undefined || !isRecord(record) ? [] : [{ record, found }];
    });
    return pairs.toSorted((one, other) => timeOf(other) - timeOf(one));
  };
  const find = async (id: string): Promise<Pair> => (await readAll()).find(({ found }) => found.id === id) ?? notFound();
  const update = async (id: string, change: (record: Kept) => Kept): Promise<void> => {
    const known = (await find(id)).record;
    const changed = (stored: unknown) => change(isRecord(stored) ? stored : known);
    await (storage.update?.(keyOf(id), changed) ?? storage.put(keyOf(id), change(known)));
  };

  return {
    async list({ search = '' } = {}) {
      return (await readAll()).filter(({ found }) => isAbout(found, search)).map(({ found }) => summaryOf(found));
    },
    rename(id, title) {
      const next = title.trim() === '' ? undefined : title.trim();
      return update(id, (record) => stampChanges(record, { ...record, title: next }, clock));
    },
    remove: (id) => whileUnused(keyOf(id), () => storage.remove(keyOf(id))),
    async lines(id) {
      return linesOf((await find(id)).found);
    },
    async export() {
      const conversations = (await readAll()).map(({ found: { unowned: _unowned, pending: _pending, size: _size, ...kept } }) => kept);
      return JSON.stringify(createScrubber().value({ format, version: 1, conversations }), undefined, 2);
    },
    async import(text) {
      const known = await readAll();
      const taken = new Set((await storage.all()).map(({ key }) => key));
      const isKnown = (id: string) => known.some(({ found }) => found.id === id);
      // Another user of this browser may have the same conversation: both keep theirs.
      const placed = ({ id, ...one }: FoundConversation) => ({
        ...one,
        id: isKnown(id) || !taken.has(keyOf(id)) ? id : `${id}~${ownName}`,
      });
      const conversations = conversationsIn(text).map(placed);
      const fresh = conversations.filter(({ id }) => !isKnown(id));
      const records = fresh.map(({ unowned: _unowned, size, ...kept }) => ({
        key: keyOf(kept.id),
        record: { kind: 'conversation', version: 2, ...kept, ...owner, pending: [], size, time: clock.tick(), times: {} },
      }));
      await (storage.putAll?.(records) ?? Promise.all(records.map(({ key, record }) => storage.put(key, record))));
      const tooMany = new Set(storage.forget ? [] : overBudget([...known.map(({ found }) => found), ...fresh], budget));
      for (const id of tooMany) await whileUnused(keyOf(id), () => storage.remove(keyOf(id))).catch(() => undefined);
      const added = fresh.filter(({ id }) => !tooMany.has(id)).length;
      return { added, skipped: conversations.length - added };
    },
  };
}

function notFound(): never {
  throw new VoxreelError('not_found', 'There is no such conversation.', { param: 'id' });
}

const timeOf = ({ found: { changedAt, savedAt } }: Pair): number => changedAt ?? savedAt;

/** Whosever they were. What cannot be read is left out. */
function conversationsIn(text: string): readonly FoundConversation[] {
  const file = parseJson(text);
  if (!isRecord(file) || file['format'] !== format || !Array.isArray(file['conversations']))
    throw new VoxreelError('invalid_input', 'These are no conversations that were saved here.', { param: 'text' });
  const nobody = { service: '', model: '', agent: '', user: '' };
  const read = (file['conversations'] as readonly unknown[]).flatMap((one) =>
    isRecord(one) ? (readStored({ ...one, ...nobody, version: 2, pending: [] }, nobody, Date.now()) ?? []) : [],
  );
  return [...new Map(read.map((one) => [one.id, one])).values()];
}
