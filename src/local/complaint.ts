// Says what is wrong on the error output.
import { peers } from './own-package.js';

export const complain = (words: string): boolean => process.stderr.write(`voxreel: ${words}\n`);

const forRedis = /^(?:ioredis|rate-limiter-flexible)$/;
const forLibrary = /^(?:@electric-sql\/pglite|aws4fetch|pg|web-push)$/;
const useOf = (name: string): string => (forRedis.test(name) ? 'redis' : forLibrary.test(name) ? 'library' : 'local');
/** What only a page's framework needs. */
const forPages = /^(?:@lit\/react|@types\/react|react|svelte|vue)$/;

/** The local service, Redis and the library need packages that are not installed with the library: names those that are missing. */
export function explain(error: unknown): string {
  const missing = missingPackage(error);
  if (missing === undefined) return messageOf(error);
  const needed = Object.keys(peers).filter((name) => !forPages.test(name) && useOf(name) === useOf(missing));
  return `${missing} is not installed. Run: npm install ${needed.join(' ')}`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
export const missingPackage = (error: unknown): string | undefined => /Cannot find package '([^']+)'/.exec(messageOf(error))?.[1];
