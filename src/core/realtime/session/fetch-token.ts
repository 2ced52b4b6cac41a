// An ephemeral token: one for each attempt, from the page, from a URL or from the documents' path.
import type { DialectNames } from '../../dialects/dialect.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { withRequest } from '../../failed-request.js';
import { errorOfReply, http, joinUrl, requestBehind } from '../../http.js';
import type { RealtimeSessionOptions } from './session-options.js';

export type TokenSource = Pick<RealtimeSessionOptions, 'baseUrl' | 'model' | 'getToken' | 'tokenUrl' | 'fetch'>;

/** How the service is asked for a token. */
export interface TokenRequest {
  readonly names: DialectNames;
  readonly voice: string | undefined;
}

/** Throws what the page's own `getToken` threw (as `connection_failed`), the documented error of the service, or `bad_response`. */
export async function fetchToken(source: TokenSource, { names, voice }: TokenRequest, signal: AbortSignal): Promise<string> {
  const { baseUrl, model, getToken, tokenUrl, fetch } = source;
  if (getToken !== undefined) {
    try {
      return await getToken(signal);
    } catch (cause) {
      throw toVoxreelError(cause, 'connection_failed', { retryable: true });
    }
  }
  const reply = await http(tokenUrl ?? joinUrl(baseUrl, names.tokenPath), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(names.tokenBody({ model, voice })),
    signal,
    fetch,
  });
  if (!reply.ok) throw errorOfReply(reply);
  const token = names.tokenFrom(reply.json);
  if (token === undefined)
    throw withRequest(new VoxreelError('bad_response', 'The answer holds no token.', { status: reply.status }), requestBehind(reply));
  return token;
}
