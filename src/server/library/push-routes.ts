// Which browsers are notified of their user's videos: a page adds the one it is open in, and takes it back.
import { VoxreelError } from '../../base/errors.js';
import { json, noContent, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import { toBase64url } from '../../base/base64.js';
import { fromBase64url } from '../derived-key.js';
import type { Limits } from '../gateway-options.js';
import type { AddressRules } from '../requests/addresses.js';
import { isFields, parsed, type Fields } from '../requests/fields.js';
import { readJson } from '../requests/read-json.js';
import { exactly, type Call, type Route } from '../route.js';
import { libraryPaths, pushPath } from './library-paths.js';
import type { PushList } from './push-list.js';
import type { PushSubscriber, WebPush } from './web-push.js';

/** A browser, and how to speak in it. */
export interface PushReader extends PushSubscriber {
  /** Where a click leads: a page of the site. Empty: its start. */
  readonly url: string;
  /** BCP 47, of the words. */
  readonly lang: string;
  /** What a notification says of a video that is ready, or has failed. */
  readonly words: { readonly succeeded: string; readonly failed: string };
}

export interface PushParts {
  readonly push: WebPush;
  readonly list: PushList;
  readonly limits: Limits;
  readonly addresses: AddressRules;
}

const mostBrowsers = 20;
const longest = { body: 16_384, endpoint: 2000, url: 1000, lang: 35, words: 100 };
const english = { succeeded: 'Your video is ready', failed: 'Your video could not be made' };

export function pushRoutes({ push, list, limits, addresses }: PushParts): readonly Route[] {
  const add = async (call: Call): Promise<Response> => {
    const bodyBytes = Math.min(limits.bodyBytes, longest.body);
    const body = await readJson(call.request, { bodyBytes, bodyMs: limits.bodyMs }, call.hold);
    if (isResponse(body)) return body;
    const reader = readerIn(body, addresses);
    if ('message' in reader) return refuse(400, 'invalid_value', reader.message, reader.param);
    // Keys that look like some need not be any; and a site whose package is missing is notified so now.
    if (!(await canSeal(push, reader))) return refuse(400, 'invalid_value', unfitKeys.message, unfitKeys.param);
    const id = await pushId(reader.endpoint);
    await list.put(call.user.id, { id, data: JSON.stringify(reader) }, mostBrowsers);
    return json(201, { id });
  };
  /** Whether it was there or not: a page that leaves asks once, and nobody learns of others. */
  const remove = async ({ user, parts: [id = ''] }: Call): Promise<Response> => {
    await list.remove(user.id, id);
    return noContent();
  };
  return [
    { method: 'GET', path: exactly(libraryPaths.push), answer: async () => json(200, { public_key: push.publicKey }) },
    { method: 'POST', path: exactly(libraryPaths.push), answer: add },
    { method: 'DELETE', path: pushPath, answer: remove },
  ];
}

async function canSeal(push: WebPush, reader: PushReader): Promise<boolean> {
  try {
    await push.seal(reader, '{}', { ttlSeconds: 0, topic: 'trial' });
    return true;
  } catch (error) {
    if (error instanceof VoxreelError && error.code === 'invalid_input') return false;
    throw error;
  }
}

/** The SHA-256 of its endpoint in base64url: a page can tell it without asking. */
async function pushId(endpoint: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))));
}

interface Problem {
  readonly message: string;
  readonly param: string;
}

const unfitKeys: Problem = { message: 'keys must be those of the subscription.', param: 'keys' };

/** Checks what a page sends; the first problem in words. */
function readerIn(body: Fields, addresses: AddressRules): PushReader | Problem {
  const { endpoint, keys, url = '', lang = 'en', words = english } = body;
  const address = textOf(endpoint, longest.endpoint);
  if (address === undefined || address === '') return { message: 'endpoint must be the address that the browser gave.', param: 'endpoint' };
  const problem = addresses.check(address);
  if (problem !== undefined) return { message: `endpoint ${problem}`, param: 'endpoint' };
  if (!address.startsWith('https:') && !addresses.isNamedHost(address))
    return { message: 'endpoint must be an https address.', param: 'endpoint' };
  const { p256dh, auth } = isFields(keys) ? keys : {};
  if (!isKey(p256dh, 65) || !isKey(auth, 16)) return unfitKeys;
  const [page, language] = [textOf(url, longest.url), textOf(lang, longest.lang)];
  if (page === undefined) return { message: `url must be a text of at most ${longest.url} characters.`, param: 'url' };
  if (language === undefined) return { message: `lang must be a text of at most ${longest.lang} characters.`, param: 'lang' };
  const { succeeded, failed } = isFields(words) ? words : {};
  const [good, bad] = [textOf(succeeded, longest.words), textOf(failed, longest.words)];
  if (!good || !bad)
    return { message: `words must be { succeeded, failed }, of at most ${longest.words} characters each.`, param: 'words' };
  return { endpoint: address, keys: { p256dh, auth }, url: page, lang: language, words: { succeeded: good, failed: bad } };
}

const textOf = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length <= most ? value : undefined;

const isKey = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length < 2 * bytes && fromBase64url(value.replace(/=+$/, ''))?.byteLength === bytes;

/** Undefined for what another version wrote. */
export function readerOf(data: string): PushReader | undefined {
  const reader = parsed(data);
  // Checked before it was written.
  return isFields(reader) && typeof reader['endpoint'] === 'string' && isFields(reader['words'])
    ? (reader as unknown as PushReader)
    : undefined;
}
