// The contract of what remembers unfinished videos, so that any instance of a site can go on with them: part of a record store.

/** An unfinished video, as the gateways of one database remember it. */
export interface WatchedVideo {
  /** The same on all instances: whose task it is at the service, and its id there. */
  readonly key: string;
  readonly userId: string;
  /** JSON text of the gateway's. */
  readonly data: string;
  /** Texts of which the user's `video` record of it holds one, exactly as they stand here. */
  readonly marks: readonly string[];
}

/** A video that one gateway handles for the time of its lease. */
export interface LeasedVideo extends WatchedVideo {
  /** Good until the time of the lease is over, or another lease is given. */
  readonly lease: string;
}

/** Every call is one step. Rejects while the store cannot be reached. */
export interface WatchList {
  /** One that is there stays as it is. It is due after `afterMs`. */
  add(video: WatchedVideo, afterMs: number): Promise<void>;
  /**
   * Of those that are due, the longest first. Each is given to one caller, and to another once `leaseMs` are over, unless it was renewed, put off or
   * removed by then.
   */
  lease(limit: number, leaseMs: number): Promise<readonly LeasedVideo[]>;
  /** All three give false where the lease is over and given to another, or the video is watched no more; then nothing has changed. */
  renew(key: string, lease: string, leaseMs: number): Promise<boolean>;
  /** It is due again after `afterMs`, with `data` in the place of what stood there. */
  putOff(key: string, lease: string, afterMs: number, data: string): Promise<boolean>;
  finish(key: string, lease: string): Promise<boolean>;
  /** It is due now, unless it is leased: its end was announced. */
  hurry(key: string): Promise<void>;
  /** It is watched no more, also for the holder of a lease. */
  remove(key: string): Promise<void>;
  /** The user's record of it: the one of kind `video` that holds one of its marks. */
  recordOf(key: string): Promise<{ readonly id: string; readonly version: number; readonly record: string } | undefined>;
}
