// Messages to browsers, encrypted and signed by `web-push`, which is loaded when first used. It asks nobody: the gateway sends what it makes.
import { VoxreelError } from '../../../base/errors.js';
import { lazy } from '../../../base/lazy.js';
import type { WebPush } from '../../library/web-push.js';

/** Who sends (VAPID, RFC 8292): `npx web-push generate-vapid-keys` makes the two keys. */
export interface VapidDetails {
  /** Whom a push service may write to: `mailto:push@example.org`, or an https address. */
  readonly subject: string;
  /** Base64url, 65 bytes. Pages get it. Another key ends all subscriptions. */
  readonly publicKey: string;
  /** Base64url, 32 bytes. A secret of the site. */
  readonly privateKey: string;
}

/** What a site hears of its messages. */
export interface WebPushOptions {
  /** Hears of messages that a push service refuses for good: mostly for the keys or the subject. By default `console.warn`. */
  readonly onRefused?: ((error: Error) => void) | undefined;
}

const webPushPackage = lazy(async () => {
  try {
    return (await import('web-push')).default;
  } catch (cause) {
    throw new Error('webPush needs a package: npm install web-push', { cause });
  }
});

/** Rejects where the package is not installed. Without its types, which a site need not have. */
export const requireWebPush = async (): Promise<void> => void (await webPushPackage.get());

/**
 * For `library.push`. Throws `invalid_input` naming the option.
 * @param options What the site hears of its messages.
 */
export function webPush(details: VapidDetails, { onRefused = ({ message }) => console.warn(message) }: WebPushOptions = {}): WebPush {
  const { subject, publicKey, privateKey } = details;
  if (!isSubject(subject))
    throw new VoxreelError('invalid_input', 'subject must be mailto: and an address, or an https address.', { param: 'subject' });
  checkKey('publicKey', publicKey, 65);
  checkKey('privateKey', privateKey, 32);
  return {
    publicKey,
    refused: onRefused,
    async seal({ endpoint, keys }, message, { ttlSeconds, topic }) {
      const { generateRequestDetails } = await webPushPackage.get();
      const vapidDetails = { subject, publicKey, privateKey };
      const made = sealed(() =>
        generateRequestDetails({ endpoint, keys }, message, { vapidDetails, TTL: ttlSeconds, topic, contentEncoding: 'aes128gcm' }),
      );
      // The sender adds the length.
      const headers = Object.entries(made.headers).filter(([name]) => name.toLowerCase() !== 'content-length');
      return {
        endpoint: made.endpoint,
        headers: Object.fromEntries(headers),
        body: Uint8Array.from(made.body ?? []),
      };
    },
  };
}

/** It throws plain errors, for keys of a subscriber alone: everything else was checked before. */
function sealed<T>(make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new VoxreelError('invalid_input', 'The keys of this subscription are none.', { param: 'keys', cause });
  }
}

/** `mailto:` and an address, or an https address. */
export const isSubject = (subject: unknown): boolean =>
  typeof subject === 'string' && URL.canParse(subject) && /^(?:https|mailto):$/.test(new URL(subject).protocol);

function checkKey(param: string, key: unknown, bytes: number): void {
  const isKey = typeof key === 'string' && /^[\w-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes;
  if (!isKey)
    throw new VoxreelError('invalid_input', `${param} must be ${bytes} bytes in base64url. Make both: npx web-push generate-vapid-keys`, {
      param,
    });
}
