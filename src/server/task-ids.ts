// Task ids that are good for one user alone: signed on their way out, looked at on their way in. Needs no state, so none can be lost.

import { toBase64url } from '../base/base64.js';
import { derivedKey } from './derived-key.js';

export interface TaskIds {
  /** `<id>~<mac>`: nobody but `userId` can ask with it. */
  sign(userId: string, id: string): Promise<string>;
  /** The service's own id, or undefined for one that was not signed for `userId`. */
  verify(userId: string, signed: string): Promise<string | undefined>;
  /** What stands for `parts` where a word goes out to the service or the state: the same in all instances, and nothing can be read from it. */
  digest(...parts: readonly string[]): Promise<string>;
}

const encoder = new TextEncoder();
const macBytes = 16;
const remembered = 5000;
const rememberedLength = 300;
/** 16 bytes in base64url. */
const macLength = 22;

/** The same secrets for all instances: ids are signed with the first, the newest, and those that any has signed are good. */
export function createTaskIds(...secrets: readonly [string, ...string[]]): TaskIds {
  const keys = new Map<string, Promise<CryptoKey>>();
  const mac = async (use: string, parts: readonly string[], secret: string): Promise<Uint8Array<ArrayBuffer>> => {
    const name = `${use} ${secret}`;
    const key = keys.get(name) ?? derivedKey(secret, use, { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']);
    keys.set(name, key);
    // As JSON, so that no two lists of parts read the same.
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(JSON.stringify(parts))));
  };
  // A task is asked after again and again, and by the same users.
  const known = new Map<string, string>();
  const word = async (use: string, parts: readonly string[], bytes?: number, secret = secrets[0]): Promise<string> => {
    const name = JSON.stringify([use, secrets.indexOf(secret), ...parts]);
    const there = known.get(name);
    if (there !== undefined) return there;
    const made = toBase64url((await mac(use, parts, secret)).subarray(0, bytes));
    // Long ids and bodies are a caller's own making.
    if (name.length <= rememberedLength) {
      if (known.size >= remembered) known.clear();
      known.set(name, made);
    }
    return made;
  };
  const signature = (userId: string, id: string, secret?: string) => word('task ids', [userId, id], macBytes, secret);

  const sign = async (userId: string, id: string) => `${id}~${await signature(userId, id)}`;
  return {
    sign,
    async verify(userId, signed) {
      // The last sign: an id of the service may hold one itself.
      const at = signed.lastIndexOf('~');
      if (at < 1 || signed.length - at - 1 !== macLength) return undefined;
      const id = signed.slice(0, at);
      for (const secret of secrets) if (sameText(await signature(userId, id, secret), signed.slice(at + 1))) return id;
      return undefined;
    },
    digest: (...parts) => word('digests', parts),
  };
}

/** Takes as long wherever they differ. Both are of one length. */
function sameText(one: string, other: string): boolean {
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
