// Reads one client event: text or object in, a documented event or the reason why not out.
import * as z from 'zod/mini';

import { isRecord } from '../../base/is-record.js';
import { clientEvent, clientEventTypes } from '../../protocol/index.js';
import type { DocumentedClientEvent } from '../../protocol/index.js';
import { parseJson } from '../parse-json.js';
import { invalidEvent } from './refusal.js';
import type { Refusal } from './refusal.js';

export type ReadEvent =
  | { readonly event: DocumentedClientEvent; readonly eventId: string | undefined }
  | { readonly refusal: Refusal; readonly eventId: string | undefined };

const inWords = z.locales.en().localeError;

/** Parsed JSON of the wire, or undefined where it is none or nested too deep. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a table says of a name from the wire: undefined for one that it does not have of its own. */
export const wordOf = <Word>(words: Readonly<Record<string, Word>>, name: unknown): Word | undefined =>
  typeof name === 'string' && Object.hasOwn(words, name) ? words[name] : undefined;

/** `raw` is what the dialect made of the wire's object. */
export function readClientEvent(raw: Record<string, unknown>): ReadEvent {
  const eventId = typeof raw['event_id'] === 'string' ? raw['event_id'] : undefined;
  const type = raw['type'];
  if (typeof type !== 'string') return { refusal: invalidEvent('An event needs a type.', 'type'), eventId };
  if (!(clientEventTypes as readonly string[]).includes(type))
    return { refusal: invalidEvent(`There is no client event "${type}". Known: ${clientEventTypes.join(', ')}.`, 'type'), eventId };
  const read = clientEvent.safeParse(raw, { error: inWords });
  if (read.success) return { event: read.data, eventId };
  return { refusal: firstIssue(read.error.issues), eventId };
}

/** Why `value` does not fit `schema`, or undefined when it does. `at` is put before the field's name. */
export function mismatch(schema: z.ZodMiniType, value: unknown, at = ''): Refusal | undefined {
  const read = schema.safeParse(value, { error: inWords });
  return read.success ? undefined : firstIssue(read.error.issues, at);
}

function firstIssue(issues: readonly z.core.$ZodIssue[], at = ''): Refusal {
  const issue = issues[0];
  const path = (issue?.path ?? []).reduce<string>((text, key) => joinedKey(text, key), at);
  return invalidEvent(`Invalid value for '${path}': ${issue?.message ?? 'not as documented'}.`, path);
}

function joinedKey(text: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${text}[${key}]`;
  return text === '' ? String(key) : `${text}.${String(key)}`;
}
