// What is fetched or converted before a call can be made: its dialect, and its tools with their JSON schemas.
import type { AnyDialect } from '../../dialects/dialect.js';
import { fittingModel } from '../../catalog/fitting-model.js';
import { loadDialect } from '../../catalog/load-dialect.js';
import { createServiceModels } from '../../catalog/service-models.js';
import type { VoiceTool } from '../tools/define-tool.js';
import type { OfferedModel } from '../../offered-model.js';
import { prepareTools } from '../tools/tool-schema.js';
import { isOwnDialect, ownDialect } from '../../wire/own-dialects.js';
import { checkSessionOptions } from './check-session-options.js';
import type { RealtimeSessionOptions } from './session-options.js';

/** What every maker that sees takes. */
const pictureTypes = ['image/jpeg', 'image/png'];

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

export async function prepareDialect({ dialect, ...options }: RealtimeSessionOptions): Promise<AnyDialect> {
  if (dialect !== 'offered') return loadDialect(dialect);
  const offered = await offeredModel(options);
  return withPictures(await loadDialect(offered?.dialect), offered?.limits?.images);
}

/** A wire has a place for pictures; whether they are taken, the list of models says. */
function withPictures(dialect: AnyDialect, limits: NonNullable<OfferedModel['limits']>['images']): AnyDialect {
  if (limits === undefined || limits.max === 0 || dialect.images !== undefined) return dialect;
  const { maxBytes, types = pictureTypes } = limits;
  const copy = { ...dialect, images: { maxBytes, types } };
  // A worker reads and writes the same with it.
  if (isOwnDialect(dialect)) ownDialect(copy);
  return copy;
}

/** What the service's own list says of the model. */
async function offeredModel({ baseUrl, model, user, fetch }: RealtimeSessionOptions): Promise<OfferedModel | undefined> {
  const models = await createServiceModels({ baseUrl, user, fetch }).list();
  const talking = models.filter(({ kind }) => kind === 'realtime');
  return fittingModel(talking, model);
}
