// The built-in tool by which a model offers replies for the user to choose from, and what it offers now.
import { isRecord } from '../../../base/is-record.js';
import { parseJson } from '../../http.js';
import type { ConversationState, TranscriptEntry } from '../../store/conversation-state.js';
import { findItem } from '../../store/conversation-items.js';
import { getIn } from '../../store/persistent-map.js';
import type { VoiceTool } from './define-tool.js';

const name = 'suggest_replies';
const most = 3;
const output = 'The replies are shown.';

/** Give it to a session as one of its tools, and show what `suggestedReplies` says. It costs no answer of its own. */
export const suggestionsTool = {
  name,
  description:
    'Shows the user up to three short replies to choose from. Call it at the end of an answer after which the user is likely to say one of a few ' +
    'things, in the same response as the answer itself. Write each as the user would say it. Never mention them.',
  parameters: {
    type: 'object',
    properties: {
      replies: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 120 }, minItems: 1, maxItems: most },
    },
    required: ['replies'],
    additionalProperties: false,
  },
  respond: false,
  execute: () => output,
} satisfies VoiceTool;

/** What the model offers in answer to the newest turn of the user; nothing while a next turn is spoken. */
export function suggestedReplies(state: ConversationState): readonly string[] {
  if (state.speech.active) return [];
  for (let id = state.lastId; id !== undefined; id = getIn(state.entries, id)?.previousId) {
    const item = findItem(state, id);
    if (item?.role === 'user') return [];
    if (item !== undefined && item.status !== 'in_progress' && isCall(item)) return repliesIn(item.arguments);
  }
  return [];
}

function repliesIn(written = ''): readonly string[] {
  const args = parseJson(written);
  const replies: readonly unknown[] = isRecord(args) && Array.isArray(args['replies']) ? args['replies'] : [];
  return replies
    .filter((reply) => typeof reply === 'string')
    .filter((reply) => reply.trim() !== '')
    .slice(0, most);
}

const isCall = (item: { readonly type: string; readonly name?: string | undefined }) => item.type === 'function_call' && item.name === name;

/** A line of the transcript that is of this tool: nothing to read. */
export const isSuggesting = (line: TranscriptEntry): boolean =>
  isCall(line) || (line.type === 'function_call_output' && line.text === output);
