// What the two wires of one maker have in common: content parts named by direction, names of headers and keys.
import { realtimeSubprotocol, vendorNames } from '../../protocol/names.js';
import { isRecord } from '../../base/is-record.js';
import { each, inTurn, inside, only, renamed, type Change, type Fields } from '../wire/wire-table.js';

const names = vendorNames('openai');

/** Its answer may be made already and still be playing from the server's own buffer: cancelling alone would not silence that. */
export const onTrack = { 'response.cancel': 'output_audio_buffer.clear' };

export const dataChannel = 'oai-events';
export const betaHeader = { 'OpenAI-Beta': names.betaHeaderValue };
export const { betaSubprotocol } = names;
export const keySubprotocols = (token: string): string[] => [realtimeSubprotocol, names.apiKeySubprotocol(token)];

/** `input_text`, `output_audio`, `input_image`: the documents leave the direction out. */
const plainPart: Change = (part) => {
  const type = part['type'];
  return typeof type === 'string' ? { ...part, type: type.replace(/^(?:input|output)_(?=text$|audio$|image$)/, '') } : part;
};

/** What MCP servers do, in fields that every item may have. Facts: `RealtimeMcpToolCall`, `RealtimeMcpApprovalRequest`, `RealtimeMcpListTools` of `openai` 7.59.0. */
const plainMcp: Readonly<Record<string, Change>> = {
  mcp_call: ({ error, ...item }) => ({ call_id: item['id'], ...item, error: isRecord(error) ? error['message'] : error }),
  mcp_approval_request: (item) => ({ call_id: item['id'], ...item }),
  mcp_list_tools: ({ tools, ...item }) => ({ ...item, content: Array.isArray(tools) ? tools.flatMap(toolPart) : undefined }),
};
const mcpChanges = new Map(Object.entries(plainMcp));

const toolPart = (tool: unknown): Fields[] => (isRecord(tool) ? [{ type: 'tool', text: tool['name'] }] : []);

export const plainItem: Change = (item) => each('content', plainPart)(mcpChanges.get(String(item['type']))?.(item) ?? item);

/** These items have no status of their own: an event that adds one says that it begins. */
const begun: Change = (item) => (mcpChanges.has(String(item['type'])) ? { status: 'in_progress', ...item } : item);

/** Server events whose fields differ on both wires, by the documents' type. */
export const sharedServerChanges: Readonly<Record<string, Change>> = {
  // The change comes before the name is the documents'.
  'conversation.item.created': (event) =>
    inside('item', event['type'] === 'conversation.item.added' ? inTurn(plainItem, begun) : plainItem)(event),
  'conversation.item.retrieved': inside('item', plainItem),
  'input_audio_buffer.speech_stopped': renamed('audio_end_ms', 'audio_start_ms'),
  'response.output_item.added': inside('item', plainItem),
  'response.output_item.done': inside('item', plainItem),
  'response.content_part.added': inside('part', plainPart),
  'response.content_part.done': inside('part', plainPart),
  'response.text.done': renamed('text', 'delta'),
};

export const plainResponse: Change = each('output', plainItem);

const itemFields = new Set(
  'id object type status role content call_id name arguments output approval_request_id approve reason'.split(' '),
);
const partFields = new Set(['type', 'text', 'audio', 'transcript', 'image_url', 'detail']);

/** An item to create: what its speaker's parts are called depends on the wire, and an unknown field is an error. */
export const createdItem =
  (answerPrefix: '' | 'output_'): Change =>
  (item) => {
    const prefix = item['role'] === 'assistant' ? answerPrefix : 'input_';
    const known = only(itemFields)(item);
    return each('content', (part) => createdPart(part, prefix))(known);
  };

function createdPart(part: Fields, prefix: string): Fields {
  const plain = plainPart(part);
  // The documents have a part that is nothing but words: here they are text.
  const written = plain['type'] === 'transcript' ? inTurn(renamed('transcript', 'text'), asText)(plain) : plain;
  const type = written['type'] === 'image' ? 'input_image' : isWords(written['type']) ? prefix + written['type'] : written['type'];
  return only(partFields)({ ...decodedText(written), type });
}

const isWords = (type: unknown): type is string => type === 'text' || type === 'audio';

const asText: Change = (part) => ({ ...part, type: 'text' });

/** The documents' parts may say that their text is base64; these wires have no word for that. */
const decodedText: Change = (part) => {
  const { encoding, text } = part;
  if (encoding !== 'base64' || typeof text !== 'string') return part;
  try {
    return { ...part, text: new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))) };
  } catch {
    return part;
  }
};

/** Every field of the documents' configuration in `update`: flat or nested is not shown there, so both are read. */
export function sessionOfUpdate(event: Fields): Fields {
  const { type: _type, event_id: _id, session, ...flat } = event;
  return { ...flat, ...(isRecord(session) ? session : {}) };
}
