// The layout of everything that is kept: whose a record is, and when each of its fields changed; and how two versions of one record become one.
import { laterOf } from './clock.js';
import type { Clock, Stamp } from './clock.js';

/** When the fields of a record changed. A record of 1.0.0 has neither: it counts as older than any other. */
export interface Timed {
  /** Of every field that `times` does not name. */
  readonly time?: Stamp | undefined;
  readonly times?: Readonly<Record<string, Stamp>> | undefined;
}

/** The head of every record; the fields of its kind stand beside it. */
export interface StoredRecord extends Timed {
  readonly id: string;
  readonly kind: 'video' | 'conversation';
  /** Empty where nobody was signed in. */
  readonly user: string;
  /** The agent of a conversation, or the name of a queue; empty for the only one of a site. */
  readonly agent: string;
  /** Of the fields of its kind. */
  readonly version: number;
}

/** Whose a record is. What 1.0.0 kept names nobody, so it belongs to the empty user, and no named user inherits it. */
export const belongsTo = (record: { readonly user?: unknown }, user: string): boolean => (record.user ?? '') === user;

const isField = (name: string) => name !== 'time' && name !== 'times';

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);

const fieldsOf = (...records: readonly object[]): string[] =>
  [...new Set(records.flatMap((record) => Object.keys(record)))].filter(isField);

const valueOf = (record: object, field: string): unknown => (Object.hasOwn(record, field) ? Reflect.get(record, field) : undefined);

const timeOf = ({ time = '', times = {} }: Timed, field: string): Stamp => (Object.hasOwn(times, field) ? (times[field] ?? time) : time);

/** When it changed last. */
export const latestOf = ({ time = '', times = {} }: Timed): Stamp => Object.values(times).reduce(laterOf, time);

/** `after` with a new time for each field that is another than in `before`. */
export function stampChanges<R extends Timed>(before: R, after: R, clock: Clock): R {
  const changed = fieldsOf(before, after).filter((field) => !same(valueOf(before, field), valueOf(after, field)));
  if (changed.length === 0) return after;
  const stamp = clock.tick(latestOf(before));
  return { ...after, time: before.time, times: { ...before.times, ...Object.fromEntries(changed.map((field) => [field, stamp])) } };
}

/**
 * Of each field the later value; of two at the same time always the same one. Pure, commutative, associative and idempotent.
 * `rank`: a record of a higher one replaces the other whole. Records of one rank must merge to that rank.
 */
export function mergeRecords<R extends Timed>(one: R, other: R, rank: (record: R) => number = () => 0): R {
  const more = rank(one) - rank(other);
  if (more > 0) return one;
  if (more < 0) return other;
  const time = laterOf(one.time ?? '', other.time ?? '');
  const times: Record<string, Stamp> = {};
  const fields: Record<string, unknown> = {};
  for (const field of new Set([...fieldsOf(one, other), ...Object.keys(one.times ?? {}), ...Object.keys(other.times ?? {})])) {
    const [stamp, value] = later([timeOf(one, field), valueOf(one, field)], [timeOf(other, field), valueOf(other, field)]);
    define(fields, field, value);
    if (stamp !== time) define(times, field, stamp);
  }
  // Field by field of two records of this type.
  return { ...fields, time, times } as R;
}

type At = readonly [time: Stamp, value: unknown];

function later(one: At, other: At): At {
  if (one[0] !== other[0]) return one[0] > other[0] ? one : other;
  return textOf(one[1]) >= textOf(other[1]) ? one : other;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** A field may have any name, `__proto__` too. */
const define = (target: object, name: string, value: unknown) => Object.defineProperty(target, name, { value, enumerable: true });
