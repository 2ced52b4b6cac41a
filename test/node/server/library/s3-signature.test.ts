// What s3Files signs, signed again by the signer of the AWS SDK: both come to the same.
import assert from 'node:assert/strict';
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { after, before, it } from 'node:test';

import { SignatureV4 } from '@smithy/signature-v4';
import { s3Files } from 'voxreel/server/node';

import { s3Keys, startS3, type S3Request, type S3Server } from './s3-server.js';

let server: S3Server;
before(async () => {
  server = await startS3();
});
after(() => server.close());

/** As the SDK's signer takes it. */
class Sha256 {
  readonly #made: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#made = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#made.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#made.digest();
  }

  reset(): void {
    throw new Error('The signer makes one for each hash.');
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
};

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;

/** As the SDK writes the key of a file. */
const escaped = (path: string): string =>
  decodeURIComponent(path)
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`))
    .join('/');

/** The signature that it came with, and the SDK's. */
async function signatures({ method, url, headers }: S3Request): Promise<readonly [string, string]> {
  const [, accessKeyId, region = '', names = '', signature = ''] =
    authorization.exec(headers['authorization'] ?? '') ?? assert.fail(headers['authorization']);
  assert.equal(accessKeyId, s3Keys.accessKeyId);
  const { protocol, hostname, port, pathname, searchParams } = new URL(url, server.url);
  const signed = Object.fromEntries(
    names.split(';').map((name) => [name, headers[name] ?? assert.fail(`${name} is signed, and was not sent.`)]),
  );
  const date = (headers['x-amz-date'] ?? '').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signer = new SignatureV4({
    credentials: s3Keys,
    region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const again = await signer.sign(
    { method, protocol, hostname, port: Number(port), path: escaped(pathname), query: Object.fromEntries(searchParams), headers: signed },
    { signingDate: new Date(date), signableHeaders: new Set(Object.keys(signed)) },
  );
  return [signature, /Signature=([\da-f]+)/.exec(again.headers['authorization'] ?? '')?.[1] ?? ''];
}

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(1024 ** 2).fill(at);
}

it('every request of s3Files has the signature that the AWS SDK gives it', async () => {
  const from = server.requests.length;
  const files = s3Files({ url: server.url, ...s3Keys, prefix: 'a folder/ü~*/', region: 'eu-central-1' });
  await files.put('short', pieces(1), { type: 'video/mp4' });
  await files.put('long', pieces(20), { type: 'video/mp4' });
  const range = await files.get('long', { start: 5, end: 1000 });
  await new Response(range).arrayBuffer();
  assert.equal(await files.size('long'), 20 * 1024 ** 2);
  await files.remove('short');
  const asked = server.requests.slice(from);
  assert.deepEqual(new Set(asked.map(({ method }) => method)), new Set(['PUT', 'POST', 'GET', 'HEAD', 'DELETE']));
  for (const request of asked) {
    const [ours, theirs] = await signatures(request);
    assert.equal(ours, theirs, `${request.method} ${request.url}`);
  }
});
