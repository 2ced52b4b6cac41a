// The files a gallery shows: posters, and what plays them. Asks the queue once for each poster; draws nothing itself.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { isVoxreelError } from '../../../core/errors.js';
import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { Player } from '../../playing/player.js';
import { outputKey, readKey } from '../../../core/video/files/result-keys.js';
import type { VideoResults } from '../../../core/video/queue/video-queue.js';
import { isPlayable } from './output-link.js';

/** What shows and plays one output, on the page or about to be put there. */
export interface Screen {
  readonly element: HTMLVideoElement | HTMLCanvasElement | HTMLDivElement;
  readonly player: Player;
  /** Seconds a frame stands, where that is known. */
  readonly frameS?: number;
}

export class KeptFiles implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #results: () => VideoResults | undefined;
  readonly #broken: (id: string, url: string) => void;
  readonly #posters = new Map<string, Blob | undefined>();
  /** Whether the queue has the file behind an address of this page. */
  readonly #held = new Map<string, boolean | undefined>();
  /** What nothing here decodes, and was refused from `blob:` too. */
  readonly #refused = new Set<string>();

  /** `broken`: this link of a task is dead. */
  constructor(host: ReactiveControllerHost, results: () => VideoResults | undefined, broken: (id: string, url: string) => void) {
    this.#host = host;
    this.#results = results;
    this.#broken = broken;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#posters.clear();
    this.#held.clear();
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    for (const notes of [this.#posters, this.#held, this.#refused])
      for (const key of notes.keys()) if (isGone(readKey(key).id)) notes.delete(key);
  }

  /** Whether it plays from a file of this browser, and not from its link. */
  isHere(id: string, at: number, { kept, url }: TaskOutput): boolean {
    const key = outputKey(id, at);
    if (this.#refused.has(key)) return false;
    if (kept !== undefined || !url.startsWith('blob:')) return kept !== undefined;
    if (!this.#held.has(key)) {
      this.#held.set(key, undefined);
      void this.#check(key, this.#results()?.file(id, at));
    }
    return this.#held.get(key) !== false;
  }

  /** Undefined where there is none, and until one that is to be shown is there. */
  poster(id: string, at: number): Blob | undefined {
    return this.#posters.get(outputKey(id, at));
  }

  /** Asks for it, once for a link. */
  showPoster(id: string, at: number, { url }: TaskOutput): void {
    const key = outputKey(id, at);
    if (this.#posters.has(key)) return;
    this.#posters.set(key, undefined);
    void this.#show(key, this.#results()?.poster(id, at)).catch((error: unknown) => {
      if (!isVoxreelError(error) || error.code !== 'expired' || !this.#posters.delete(key)) return;
      this.#broken(id, url);
    });
  }

  /** False once a file that nothing here decodes was refused by this page. */
  playable(id: string, at: number): boolean {
    return !this.#refused.has(outputKey(id, at));
  }

  /**
   * What plays an output until `signal`: its file, drawn frame by frame where that can be, for a strict page reports a player of `blob:`;
   * else its link. Undefined where there is neither, or the signal came first.
   */
  async open(id: string, at: number, output: TaskOutput, signal: AbortSignal): Promise<Screen | undefined> {
    const file = this.isHere(id, at, output)
      ? await this.#results()
          ?.file(id, at)
          .catch(() => undefined)
      : undefined;
    if (file !== undefined) return this.show(file, outputKey(id, at), signal);
    return isPlayable(output.url) && !signal.aborted ? linked(output.url, signal) : undefined;
  }

  /** What plays this file until `signal`. `key`: whose it is. */
  async show(file: Blob, key: string, signal: AbortSignal): Promise<Screen | undefined> {
    const decoded = await decode(file, signal).catch(() => undefined);
    return signal.aborted ? undefined : (decoded ?? this.#addressed(key, file, signal));
  }

  /** The file itself, from its link where it is not here. Rejects where its host lets no page read it. */
  async read(id: string, at: number, { url }: TaskOutput, signal: AbortSignal): Promise<Blob> {
    const file = await this.#results()?.file(id, at);
    if (file !== undefined) return file;
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new TypeError(`The address of the video answers ${answer.status}.`);
    return answer.blob();
  }

  #addressed(key: string, file: Blob, signal: AbortSignal): Screen {
    const url = URL.createObjectURL(file);
    const screen = linked(url, signal);
    signal.addEventListener('abort', () => URL.revokeObjectURL(url), { once: true });
    screen.player.addEventListener('error', () => {
      if (signal.aborted) return;
      this.#refused.add(key);
      this.#host.requestUpdate();
    });
    return screen;
  }

  async #check(key: string, reading: Promise<Blob | undefined> | undefined): Promise<void> {
    const file = await reading?.catch(() => undefined);
    if (!this.#held.has(key)) return;
    this.#held.set(key, file !== undefined);
    this.#host.requestUpdate();
  }

  async #show(key: string, reading: Promise<Blob | undefined> | undefined): Promise<void> {
    const poster = await reading;
    if (poster === undefined || !this.#posters.has(key)) return;
    this.#posters.set(key, poster);
    this.#host.requestUpdate();
  }
}

async function decode(file: Blob, signal: AbortSignal): Promise<Screen | undefined> {
  const { openFile } = await import('../../playing/file-player.js');
  const element = document.createElement('canvas');
  element.setAttribute('role', 'img');
  const player = await openFile(element, file, signal);
  return player && { element, player, frameS: player.frameS };
}

function linked(url: string, signal: AbortSignal): Screen {
  const element = document.createElement('video');
  Object.assign(element, { playsInline: true, preload: 'auto', src: url });
  signal.addEventListener(
    'abort',
    () => {
      element.removeAttribute('src');
      element.load();
    },
    { once: true },
  );
  return { element, player: element };
}
