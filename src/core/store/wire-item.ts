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

const calls = ['function_call', 'mcp_call', 'mcp_approval_request'];

/** The items that have each detail, and what a server that requires it is given where nothing was said. */
export const replayedDetails: Readonly<Record<ItemDetail, { readonly types: readonly string[]; readonly unsaid: string }>> = {
  call_id: { types: [...calls, 'function_call_output'], unsaid: '' },
  name: { types: calls, unsaid: '' },
  arguments: { types: calls, unsaid: '{}' },
  output: { types: ['function_call_output', 'mcp_call'], unsaid: '' },
  server_label: { types: ['mcp_call', 'mcp_approval_request', 'mcp_list_tools'], unsaid: '' },
  approval_request_id: { types: ['mcp_call'], unsaid: '' },
  error: { types: ['mcp_call'], unsaid: '' },
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
