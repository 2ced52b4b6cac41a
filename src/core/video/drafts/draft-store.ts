// Where drafts are kept: in this browser, or in an account, whose half loads when it is wanted.
import { followLater } from '../../../base/follow-later.js';
import { lazy, lazyMethods } from '../../../base/lazy.js';
import type { AccountStorageOptions } from '../../account/account-storage.js';
import { loadPart } from '../../load-part.js';
import { openKeptDrafts, type KeptDrafts, type KeptDraftsOptions, type SharedDrafts } from './kept-drafts.js';

export interface DraftOwner extends KeptDraftsOptions {
  /** Whose account they are in; undefined: they stay in this browser. */
  readonly account?: AccountStorageOptions | undefined;
}

export type DraftStore = KeptDrafts & Partial<SharedDrafts>;

export const isSameOwner = (one: DraftOwner, other: DraftOwner): boolean =>
  one.user === other.user &&
  one.name === other.name &&
  one.persistent === other.persistent &&
  one.account?.baseUrl === other.account?.baseUrl;

export function openDrafts({ account, ...owner }: DraftOwner): DraftStore {
  if (account === undefined) return openKeptDrafts(owner);
  let isClosed = false;
  const drafts = lazy(() =>
    loadPart(async () => {
      const opened = new (await import('./account-drafts.js')).AccountDrafts(owner, account);
      if (isClosed) opened.close();
      return opened;
    }),
  );
  return {
    ...lazyMethods(drafts, 'all', 'some', 'put', 'remove', 'forget'),
    shows: (shown) => drafts.loaded?.shows(shown),
    subscribe: (listener) => followLater(drafts.get(), (opened) => opened.subscribe(listener)),
    close() {
      isClosed = true;
      drafts.loaded?.close();
    },
  };
}
