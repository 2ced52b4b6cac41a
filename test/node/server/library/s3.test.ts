import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { s3Files } from 'voxreel/server/node';
import { checkFileStore } from 'voxreel/testing';

import { s3Keys, startS3, type S3Server } from './s3-server.js';

let server: S3Server;
before(async () => {
  server = await startS3();
});
after(() => server.close());

const mebibyte = 1024 ** 2;
async function* pieces(count: number, fails = false): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(mebibyte).fill(3);
  for (let at = 0; at < count; at += 1) yield piece;
  if (fails) throw new Error('It broke off.');
}

describe('s3Files', () => {
  it('keeps files as the contract says', async () => {
    assert.deepEqual(await checkFileStore({ open: () => s3Files({ url: server.url, ...s3Keys, prefix: 'kept/' }) }), []);
  });

  it('sends a short file at once, a long one in parts, and ends an upload that breaks off', async () => {
    const files = s3Files({ url: server.url, ...s3Keys });
    const told = async (work: Promise<void>): Promise<string> => {
      const from = server.asked.length;
      await work.catch(() => {});
      return server.asked.slice(from).join(' | ');
    };
    assert.equal(await told(files.put('short', pieces(7), { type: 'video/mp4' })), 'PUT');
    assert.equal(
      await told(files.put('long', pieces(20), { type: 'video/mp4' })),
      'POST uploads | PUT partNumber&uploadId | PUT partNumber&uploadId | PUT partNumber&uploadId | POST uploadId',
    );
    assert.equal(await files.size('long'), 20 * mebibyte);
    assert.equal(
      await told(files.put('broken', pieces(10, true), { type: 'video/mp4' })),
      'POST uploads | PUT partNumber&uploadId | DELETE uploadId',
    );
    assert.equal(await files.size('broken'), undefined);
  });

  it('a wrong secret is refused, with the words of the store', async () => {
    const files = s3Files({ url: server.url, ...s3Keys, secretAccessKey: 'wrong' });
    await assert.rejects(files.put('a', pieces(1), { type: 'video/mp4' }), /403 SignatureDoesNotMatch/);
  });

  it('of 64 MiB, no more than a few parts are in memory', async () => {
    // Takes everything, keeps nothing.
    const sink = createServer((incoming, outgoing) => {
      const isBegun = incoming.url?.endsWith('uploads=') === true;
      incoming.resume().once('end', () => {
        outgoing.setHeader('etag', '"part"');
        outgoing.end(isBegun ? '<UploadId>1</UploadId>' : '<CompleteMultipartUploadResult/>');
      });
    });
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
    const files = s3Files({ url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/library`, ...s3Keys });
    const begun = process.memoryUsage().arrayBuffers;
    let most = 0;
    async function* watched(): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces(64)) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - begun);
        yield piece;
      }
    }
    await files.put('large', watched(), { type: 'video/mp4' });
    assert.ok(most < 32 * mebibyte, `${most} bytes were held`);
    sink.close();
    sink.closeAllConnections();
  });

  it('takes no key that could be a path', async () => {
    const files = s3Files({ url: server.url, ...s3Keys });
    for (const key of ['../a', 'a/b', '', 'a?uploads', 'a%2fb']) await assert.rejects(files.size(key), { code: 'invalid_input' }, key);
  });
});
