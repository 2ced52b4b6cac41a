// Verifies that fal sent a webhook: https://docs.fal.ai/model-apis/model-endpoints/webhooks.
import { hexOf } from '../base/hex.js';
import { VoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import { askJson, listAt, textAt } from './ask.js';
import type { Outside } from './service.js';

/** Seconds by which the sender's clock may differ. */
const tolerance = 300;

const forged = (): VoxreelError => new VoxreelError('unauthorized', 'The signature of this webhook is not right.');

/** The body of a webhook. Throws `unauthorized` for one that fal has not signed, or has signed too long ago. */
export async function falSignedBody(
  request: Request,
  outside: Outside,
  keysUrl: string,
  now = Date.now(),
): Promise<Readonly<Record<string, unknown>>> {
  const header = (name: string): string => request.headers.get(`x-fal-webhook-${name}`) ?? '';
  const sentAt = header('timestamp');
  const signature = fromHex(header('signature'));
  if (signature === undefined || !(Math.abs(now / 1000 - Number(sentAt)) <= tolerance)) throw forged();
  const bytes = new Uint8Array(await request.arrayBuffer());
  const digest = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const signed = new TextEncoder().encode([header('request-id'), header('user-id'), sentAt, digest].join('\n'));
  const keys = listAt(await askJson(outside, keysUrl), 'keys').flatMap((key) => textAt(key, 'x') ?? []);
  for (const x of keys) if (await isSignedWith(x, signature, signed)) return parsedBody(bytes);
  throw forged();
}

async function isSignedWith(x: string, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, signed);
  } catch {
    return false;
  }
}

function parsedBody(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isRecord(body)) throw new VoxreelError('bad_response', 'The webhook brings no JSON object.');
  return body;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
