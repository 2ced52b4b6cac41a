// What only some items and parts have, from the wire's words to the state's: by the one list of these fields.
import { itemDetails, partDetails, type ItemDetails, type PartDetails } from '../../protocol/item-fields.js';

type Fields = Readonly<Record<string, unknown>>;
/** Our name for each field of the wire. */
type Names = readonly (readonly [wire: string, name: string])[];

export const itemNames: Names = Object.entries(itemDetails);
export const partNames: Names = Object.entries(partDetails);

/** What a wire item or part says that is not known yet, in the state's words. What is known is never replaced by nothing. */
export const newItemDetails = (raw: Fields, known: ItemDetails): Partial<ItemDetails> | undefined => news(itemNames, raw, known);
export const newPartDetails = (raw: Fields, known: PartDetails): Partial<PartDetails> | undefined => news(partNames, raw, known);

function news<T>(names: Names, raw: Fields, known: T): Partial<T> | undefined {
  let said: Record<string, unknown> | undefined;
  for (const [wire, name] of names) {
    const value = raw[wire];
    if (typeof value === 'string' && value !== '' && value !== known[name as keyof T]) (said ??= {})[name] = value;
  }
  return said as Partial<T> | undefined;
}
