// What is fetched or converted before a call can be made: its dialect, and its tools with their JSON schemas.
import type { AnyDialect } from '../../dialects/dialect.js';
import { fittingModel } from '../../catalog/fitting-model.js';
import { loadDialect } from '../../catalog/load-dialect.js';
import { createServiceModels } from '../../catalog/service-models.js';
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
  const [loaded, prepared] = await Promise.all([prepareDialect({ ...options, dialect }), prepareTools(tools)]);
  return { dialect: loaded, tools: prepared };
}

export const prepareDialect = async ({ dialect, ...options }: RealtimeSessionOptions): Promise<AnyDialect> =>
  loadDialect(dialect === 'offered' ? await offeredDialect(options) : dialect);

/** What the service's own list says of the model. */
async function offeredDialect({ baseUrl, model, user, fetch }: RealtimeSessionOptions): Promise<string | undefined> {
  const models = await createServiceModels({ baseUrl, user, fetch }).list();
  const talking = models.filter(({ kind }) => kind === 'realtime');
  return fittingModel(talking, model)?.dialect;
}
