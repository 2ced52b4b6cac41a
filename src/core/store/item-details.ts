// Takes what only some items and parts have from the wire's words to the state's, by the one list of these fields. The way back is in wire-item.ts.
import { itemDetails, partDetails, type ItemDetails, type PartDetails } from '../../protocol/item-fields.js';

type Fields = Readonly<Record<string, unknown>>;
/** Our name for each field of the wire. */
type Names = readonly (readonly [wire: string, name: string])[];

const namesOf = (details: Readonly<Record<string, { readonly name: string }>>): Names =>
  Object.entries(details).map(([wire, { name }]) => [wire, name]);
export const itemNames = namesOf(itemDetails);
export const partNames = namesOf(partDetails);

type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Writes what a wire item says into `draft`. What is already known is never replaced by nothing. */
export const readItemDetails = (raw: Fields, draft: Draft<ItemDetails>): void => read(itemNames, raw, draft);
export const readPartDetails = (raw: Fields, draft: Draft<PartDetails>): void => read(partNames, raw, draft);

function read(names: Names, raw: Fields, draft: Record<string, unknown>): void {
  for (const [wire, name] of names) if (isSaid(raw[wire])) draft[name] = raw[wire];
}

/** True where `readItemDetails` would change nothing. */
export const hasItemDetails = (raw: Fields, known: ItemDetails): boolean => has(itemNames, raw, known);
export const hasPartDetails = (raw: Fields, known: PartDetails): boolean => has(partNames, raw, known);

const has = (names: Names, raw: Fields, known: Fields): boolean =>
  names.every(([wire, name]) => !isSaid(raw[wire]) || raw[wire] === known[name]);

const isSaid = (value: unknown): boolean => typeof value === 'string' && value !== '';
