// Links to one video or one conversation of a user's library: made, listed and ended when somebody asks, and kept nowhere on this device.
import { isRecord } from '../../base/is-record.js';
import { VoxreelError, isVoxreelError } from '../errors.js';
import type { HttpReply } from '../http.js';
import type { RecordKind } from '../persistence/storage.js';
import type { SaidLine } from '../store/conversation-state.js';
import type { AccountRequestOptions } from './account-bin.js';
import type { Account } from './account.js';
import { requireName, unread } from './library-client.js';
import { keyOfName, kindOf } from './record-kinds.js';

/** A link that everyone who has it can open, until it ends. */
export interface AccountShare {
  /** Names the link where it is ended. */
  readonly token: string;
  /** The address of its page, absolute. */
  readonly url: string;
  /** Of the record, as in the storage. */
  readonly key: string;
  readonly kind: RecordKind;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; undefined: it has no end. */
  readonly expiresAt: number | undefined;
  /** How often its page was opened. */
  readonly visits: number;
}

/** What the page of a link shows, and until when. */
export interface ShareOptions extends AccountRequestOptions {
  /** Above the video or the conversation; at most 200 characters. By default none. */
  readonly title?: string | undefined;
  /** Of a video: ids of files of the library, at most 16. By default those of the record. */
  readonly files?: readonly string[] | undefined;
  /** Of a conversation, and required there: what it shows, at most 5,000 lines. One of more than 20,000 characters is shown as several. */
  readonly transcript?: readonly SaidLine[] | undefined;
  /** Seconds until the link ends by itself, 60 or more. By default it does not. */
  readonly expiresInS?: number | undefined;
}

/** The links of a user, from all devices. Its methods reject with `unsupported` where the gateway has none. */
export interface AccountShares {
  /**
   * Makes a link to one record, after this device has sent what it has. Rejects with `record_not_exist` or `file_not_exist`, with `nothing_to_share` as long as no file of
   * the video is in the library, with `shares_not_available` where the gateway has no public address, or with `quota_exceeded`.
   */
  create(key: string, options?: ShareOptions): Promise<AccountShare>;
  /** The newest first. */
  list(options?: AccountRequestOptions): Promise<readonly AccountShare[]>;
  /** From now on its page says that it has ended, as it does of one that had ended before. */
  end(token: string, options?: AccountRequestOptions): Promise<void>;
}

const never = new AbortController().signal;

export function openAccountShares(account: Account): AccountShares {
  const ask = async (path: string, method: string, signal = never, body?: object): Promise<HttpReply> => {
    const reply = await account.ask(`/shares${path}`, method, signal, body);
    if (reply === undefined) throw new VoxreelError('unsupported', 'The library of this gateway makes no links.');
    return reply;
  };
  return {
    async create(key, { title, files, transcript, expiresInS, signal } = {}) {
      const name = requireName(key);
      await account.synchronize(signal ?? never);
      const reply = await ask('', 'POST', signal, {
        ...name,
        title,
        files,
        transcript: transcript?.flatMap(fitting),
        expires_in: expiresInS,
      });
      const share = shareIn(reply.json);
      if (share === undefined) throw unread(reply);
      return share;
    },
    async list({ signal } = {}) {
      const reply = await ask('', 'GET', signal);
      const { json } = reply;
      if (!isRecord(json) || !Array.isArray(json['data'])) throw unread(reply);
      return json['data'].flatMap((one: unknown) => shareIn(one) ?? []);
    },
    async end(token, { signal } = {}) {
      await ask(`/${encodeURIComponent(token)}`, 'DELETE', signal).catch((error: unknown) => {
        if (!isVoxreelError(error) || error.code !== 'share_not_exist') throw error;
      });
    },
  };
}

/** What one line of a shared page may have, in UTF-16 units. */
const longestLine = 20_000;
/** At most 10,000 characters each, of two units at most; cut where a word ends, if one does. */
const pieces = /[^]{1,9999}(?:\s|$)|[^]{1,10000}/gu;

function fitting(line: SaidLine): readonly SaidLine[] {
  const { role, text } = line;
  return text.length <= longestLine ? [line] : (text.match(pieces) ?? []).map((piece) => ({ role, text: piece }));
}

function shareIn(value: unknown): AccountShare | undefined {
  if (!isRecord(value)) return undefined;
  const { token, url, kind, id, visits = 0 } = value;
  const [createdAt, expiresAt] = [value['created_at'], value['expires_at']];
  if (typeof token !== 'string' || typeof url !== 'string' || typeof kind !== 'string' || typeof id !== 'string') return undefined;
  const key = keyOfName({ kind, id });
  if (key === undefined || typeof createdAt !== 'number' || typeof visits !== 'number' || !/^https?:/.test(url)) return undefined;
  return { token, url, key, kind: kindOf(key), createdAt, expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined, visits };
}
