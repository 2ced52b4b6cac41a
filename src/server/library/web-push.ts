// The contract of what encrypts and signs messages to browsers (Web Push, RFC 8030, 8291 and 8292). The gateway sends them.

/** Where a browser takes messages, and its keys, as `PushSubscription.toJSON()` gives them. */
export interface PushSubscriber {
  /** Address at the browser's push service. A secret of the browser. */
  readonly endpoint: string;
  /** Base64url: a P-256 point of 65 bytes, and 16 bytes. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** A request to a push service. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** `webPush({ ... })` from `voxreel/server/node`, or a site's own. */
export interface WebPush {
  /** Of the site, for `pushManager.subscribe({ applicationServerKey })`: a P-256 point in base64url. */
  readonly publicKey: string;
  /**
   * The request that brings `message`, at most 3,993 bytes of UTF-8, to one browser. `topic`: replaces a message with the same one that has not arrived, at
   * most 32 characters of base64url. Rejects with `invalid_input` for keys of a subscriber that are none.
   */
  seal(to: PushSubscriber, message: string, options: { readonly ttlSeconds: number; readonly topic: string }): Promise<PushRequest>;
  /** Told that a push service refuses a message for good: mostly the site's keys or its subject. Asked again, it would refuse again. */
  refused?(error: Error): void;
}
