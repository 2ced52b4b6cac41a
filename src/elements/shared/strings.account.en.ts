// English for an account as both elements show it. Loaded with it.
import { errorWords } from './strings.errors.en.js';
import type { WordsOf } from './words-of.js';

export const accountEnglish = {
  used: '{size} in your account.',
  usedOf: '{size} of {limit} in your account.',
  room: 'Space in your account',
  deleted: 'Recently deleted',
  deletedNote: { one: 'Deleted for good after {count} day.', other: 'Deleted for good after {count} days.' },
  deletedAt: 'Deleted {when} · {size}',
  deletedNone: 'Nothing was deleted recently.',
  deletedMore: 'Show more',
  restore: 'Restore',
  restored: 'Restored.',
  erase: 'Delete for good…',
  eraseAsk: 'Delete this for good, with its files? This cannot be undone.',
  eraseAll: 'Delete all for good…',
  eraseAllAsk: 'Delete everything listed here for good, with the files? This cannot be undone.',
  eraseYes: 'Delete for good',
  erased: 'Deleted for good.',
  no: 'Keep',
  links: 'Shared links',
  linksNone: 'Nothing is shared.',
  linkSeen: 'Shared {when} · Visits: {count}',
  linkEnds: 'Ends {when}',
  linkCopy: 'Copy link',
  linkCopied: 'Link copied',
  linkCopyFailed: 'The link could not be copied.',
  linkEnd: 'Stop sharing',
  linkEnded: 'No longer shared.',
  share: 'Share {title}',
  shared: 'Link copied. Anyone who has it can see this until you stop sharing it.',
  sharedNotCopied: 'Shared, but the link could not be copied. You will find it under “{place}”.',
  shareNotStored: 'This video is not in your account yet. Try again in a minute.',
  shareNone: 'This site does not offer links for sharing.',
  shareMany: 'You have too many shared links. Stop sharing some of them first.',
  errors: errorWords,
};

/** The words of an account: what it has room for, what is shared from it, and what was deleted from it. */
export type AccountWords = WordsOf<typeof accountEnglish>;
