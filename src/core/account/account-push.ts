// Browsers that the gateway tells of a user's videos by Web Push while no page is open: this one is added, and taken back.
import { toBase64url } from '../../base/base64.js';
import { isRecord } from '../../base/is-record.js';
import { VoxreelError } from '../errors.js';
import type { AccountRequestOptions } from './account-bin.js';
import type { Account } from './account.js';
import { unread } from './library-client.js';

/** What a notification says, and where it leads. */
export interface PushOptions extends AccountRequestOptions {
  /** The page that a click opens, of the same site. Default: its start page. */
  readonly url?: string | undefined;
  /** BCP 47, of the words. Default `en`. */
  readonly lang?: string | undefined;
  /** Of a video that is ready, and of one that failed; at most 100 characters each. Default: English. */
  readonly words?: { readonly succeeded: string; readonly failed: string } | undefined;
}

/**
 * Web Push to this browser while no page is open. The page needs a service worker that has `voxreel/push`. Methods reject with `unsupported` where the
 * gateway sends nothing.
 */
export interface AccountPush {
  /** The gateway's key, for `pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })`. */
  key(options?: AccountRequestOptions): Promise<string>;
  /** From now on this browser is notified of each video of the user that is ready or has failed. Again for the same one: it speaks as said last. */
  add(subscription: PushSubscriptionJSON, options?: PushOptions): Promise<void>;
  /** It is notified no more. `forget()` does the same; end the subscription of the browser as well. */
  remove(options?: AccountRequestOptions): Promise<void>;
}

const never = new AbortController().signal;
const path = '/push';

export function openAccountPush(account: Account): AccountPush {
  const ask = async (method: string, signal: AbortSignal, body?: object) => {
    const reply = await account.ask(path, method, signal, body);
    if (reply === undefined) throw new VoxreelError('unsupported', 'The library of this gateway sends no notifications.');
    return reply;
  };
  return {
    async key({ signal = never } = {}) {
      const reply = await ask('GET', signal);
      const key = isRecord(reply.json) ? reply.json['public_key'] : undefined;
      if (typeof key !== 'string') throw unread(reply);
      return key;
    },
    async add(subscription, { signal = never, ...more } = {}) {
      const { endpoint, keys } = subscription;
      if (endpoint === undefined || keys === undefined)
        throw new VoxreelError('invalid_input', 'The subscription needs an endpoint and keys: give what its toJSON() gives.', {
          param: 'subscription',
        });
      await account.beginPush(await pushId(endpoint), async () => void (await ask('POST', signal, { endpoint, keys, ...more })));
    },
    remove: ({ signal = never } = {}) => account.endPush(signal),
  };
}

/** As the gateway names a browser. */
async function pushId(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return toBase64url(new Uint8Array(digest));
}
