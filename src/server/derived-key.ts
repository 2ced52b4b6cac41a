// Keys made of the site's secret, one for each use, and bytes as they stand in ids.
import { decodeBase64 } from '../base/base64.js';

export async function derivedKey(
  secret: string,
  use: string,
  kind: HmacKeyGenParams | AesKeyGenParams,
  usages: readonly KeyUsage[],
): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encoder.encode(`voxreel gateway: ${use}`) };
  return crypto.subtle.deriveKey(derivation, material, kind, false, usages);
}

/** Undefined for what is no base64url. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const padded = text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat((4 - (text.length % 4)) % 4);
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  return decodeBase64(padded, bytes) === bytes.byteLength ? bytes : undefined;
}
