// What the gateway tells a browser of a video that has ended while no page was open, and what pages and their service worker agree on to show it.

/** A Web Push message of the gateway, as JSON. Anything else that comes is somebody else's. */
export interface PushMessage {
  readonly type: 'voxreel.video';
  readonly status: 'succeeded' | 'failed';
  /** Of the user's `video` record. */
  readonly id?: string | undefined;
  /** What the notification says, in the language `lang` (BCP 47). */
  readonly title: string;
  /** The prompt. */
  readonly body: string;
  readonly lang: string;
  /** Where a click leads: a page of the same site. */
  readonly url: string;
}

/** From the worker to a page: somebody clicked on the notification of this video. */
export interface ShowVideo {
  readonly type: 'voxreel.show';
  readonly id: string;
}

/** From a page to the worker: it shows videos now, and asks whether it was opened for one. */
export const whichVideo = 'voxreel.which';

/** A notification of one video takes the place of another, whether a page or the gateway told of it. */
export const notificationTag = (id: string): string => `voxreel ${id}`;

/** Pages that show videos and are looked at hold a Web Lock whose name begins so. */
export const watchedLock = 'voxreel-watched ';
