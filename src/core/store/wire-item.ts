// Items and their parts in the documents' words again, for exports, storages and servers. Loads with what first needs it.
import { itemDetails, type ItemDetails } from '../../protocol/item-fields.js';
import { itemHeads } from '../../protocol/names.js';
import { itemNames, partNames } from './item-details.js';

type Fields = Readonly<Record<string, unknown>>;
type ItemDetail = keyof typeof itemDetails;

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

/** What an MCP server did is the service's own: no other server is given it. */
const notReplayed = { types: [], unsaid: '' };

/** The items in which a server is given each detail again, and what it is given where nothing was said, because it requires something. */
const replayedDetails: Readonly<Record<ItemDetail, { readonly types: readonly string[]; readonly unsaid: string }>> = {
  call_id: { types: ['function_call', 'function_call_output'], unsaid: '' },
  name: { types: ['function_call'], unsaid: '' },
  arguments: { types: ['function_call'], unsaid: '{}' },
  output: { types: ['function_call_output'], unsaid: '' },
  server_label: notReplayed,
  approval_request_id: notReplayed,
  error: notReplayed,
};

/** The details of an item of this type, complete, as a server requires them. */
export function completeDetails(type: string, item: Partial<ItemDetails>): Partial<Record<ItemDetail, string>> {
  const wire: Partial<Record<ItemDetail, string>> = {};
  for (const name of Object.keys(itemDetails) as ItemDetail[]) {
    const { types, unsaid } = replayedDetails[name];
    if (types.includes(type)) wire[name] = item[itemDetails[name]] ?? unsaid;
  }
  return wire;
}
