// What the service said when it did not take a connection, as an answer of the gateway. Knows no socket.
import { refuse } from './answers.js';

/** The documented error of the service without the key, or one in its place. */
export function upstreamRefusal(status: number, text: string, retryAfter: string | undefined, apiKey: string): Response {
  if (status < 400) return refuse(502, 'upstream_redirect', 'The service answered with something else than a socket.');
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const { code, message, param } = errorIn(text.replaceAll(apiKey, '[key]'));
  if (message === undefined) return refuse(status, 'upstream_error', `The service answered ${status} without an error body.`, '', headers);
  return refuse(status, code ?? 'upstream_error', message, param ?? '', headers);
}

interface Said {
  readonly code?: string;
  readonly message?: string;
  readonly param?: string;
}

/** The documented shape, or the same inside `error`. */
function errorIn(text: string): Said {
  try {
    const body = JSON.parse(text) as { error?: unknown };
    const fields = Object.entries(typeof body.error === 'object' && body.error !== null ? body.error : body);
    return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string')) as Said;
  } catch {
    return {};
  }
}
