// Makes a long log short without changing what it folds to: deltas of one part become one.
import { index, text } from '../../store/conversation-items.js';
import type { LoggedEvent } from './logged-event.js';

type Loose = Readonly<Record<string, unknown>>;

/** Of a joined `local.heard`: how much its first said was heard, in milliseconds, for the time that the entry has kept. */
export const firstHeard = 'first_audio_end_ms';

/** The same conversation in fewer entries. A joined entry has the time of its first. */
export function compactLog(log: readonly LoggedEvent[]): LoggedEvent[] {
  const compact: LoggedEvent[] = [];
  /** Where the last entry is that a later one of the same part may join. */
  let open = new Map<string, number>();
  for (const entry of log) {
    const key = joinKey(entry);
    const at = key === undefined ? undefined : open.get(key);
    const before = at === undefined ? undefined : compact[at];
    if (at !== undefined && before !== undefined) {
      compact[at] = { ...before, event: joined(before.event, entry.event) };
      continue;
    }
    // Anything else may depend on the order.
    if (key === undefined) open = new Map();
    else open.set(key, compact.length);
    compact.push(entry);
  }
  return compact;
}

function joinKey({ from, event }: LoggedEvent): string | undefined {
  const { type } = event;
  const joins = type.endsWith('.delta') || type === 'input_audio_buffer.append' || type === 'local.heard';
  return joins ? partKey({ from, event }) : undefined;
}

/** The same for events of one type about one part, as the fold takes them: what is no id is none, however it is nested. */
export function partKey({ from, event }: Pick<LoggedEvent, 'from' | 'event'>): string {
  const { type, item_id, content_index, response_id } = event as Loose;
  return JSON.stringify([from, type, text(item_id), index(content_index), text(response_id)]);
}

function joined(before: LoggedEvent['event'], after: LoggedEvent['event']): LoggedEvent['event'] {
  const [first, second] = [before as Loose, after as Loose];
  // The fold counts the same event once when it comes twice in a row.
  if (first['event_id'] !== undefined && first['event_id'] === second['event_id']) return before;
  const sum = { ...first, ...second } as Record<string, unknown>;
  for (const name of ['delta_length', 'audio_length']) if (name in sum) sum[name] = count(first[name]) + count(second[name]);
  if (sum['type'] === 'local.heard') sum[firstHeard] = first[firstHeard] ?? first['audio_end_ms'];
  if (typeof sum['delta'] === 'string') sum['delta'] = words(first['delta']) + words(second['delta']);
  return sum as unknown as LoggedEvent['event'];
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0);
const words = (value: unknown): string => (typeof value === 'string' ? value : '');
