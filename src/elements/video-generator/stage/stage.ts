// Where one video is shown large, with its row of controls: opened, played, and let go for the next. Draws nothing around it.
import type { ReactiveControllerHost, TemplateResult } from 'lit';

import type { TaskOutput } from '../../../core/store/tasks-state.js';
import type { Formats } from '../../shared/formats.js';
import type { Language } from '../../shared/strings.js';
import type { GalleryController } from '../gallery/gallery-controller.js';
import type { KeptFiles, Screen } from '../gallery/kept-files.js';
import type { NextFrames } from '../gallery/next-frames.js';
import { ChainPlayer } from './chain-player.js';
import type { VideoPlayingWords } from './playing-words.js';
import { lengthOf, type Clip } from './result.js';
import { Transport } from './transport.js';

export interface StageHost {
  readonly element: ReactiveControllerHost & HTMLElement;
  readonly files: KeptFiles;
  readonly state: GalleryController;
  readonly frames: Pick<NextFrames, 'use' | 'busy' | 'read'>;
  /** The draft in the form may have a last frame. */
  takesLastFrame(): boolean;
  language(): Language;
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
  #chain: ChainPlayer | undefined;
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

  /** What plays the clips of a chain, where one is shown. */
  get chain(): ChainPlayer | undefined {
    return this.#chain;
  }

  show(id: string, at: number, output: TaskOutput, play: boolean): void {
    this.clear();
    const open = async (signal: AbortSignal) => {
      const screen = await this.#host.files.open(id, at, output, signal);
      return screen && { frameS: 1 / (output.fps ?? 1 / usualFrameS), ...screen };
    };
    void this.#open(open, play);
  }

  /** As one video. */
  showChain(clips: readonly Clip[], play: boolean): void {
    this.clear();
    void this.#open((signal) => this.#openChain(clips, signal), play);
  }

  clear(): void {
    this.#muted = this.#screen?.player.muted ?? this.#muted;
    this.#over.abort();
    this.#over = new AbortController();
    this.#screen?.player.pause();
    this.#transport?.close();
    this.#screen = this.#transport = this.#chain = undefined;
    this.#broken = false;
  }

  async #openChain(clips: readonly Clip[], signal: AbortSignal): Promise<Screen | undefined> {
    const { element, files } = this.#host;
    const chain = new ChainPlayer(
      clips.map((clip) => ({
        lengthS: lengthOf(clip),
        endS: clip.endS,
        open: async (until) => {
          const output = clip.task.outputs[clip.at];
          return output && files.open(clip.task.id, clip.at, output, until);
        },
      })),
    );
    signal.addEventListener('abort', () => chain.close(), { once: true });
    chain.addEventListener('clipchange', () => element.requestUpdate(), { signal });
    if (signal.aborted || !(await chain.begin()) || signal.aborted) return undefined;
    this.#chain = chain;
    return { element: chain.element, player: chain, frameS: chain.frameS ?? usualFrameS };
  }

  async #open(opening: (signal: AbortSignal) => Promise<Screen | undefined>, play: boolean): Promise<void> {
    const { signal } = this.#over;
    const { element, playingWords, formats } = this.#host;
    const screen = await opening(signal);
    if (signal.aborted) return;
    this.#screen = screen;
    this.#broken = screen === undefined;
    element.requestUpdate();
    if (screen === undefined) return;
    const { player, frameS = usualFrameS } = screen;
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
