// Words that leave the gateway and come back: encrypted and signed, good for one use and one holder. Needs no state, so none can be lost.
import { toBase64url } from '../base/base64.js';
import { derivedKey, fromBase64url } from './derived-key.js';

export interface Sealer {
  /** Letters, digits, `-` and `_`. Nobody but the gateway can read it, and `open` takes it for the same `use` and `holder` alone. */
  seal(use: string, holder: string, parts: readonly string[]): Promise<string>;
  /** What was sealed, or undefined for anything else. */
  open(use: string, holder: string, sealed: string): Promise<readonly string[] | undefined>;
}

const ivBytes = 12;
/** Beyond this it was made by somebody else. */
const longest = 4000;
const encoder = new TextEncoder();

/** Seals with the newest of `secrets`, which is the first, and opens what any of them has sealed. */
export function createSealer(secrets: readonly [string, ...string[]]): Sealer {
  const keys = new Map<string, Promise<CryptoKey>>();
  const keyOf = (secret: string, use: string): Promise<CryptoKey> => {
    const name = JSON.stringify([secret, use]);
    const key = keys.get(name) ?? derivedKey(secret, `sealed ${use}`, { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']);
    keys.set(name, key);
    return key;
  };
  const opened = async (
    secret: string,
    use: string,
    holder: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<readonly string[] | undefined> => {
    const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData: encoder.encode(holder) };
    try {
      const plain = await crypto.subtle.decrypt(algorithm, await keyOf(secret, use), bytes.subarray(ivBytes));
      return JSON.parse(new TextDecoder().decode(plain)) as readonly string[];
    } catch {
      return undefined;
    }
  };
  return {
    async seal(use, holder, parts) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(holder) };
      const bytes = new Uint8Array(
        await crypto.subtle.encrypt(algorithm, await keyOf(secrets[0], use), encoder.encode(JSON.stringify(parts))),
      );
      const ivAndBytes = new Uint8Array(ivBytes + bytes.byteLength);
      ivAndBytes.set(iv);
      ivAndBytes.set(bytes, ivBytes);
      return toBase64url(ivAndBytes);
    },
    async open(use, holder, sealed) {
      const bytes = sealed.length > longest ? undefined : fromBase64url(sealed);
      if (bytes === undefined) return undefined;
      for (const secret of secrets) {
        const parts = await opened(secret, use, holder, bytes);
        if (parts !== undefined) return parts;
      }
      return undefined;
    },
  };
}
