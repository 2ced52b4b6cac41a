// Verifies that Replicate sent a webhook, as `validateWebhook` of its package does, and not too long ago.
import { fromBase64 } from '../base/base64.js';
import { VoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import { askJson, textAt, type AskInit } from './ask.js';
import type { Outside } from './service.js';

/** Seconds by which the sender's clock may differ. */
const tolerance = 300;

const forged = (): VoxreelError => new VoxreelError('unauthorized', 'The signature of this webhook is not right.');

/** The prediction that a webhook brings. Throws `unauthorized` for one that the maker has not signed, or has signed too long ago. */
export async function replicateSignedBody(
  request: Request,
  outside: Outside,
  secretUrl: string,
  headers: AskInit['headers'],
  now = Date.now(),
): Promise<Readonly<Record<string, unknown>>> {
  const header = (name: string): string => request.headers.get(`webhook-${name}`) ?? '';
  const sentAt = header('timestamp');
  // Several signatures while a secret is being replaced, each behind its version.
  const signatures = header('signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : []));
  if (signatures.length === 0 || !(Math.abs(now / 1000 - Number(sentAt)) <= tolerance)) throw forged();
  const text = await request.text();
  const secret = textAt(await askJson(outside, secretUrl, { headers }), 'key') ?? '';
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new VoxreelError('bad_response', 'The service answered without the secret of its webhooks.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${header('id')}.${sentAt}.${text}`);
  for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parsed(text);
  throw forged();
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(text);
  if (!isRecord(body)) throw new VoxreelError('bad_response', 'The webhook brings no JSON object.');
  return body;
}
