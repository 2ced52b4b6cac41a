// A browser's push service and the browser behind it: takes messages, checks who signed them and decrypts what they say (RFC 8291, 8188 and 8292).
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushBrowser {
  /** As `PushSubscription.toJSON()` gives it. */
  readonly subscription: { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };
  /** What arrived so far, decrypted. */
  readonly messages: readonly PushMessage[];
  /** Resolves with the next request to it. */
  next(): Promise<void>;
  /** From now on its messages are answered with this status; 201 takes them. */
  answer(status: number): void;
}

export interface PushMessage {
  readonly said: Readonly<Record<string, unknown>>;
  readonly topic: string | undefined;
  readonly ttl: string | undefined;
}

export interface PushService {
  readonly host: string;
  browser(): PushBrowser;
  close(): Promise<void>;
}

interface Inside {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
  readonly messages: PushMessage[];
  status: number;
  came: () => void;
}

/** `publicKey`: of the site whose messages it takes. */
export async function startPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, Inside>();
  const server = createServer((request, response) => {
    const browser = browsers.get(request.url ?? '');
    void bodyOf(request).then((body) => {
      if (browser === undefined) return response.writeHead(404).end();
      const isSigned = isSignedBy(publicKey, request.headers.authorization, host);
      if (isSigned && browser.status === 201) browser.messages.push(messageIn(request, body, browser));
      browser.came();
      return response.writeHead(isSigned ? browser.status : 403).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    browser() {
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const [ecdh, auth] = [createECDH('prime256v1'), randomBytes(16)];
      const p256dh = ecdh.generateKeys().toString('base64url');
      const inside: Inside = { ecdh, auth, messages: [], status: 201, came() {} };
      browsers.set(path, inside);
      return {
        subscription: { endpoint: `http://${host}${path}`, keys: { p256dh, auth: auth.toString('base64url') } },
        messages: inside.messages,
        next: () => new Promise((resolve) => (inside.came = resolve)),
        answer: (status) => void (inside.status = status),
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function isSignedBy(publicKey: string, authorization = '', host: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const by = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (key !== publicKey || !verify('sha256', Buffer.from(`${head}.${claims}`), by, Buffer.from(signature, 'base64url'))) return false;
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const leftSeconds = Number(exp) - Date.now() / 1000;
  return aud === `http://${host}` && sub === 'mailto:push@example.org' && leftSeconds > 0 && leftSeconds <= 86_400;
}

function messageIn({ headers }: IncomingMessage, body: Buffer, { ecdh, auth }: Inside): PushMessage {
  assert.equal(headers['content-encoding'], 'aes128gcm');
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const [theirs, sealed] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)];
  const expand = (secret: Uint8Array, by: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const secret = expand(ecdh.computeSecret(theirs), auth, about, 32);
  const key = expand(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2, and zeros behind it.
  const text = padded.subarray(0, padded.lastIndexOf(2)).toString();
  return { said: JSON.parse(text) as PushMessage['said'], topic: headers['topic']?.toString(), ttl: headers['ttl']?.toString() };
}
