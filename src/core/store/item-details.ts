// Takes what only some items and parts have from the wire's words to the state's, and back: by the one list of these fields.
import { itemDetails, itemHeads, partDetails, type ItemDetails, type PartDetails } from '../../protocol/item-fields.js';

type Fields = Readonly<Record<string, unknown>>;
type ItemDetail = keyof typeof itemDetails;
/** Our name for each field of the wire. */
type Names = readonly (readonly [wire: string, name: string])[];

const namesOf = (details: Readonly<Record<string, { readonly name: string }>>): Names =>
  Object.entries(details).map(([wire, { name }]) => [wire, name]);
const itemNames = namesOf(itemDetails);
const partNames = namesOf(partDetails);

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

/** Only the details. */
export function itemDetailsOf(item: ItemDetails): ItemDetails {
  const copy: Record<string, unknown> = {};
  for (const [, name] of itemNames) copy[name] = (item as unknown as Fields)[name];
  return copy as unknown as ItemDetails;
}

/** An item in the documents' words; what it does not say is undefined. */
export function wireItem(item: object, content: unknown): Fields {
  const known = item as Fields;
  const wire: Record<string, unknown> = {};
  for (const name of itemHeads) wire[name] = known[name];
  wire['content'] = content;
  for (const [name, ours] of itemNames) wire[name] = known[ours];
  return wire;
}

/** A content part in the documents' words: what is spoken has its text as a transcript. */
export function wirePart(part: object): Fields {
  const { type, text, ...known } = part as Fields;
  const wire: Record<string, unknown> = { type, [type === 'audio' ? 'transcript' : 'text']: text };
  for (const [name, ours] of partNames) wire[name] = known[ours];
  return wire;
}

/** The details that an item of this type has, complete: a server that is given the item requires them. */
export function completeDetails(type: string, item: Partial<ItemDetails>): Partial<Record<ItemDetail, string>> {
  const wire: Partial<Record<ItemDetail, string>> = {};
  for (const [name, { name: ours, types, unsaid }] of Object.entries(itemDetails) as [ItemDetail, (typeof itemDetails)[ItemDetail]][])
    if ((types as readonly string[]).includes(type)) wire[name] = item[ours] ?? unsaid;
  return wire;
}
