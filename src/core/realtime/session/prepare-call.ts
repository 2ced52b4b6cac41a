// What a session needs to have in hand before it connects: the whole of its dialect, and its tools with their JSON schemas. Opens nothing.
import type { Dialect } from '../../dialects/dialect.js';
import { loadDialect } from '../../dialects/load-dialect.js';
import { prepareTools } from '../tools/tool-schema.js';
import type { RealtimeSessionOptions } from './session-options.js';

export interface PreparedOptions extends RealtimeSessionOptions {
  readonly dialect: Dialect;
}

/** Throws `invalid_input` naming `dialect` or `tools`, and `network` when a part could not be fetched. */
export async function prepareSession(options: RealtimeSessionOptions): Promise<PreparedOptions> {
  const [dialect, tools] = await Promise.all([loadDialect(options.dialect), prepareTools(options.tools ?? [])]);
  return { ...options, dialect, tools };
}
