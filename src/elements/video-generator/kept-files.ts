// The kept files a gallery shows: posters, and addresses of this page for what is played. Asks the queue once for each; draws nothing.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { VideoResults } from '../../core/video/video-queue.js';

export class KeptFiles implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #results: () => VideoResults | undefined;
  readonly #posters = new Map<string, Blob | undefined>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #urls = new Map<string, string>();
  /** A strict page may refuse what is played from `blob:`. */
  #refused = false;

  constructor(host: ReactiveControllerHost, results: () => VideoResults | undefined) {
    this.#host = host;
    this.#results = results;
    host.addController(this);
  }

  hostDisconnected(): void {
    for (const url of this.#urls.values()) URL.revokeObjectURL(url);
    this.#urls.clear();
    this.#loads.clear();
    this.#posters.clear();
  }

  /** Undefined while it is read, and where there is none. */
  poster(id: string, at: number): Blob | undefined {
    const key = `${id}/${at}`;
    if (!this.#posters.has(key)) {
      this.#posters.set(key, undefined);
      void this.#show(key, this.#results()?.poster(id, at));
    }
    return this.#posters.get(key);
  }

  /** The address the file is played from; undefined until `load` has it, and where this page plays none. */
  url(id: string, at: number): string | undefined {
    return this.#refused ? undefined : this.#urls.get(`${id}/${at}`);
  }

  /** False once this page has refused to play a kept file. */
  get playable(): boolean {
    return !this.#refused;
  }

  /** Resolves when `url` knows, whatever it knows. */
  load(id: string, at: number): Promise<void> {
    const key = `${id}/${at}`;
    const load = this.#loads.get(key) ?? this.#read(key, this.#results()?.file(id, at));
    this.#loads.set(key, load);
    return load;
  }

  /** The address could not be played here: links are played from now on. */
  refuse(): void {
    this.#refused = true;
    this.#host.requestUpdate();
  }

  async #show(key: string, reading: Promise<Blob | undefined> | undefined): Promise<void> {
    const poster = await reading?.catch(() => undefined);
    if (poster === undefined || !this.#posters.has(key)) return;
    this.#posters.set(key, poster);
    this.#host.requestUpdate();
  }

  async #read(key: string, reading: Promise<Blob | undefined> | undefined): Promise<void> {
    const file = await reading?.catch(() => undefined);
    if (file === undefined || !this.#loads.has(key)) return void this.#loads.delete(key);
    this.#urls.set(key, URL.createObjectURL(file));
    this.#host.requestUpdate();
  }
}
