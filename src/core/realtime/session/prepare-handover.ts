// What an agent that takes over needs before the call changes: its tools with their schemas, and a model in the same dialect.
import { VoxreelError } from '../../errors.js';
import type { PreparedHandover } from '../call/call-parts.js';
import { suggestionsTool } from '../tools/suggestions.js';
import { prepareTools } from '../tools/tool-schema.js';
import type { AgentHandover, VoiceTool } from '../tools/define-tool.js';
import { checkSessionConfig } from './check-client-event.js';
import { prepareDialect } from './prepare-call.js';
import type { RealtimeSessionOptions } from './session-options.js';

/** Throws `invalid_input` naming the field, and `unsupported` where the model speaks another dialect. `tools`: those in use. */
export async function prepareHandover(
  { model, instructions, voice, tools }: AgentHandover,
  options: RealtimeSessionOptions,
  inUse: { readonly tools: readonly VoiceTool[]; readonly dialect: string },
): Promise<PreparedHandover> {
  const patch = { ...(instructions === undefined ? {} : { instructions }), ...(voice === undefined ? {} : { voice }) };
  checkSessionConfig(patch);
  if (model !== undefined && (typeof model !== 'string' || model === ''))
    throw new VoxreelError('invalid_input', 'A handover needs the name of a model.', { param: 'model' });
  const dialect = model !== undefined && options.dialect === 'offered' ? await prepareDialect({ ...options, model }) : undefined;
  if (dialect !== undefined && dialect.id !== inUse.dialect)
    throw new VoxreelError('unsupported', `The model ${model} speaks the dialect ${dialect.id}, this session ${inUse.dialect}.`, {
      param: 'model',
    });
  return { model, dialect, patch, tools: tools && (await prepareTools(withSuggestions(tools, inUse.tools))) };
}

/** The page still shows what the next agent suggests. */
const withSuggestions = (next: readonly VoiceTool[], before: readonly VoiceTool[]): readonly VoiceTool[] => {
  const { name } = suggestionsTool;
  return before.some((tool) => tool.name === name) && !next.some((tool) => tool.name === name) ? [...next, suggestionsTool] : next;
};
