// How long a busy page holds up sound that comes over a WebSocket.

/** A page that is busy for longer at a time answers no click either. */
const busyMs = 450;

/** Chromium's sockets in a worker do not wait for the page. Firefox and WebKit bring every message over the page's own thread. */
export const stallMs = (): number =>
  /Firefox\/|AppleWebKit\/(?!.*Chrom(?:e|ium)\/)/.test(globalThis.navigator?.userAgent ?? '') ? busyMs : 0;
