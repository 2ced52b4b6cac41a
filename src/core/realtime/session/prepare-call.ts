// What is fetched or converted before a call can be made: its dialect, and its tools with their JSON schemas.
import type { AnyDialect } from '../../dialects/dialect.js';
import { loadDialect } from '../../catalog/load-dialect.js';
import type { VoiceTool } from '../tools/define-tool.js';
import { prepareTools } from '../tools/tool-schema.js';
import { checkSessionOptions } from './check-session-options.js';
import type { RealtimeSessionOptions } from './session-options.js';

export interface CallNeeds {
  readonly dialect: AnyDialect;
  readonly tools: readonly VoiceTool[];
}

/** Throws `invalid_input` naming the option, and `network` when a part could not be fetched. */
export async function prepareCall({ dialect, tools = [], ...options }: RealtimeSessionOptions): Promise<CallNeeds> {
  checkSessionOptions(options);
  const [loaded, prepared] = await Promise.all([loadDialect(dialect), prepareTools(tools)]);
  return { dialect: loaded, tools: prepared };
}
