// The contract of what remembers which browsers are notified of their user's videos: part of a record store.

/** A browser that its user wants to be told in. */
export interface PushTarget {
  /** The same for the same browser, for every user who signs in there. */
  readonly id: string;
  /** JSON text of the gateway's. */
  readonly data: string;
}

/** Rejects while the store cannot be reached. */
export interface PushList {
  /** From now on the browser is this user's, whosever it was. Of more than `most` of a user, those that were put first go. */
  put(userId: string, target: PushTarget, most: number): Promise<void>;
  /** Those of the user, the one that was put last first. */
  list(userId: string): Promise<readonly PushTarget[]>;
  /** False where the user has no such browser. */
  remove(userId: string, id: string): Promise<boolean>;
}
