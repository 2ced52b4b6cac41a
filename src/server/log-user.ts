// How a user stands in the log: hashed, so that a log tells users apart without naming anybody. Knows no entry.

/** `hash` (default): keyed with the gateway's secret, the same in all instances; `plain`: the id itself; `none`. */
export type LogUser = 'hash' | 'plain' | 'none';

const remembered = 10_000;
const encoder = new TextEncoder();

/** The word for a user's id, or undefined for none. */
export function userNaming(mode: LogUser, secret: string): (id: string) => Promise<string | undefined> | string | undefined {
  if (mode === 'none') return () => undefined;
  if (mode === 'plain') return (id) => id;
  const known = new Map<string, string>();
  let key: Promise<CryptoKey> | undefined;
  const hash = async (id: string): Promise<string> => {
    key ??= crypto.subtle.importKey('raw', encoder.encode(`log-user:${secret}`), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const mac = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(id)));
    const word = [...mac.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    if (known.size >= remembered) known.clear();
    known.set(id, word);
    return word;
  };
  return (id) => known.get(id) ?? hash(id);
}
