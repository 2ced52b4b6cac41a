// What a page can do with the files of finished videos: the public half of this room.

/** What a picture of a video is drawn from: a file, or one at its host, of which parts can be read. A Blob is one. */
export interface VideoSource {
  /** Bytes. */
  readonly size: number;
  /** MIME type. */
  readonly type: string;
  /** Rejects where the host does not give it, or where a picture would take too much of the file. */
  slice(from: number, to: number): Pick<Blob, 'arrayBuffer'>;
}

/**
 * Draws a picture of a video; undefined where it cannot be shown. `signal` fires when the task is removed or the queue closes.
 * `drawPoster` of the library is one.
 */
export type DrawPoster = (video: VideoSource, signal: AbortSignal) => Promise<Blob | undefined>;

/**
 * The files of finished videos, kept in this browser under a byte budget: the least recently used goes first. Its host must let the page read a
 * file (CORS; `connect-src` in a content policy), else its plain link stays. The elements draw a kept file frame by frame, which every policy
 * allows; a player of the page's own needs a `blob:` address for it, and with a strict policy `media-src 'self' blob:`.
 */
export interface VideoResults {
  /**
   * Draws the pictures of finished videos; without it there are none. An element sets its own where there is none yet. A page without one:
   * `queue.results.drawPoster = drawPoster`.
   */
  drawPoster?: DrawPoster | undefined;
  /** The kept file of an output, or the one this page made; undefined where there is none. Asking counts as use. */
  file(id: string, at?: number): Promise<Blob | undefined>;
  /**
   * A picture of an output, drawn once and kept. Where the file is not kept here it takes the beginning of the file from its link, 256 KiB
   * as a rule and 2 MiB at most; none is fetched where visitors save data. Undefined where its host lets no page read it, neither directly nor
   * through the gateway, or where nothing here can show it. Rejects with `expired` where the link leads nowhere.
   */
  poster(id: string, at?: number): Promise<Blob | undefined>;
  /**
   * Fetches and keeps one now, whatever `keepResults` says. Rejects with `not_found` (no such output), `expired` (its link is dead and could
   * not be refreshed), `network` (offline, or the host forbids reading across origins: the plain link still plays) or `storage_full`.
   */
  keep(id: string, at?: number): Promise<void>;
  /** What to save and under which name: the kept file, else one fetched now, else the plain link alone. */
  download(id: string, at?: number): Promise<{ readonly name: string; readonly url: string; readonly file?: Blob | undefined }>;
  usage(): Promise<{ readonly bytes: number; readonly maxBytes: number; readonly files: number }>;
  /** Drops every kept file; the tasks stay. */
  clear(): Promise<void>;
}
