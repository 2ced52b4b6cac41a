// A link to one record of an account, made and copied at one press, and what the page says of it.
import type { AccountShares, ShareOptions } from '../../../core/account/account-shares.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import { toVoxreelError } from '../../../core/errors.js';
import { errorText } from '../error-text.js';
import { fill, type Language } from '../strings.js';
import { accountWords, type AccountWords } from './account-words.js';
import { copyLater } from './copy-later.js';

export interface ShareRequest {
  readonly account: Pick<AccountStorage, 'shares'>;
  /** Of the record. */
  readonly key: string;
  readonly language: Language;
  /** Asked where there is no link to it yet. */
  readonly options?: (() => Promise<ShareOptions>) | undefined;
}

export interface ShareResult {
  readonly text: string;
  readonly isTrouble: boolean;
}

/** Call it inside a user's gesture, which copying takes. */
export async function shareLink(request: ShareRequest): Promise<ShareResult> {
  const words = accountWords.wordsFor(request.language);
  const url = linkTo(request);
  const copied = copyLater(url);
  try {
    await url;
    const text = (await copied) ? words.shared : fill(words.sharedNotCopied, { place: words.links });
    return { text, isTrouble: false };
  } catch (cause) {
    return { text: reasonOf(cause, words), isTrouble: true };
  }
}

/** One that was made before is used again: everybody then has the same. */
async function linkTo({ account: { shares }, key, options }: ShareRequest): Promise<string> {
  const known = await lasting(shares, key);
  return known ?? (await shares.create(key, await options?.())).url;
}

async function lasting(shares: AccountShares, key: string): Promise<string | undefined> {
  const made = await shares.list();
  return made.find((share) => share.key === key && share.expiresAt === undefined)?.url;
}

function reasonOf(cause: unknown, words: AccountWords): string {
  const { code, message } = toVoxreelError(cause, 'network');
  if (code === 'nothing_to_share') return words.shareNotStored;
  if (code === 'shares_not_available' || code === 'unsupported') return words.shareNone;
  if (code === 'quota_exceeded') return words.shareMany;
  return errorText(words.errors, code) ?? message;
}
