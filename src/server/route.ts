// What a handler of the gateway is given, and what all of them share.
import { refuse } from './answers/answers.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { globMatches } from '../base/glob.js';
import type { AuditNotes } from './watch/audit.js';

/** One request that may be answered: its path, its origin and its user have been looked at. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly user: GatewayUser;
  /** Headers that let what the service logs be found again. */
  readonly traced: Readonly<Record<string, string>>;
  /** For the audit. */
  note(notes: AuditNotes): void;
  /** Counts bytes of the body as they are read; false where no more may be held. */
  hold(bytes: number): boolean;
  /** Variable parts of the path. */
  readonly parts: readonly string[];
}

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: RegExp;
  answer(call: Call): Promise<Response>;
}

export const allowsModel = ({ models }: Pick<GatewaySettings, 'models'>, model: unknown): boolean =>
  models === undefined || (typeof model === 'string' && models.some((glob) => globMatches(glob, model)));

/** Where services have the model in a path, such a name would lead to another model, past the site's own list of them. */
// oxlint-disable-next-line no-control-regex
const leadsElsewhere = /(?:^|\/)\.{1,2}(?:\/|$)|[?#%\\\u0000-\u001f\u007f]/;

/** The refusal of a model that the site does not allow, or undefined. */
export function refuseModel(settings: Pick<GatewaySettings, 'models'>, model: unknown): Response | undefined {
  if (typeof model === 'string' && leadsElsewhere.test(model))
    return refuse(400, 'invalid_value', 'model is not the name of a model.', 'model');
  return allowsModel(settings, model) ? undefined : refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
}

/** A path of the documents and nothing else. */
export const exactly = (path: string): RegExp => new RegExp(`^${path.replaceAll('/', '\\/')}$`);
