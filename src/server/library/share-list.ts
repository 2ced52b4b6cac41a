// The contract of what remembers shares: links to one record, for anybody who has the link. Part of a record store.

/** A link to one record, as it is made. */
export interface NewShare {
  /** Nobody can guess it. */
  readonly token: string;
  /** The record that it is of: where that is deleted, the share ends. */
  readonly kind: string;
  readonly id: string;
  /** JSON text of the gateway's. */
  readonly data: string;
  /** Milliseconds since 1970; undefined: until it is ended. */
  readonly expiresAt: number | undefined;
}

/** A link to one record, as it is kept. */
export interface Share extends NewShare {
  readonly userId: string;
  readonly createdAt: number;
  /** How often it was opened. */
  readonly visits: number;
}

/** Rejects while the store cannot be reached. */
export interface ShareList {
  /** `missing`: the user has no such record. `many`: the user has `most` shares that have not expired. */
  add(userId: string, share: NewShare, most: number): Promise<'added' | 'missing' | 'many'>;
  /** Of any user; undefined where it was ended, has expired or never was. `visit` counts one. */
  open(token: string, visit: boolean): Promise<Share | undefined>;
  /** Those of the user that have not expired, the newest first. */
  list(userId: string): Promise<readonly Share[]>;
  /** False where the user has no such share. */
  remove(userId: string, token: string): Promise<boolean>;
}
