// An S3 server from npm, written by others, for the tests.
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';

import { temporaryFolder } from './stores.js';

export interface S3Request {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface S3Server {
  /** Of its bucket. */
  readonly url: string;
  /** Every request there was: method and what is asked of the key. */
  readonly asked: readonly string[];
  /** The same as they came. */
  readonly requests: readonly S3Request[];
  close(): Promise<void>;
}

/** What this needs of a package without types. */
interface S3rver {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
  readonly middleware: unknown[];
}
type MakeS3rver = new (options: object) => S3rver;

export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export async function startS3(): Promise<S3Server> {
  const folder = temporaryFolder();
  // A package of CommonJS, of which only this much is known.
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as MakeS3rver;
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'library' }] });
  const asked: string[] = [];
  const requests: S3Request[] = [];
  server.middleware.unshift(async (context: S3Request & { readonly querystring: string }, next: () => Promise<void>) => {
    requests.push({ method: context.method, url: context.url, headers: context.headers });
    asked.push(`${context.method} ${context.querystring.replaceAll(/=[^&]*/g, '')}`.trim());
    await next();
  });
  const { port } = await server.run();
  return {
    url: `http://127.0.0.1:${port}/library`,
    asked,
    requests,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
