// Stands in for the login of your site: each press of the button makes a new guest. Use the login that you have. Runs wherever `fetch` does.

const encoder = new TextEncoder();
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (pair) => Number.parseInt(pair, 16));

/** `secret` signs the cookies. `userOf(request)` gives `{ id }` or nothing; `logIn()` gives the answer that makes a guest of the visitor. */
export function createLogin(secret) {
  const key = crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  return {
    async userOf(request) {
      const [, id, signature] = /(?:^|; )session=([\w-]+)\.([0-9a-f]{64})(?:;|$)/.exec(request.headers.get('cookie') ?? '') ?? [];
      if (id === undefined) return undefined;
      return (await crypto.subtle.verify('HMAC', await key, bytesOf(signature), encoder.encode(id))) ? { id } : undefined;
    },
    async logIn() {
      const id = crypto.randomUUID();
      const signature = hexOf(await crypto.subtle.sign('HMAC', await key, encoder.encode(id)));
      const cookie = `session=${id}.${signature}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400`;
      return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': cookie } });
    },
  };
}
