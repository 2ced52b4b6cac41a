// Who may open a realtime connection, and as what: key or token, dialect, concurrency. Knows requests only by their headers; opens nothing.
import { vendorNames, realtimeSubprotocol } from '../../protocol/index.js';
import type { SessionConfig } from '../../protocol/index.js';
import type { RealtimeFault } from '../faults.js';
import { createId } from './identifier.js';
import { servedDialects } from './dialects.js';
import type { DialectId } from './dialects.js';
import type { TokenGrant, TokenProblem, Tokens } from './tokens.js';

/** A refused connection: the HTTP status and the fields of the documented error body. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly param?: string;
}

export interface Credentials {
  readonly sessionId: string;
  readonly model: string | undefined;
  readonly session: SessionConfig;
  /** The dialect of the token, where there is one. */
  readonly dialect: DialectId | undefined;
  /** Marks the token as used. */
  use(): void;
}

const problems: Readonly<Record<TokenProblem, Rejection>> = {
  unknown: { status: 401, code: 'invalid_api_key', message: 'The API key or ephemeral token is not valid.', param: 'Authorization' },
  expired: {
    status: 401,
    code: 'token_expired',
    message: 'The ephemeral token has expired: it is valid for one minute.',
    param: 'Authorization',
  },
  used: { status: 401, code: 'token_used', message: 'The ephemeral token has opened its one connection already.', param: 'Authorization' },
};

/** The standard key, or a token that is still good. */
export function checkCredentials(
  bearer: string | undefined,
  key: string,
  tokens: Tokens,
  fault: RealtimeFault | undefined,
): Credentials | Rejection {
  if (bearer === undefined || bearer === '')
    return { ...problems.unknown, message: 'A standard API key or an ephemeral token is required.' };
  if (fault?.expireToken === true) return problems.expired;
  if (bearer === key) return { sessionId: createId('sess'), model: undefined, session: {}, dialect: undefined, use() {} };
  const grant = tokens.look(bearer);
  return typeof grant === 'string' ? problems[grant] : granted(grant, tokens);
}

function granted(grant: TokenGrant, tokens: Tokens): Credentials {
  return {
    sessionId: grant.sessionId,
    model: grant.model,
    session: grant.session,
    dialect: dialectNamed(grant.dialect),
    use: () => tokens.use(grant.value),
  };
}

const dialectNamed = (id: string): DialectId | undefined => Object.values(servedDialects).find((dialect) => dialect.id === id)?.id;

export const isRejection = (value: object): value is Rejection => 'status' in value;

/** What a WebSocket handshake says of itself. */
export interface Handshake {
  /** Undefined where only a token may know. */
  readonly dialect: DialectId | undefined;
  readonly bearer: string | undefined;
}

/** The maker's word in names whose dialect is not the documents'. */
const openai = 'openai';
const gaModel = /^gpt-realtime/;

/** Reads the dialect and the key from headers or subprotocols; says what is missing. */
export function readHandshake(headers: Headers, protocols: readonly string[], model: string, vendor: string): Handshake | Rejection {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (protocols.length > 0) return readSubprotocols(protocols, vendor, bearer);
  const names = vendorNames(vendor);
  if (headers.get(names.betaHeader) !== null)
    return betaHeader(headers.get(names.betaHeader), names.betaHeader, { dialect: 'vendor', bearer });
  const otherHeader = headers.get('OpenAI-Beta');
  if (otherHeader !== null) return betaHeader(otherHeader, 'OpenAI-Beta', { dialect: 'openai-beta', bearer });
  if (bearer === undefined) return problems.unknown;
  // The one dialect without a beta header is recognized by its models, its clients' headers and its tokens.
  return { dialect: gaModel.test(model) || sentByOpenai(headers) ? 'openai-ga' : undefined, bearer };
}

const sentByOpenai = (headers: Headers): boolean =>
  /openai/i.test(headers.get('user-agent') ?? '') || [...headers.keys()].some((name) => name.startsWith(`x-${openai}-`));

export function missingBeta(vendor: string): Rejection {
  const { betaHeader: name, betaHeaderValue } = vendorNames(vendor);
  return missing(name, `The header "${name}: ${betaHeaderValue}" is required.`);
}

function betaHeader(value: string | null, name: string, handshake: Handshake): Handshake | Rejection {
  const { betaHeaderValue } = vendorNames();
  return value === betaHeaderValue ? handshake : missing(name, `"${name}" must be "${betaHeaderValue}".`);
}

const missing = (param: string, message: string): Rejection => ({ status: 400, code: 'missing_beta', message, param });

function readSubprotocols(protocols: readonly string[], vendor: string, header: string | undefined): Handshake | Rejection {
  const maker = [vendor, openai].find((word) => protocols.some((protocol) => protocol.startsWith(`${word}-`)));
  if (protocols[0] !== realtimeSubprotocol) return disorder(`The first subprotocol must be "${realtimeSubprotocol}".`);
  if (maker === undefined) return header === undefined ? problems.unknown : { dialect: 'openai-ga', bearer: header };
  const names = vendorNames(maker);
  const prefix = names.apiKeySubprotocol('');
  const key = protocols.find((protocol) => protocol.startsWith(prefix))?.slice(prefix.length);
  const bearer = key ?? header;
  const isBeta = protocols.includes(names.betaSubprotocol);
  if (maker !== vendor) return { dialect: isBeta ? 'openai-beta' : 'openai-ga', bearer };
  if (bearer === undefined) return problems.unknown;
  if (!isBeta) return missing('Sec-WebSocket-Protocol', `The subprotocol "${names.betaSubprotocol}" is required.`);
  return inDocumentedOrder(protocols, names)
    ? { dialect: 'vendor', bearer }
    : disorder('The subprotocols are not in the documented order.');
}

const disorder = (message: string): Rejection => ({ status: 400, code: 'invalid_subprotocols', message, param: 'Sec-WebSocket-Protocol' });

/** realtime, key, organization, project, beta: those in the middle may be left out. */
function inDocumentedOrder(protocols: readonly string[], names: ReturnType<typeof vendorNames>): boolean {
  const prefixes = [names.apiKeySubprotocol(''), names.organizationSubprotocol(''), names.projectSubprotocol(''), names.betaSubprotocol];
  const ranks = protocols.slice(1).map((protocol) => prefixes.findIndex((prefix) => protocol.startsWith(prefix)));
  return ranks.every((rank, i) => rank >= 0 && rank > (ranks[i - 1] ?? -1));
}
