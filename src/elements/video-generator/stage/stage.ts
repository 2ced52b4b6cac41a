// Where one video is shown large, with its row of controls: opened, played, and let go for the next. Draws nothing around it.
import type { ReactiveControllerHost, TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { Formats } from '../../shared/formats.js';
import type { GalleryController } from '../gallery/gallery-controller.js';
import type { KeptFiles, Screen } from '../gallery/kept-files.js';
import type { VideoPlayingWords } from './playing-words.js';
import { Transport } from './transport.js';

export interface StageHost {
  readonly element: ReactiveControllerHost & HTMLElement;
  readonly files: KeptFiles;
  readonly state: GalleryController;
  playingWords(): VideoPlayingWords;
  formats(): Formats;
}

/** Where nobody knows how long a frame stands. */
export const usualFrameS = 1 / 24;

interface StageOptions {
  readonly fine: boolean;
  readonly more: () => TemplateResult;
}

export class Stage {
  readonly #host: StageHost;
  readonly #options: StageOptions;
  #over = new AbortController();
  #screen: Screen | undefined;
  #transport: Transport | undefined;
  #broken = false;
  /** Kept from one video to the next. */
  #muted = false;

  constructor(host: StageHost, options: StageOptions) {
    this.#host = host;
    this.#options = options;
  }

  get screen(): Screen | undefined {
    return this.#screen;
  }

  get transport(): Transport | undefined {
    return this.#transport;
  }

  /** Neither file nor link plays here. */
  get broken(): boolean {
    return this.#broken;
  }

  show(id: string, at: number, output: TaskOutput, play: boolean): void {
    this.clear();
    void this.#open(id, at, output, play);
  }

  clear(): void {
    this.#muted = this.#screen?.player.muted ?? this.#muted;
    this.#over.abort();
    this.#over = new AbortController();
    this.#screen?.player.pause();
    this.#transport?.close();
    this.#screen = this.#transport = undefined;
    this.#broken = false;
  }

  async #open(id: string, at: number, output: TaskOutput, play: boolean): Promise<void> {
    const { signal } = this.#over;
    const { element, files, playingWords, formats } = this.#host;
    const screen = await files.open(id, at, output, signal);
    if (signal.aborted) return;
    this.#screen = screen;
    this.#broken = screen === undefined;
    element.requestUpdate();
    if (screen === undefined) return;
    const { player, frameS = 1 / (output.fps ?? 1 / usualFrameS) } = screen;
    player.addEventListener('error', () => !signal.aborted && this.#fail(), { signal });
    player.muted = this.#muted;
    player.loop = true;
    this.#transport = new Transport({ player, frameS, words: playingWords, formats, ...this.#options });
    await element.updateComplete;
    if (play && !signal.aborted) await player.play().catch(() => undefined);
  }

  #fail(): void {
    this.clear();
    this.#broken = true;
    this.#host.element.requestUpdate();
  }
}
