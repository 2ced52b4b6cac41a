// Conversation items in the documents' words again: for exports, what is stored, and what is restored. By the one list of their fields.
import { itemDetails, itemHeads, type ItemDetails } from '../../protocol/item-fields.js';
import { itemNames, partNames } from './item-details.js';

type Fields = Readonly<Record<string, unknown>>;
type ItemDetail = keyof typeof itemDetails;

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
