// The fields of a draft beside those of its record, so that each has a time and merges by itself: `draft.prompt`, `draft.metadata.style`.
import { isRecord } from '../base/is-record.js';

type Fields = Readonly<Record<string, unknown>>;
type Entry = readonly [name: string, value: unknown];

/** The inner one first. */
const nests = ['draft.metadata', 'draft'] as const;

/** Fields that are there, but have no value, are left out. */
export const flatFields = (record: Fields): Fields => Object.fromEntries(Object.entries(record).flatMap(flatEntry));

const flatEntry = ([name, value]: Entry): readonly Entry[] => {
  if (!nests.some((nest) => nest === name) || !isRecord(value)) return value === undefined ? [] : [[name, value]];
  return Object.entries(value).flatMap(([inner, one]) => flatEntry([`${name}.${inner}`, one]));
};

/** The record of which these are the flat fields. */
export const nestedFields = (flat: Fields): Fields =>
  nests.reduce<Fields>((record, nest) => {
    const prefix = `${nest}.`;
    const [inner, outer] = [[] as Entry[], [] as Entry[]];
    for (const [name, value] of Object.entries(record))
      if (name.startsWith(prefix)) inner.push([name.slice(prefix.length), value]);
      else outer.push([name, value]);
    return Object.fromEntries(inner.length === 0 ? outer : [...outer, [nest, Object.fromEntries(inner)]]);
  }, flat);
