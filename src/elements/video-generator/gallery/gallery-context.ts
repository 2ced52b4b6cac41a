// What the gallery and its cards show, and what their buttons may do.
import type { TimeEstimate, VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Formats } from '../../shared/formats.js';
import type { PlayingController } from '../stage/playing.js';
import type { Result } from '../stage/result.js';
import type { VideoWords } from '../video-words.js';
import type { CardAction } from './card-actions.js';
import type { GalleryController } from './gallery-controller.js';
import type { VideoGalleryWords } from './gallery-words.js';
import type { KeptFiles } from './kept-files.js';
import type { Kin } from './kinship.js';

/** Which result waits for another to be compared with. */
export interface Choosing {
  readonly isChoosing: boolean;
  isChosen(id: string, at: number): boolean;
  stopChoosing(): void;
  /** Two or more at once. */
  compare(results: readonly Result[]): Promise<void>;
}

/** The videos that one thing is done to at once. */
export interface Selecting {
  readonly isOn: boolean;
  has(id: string): boolean;
  toggle(id: string): void;
}

export interface GalleryContext {
  readonly tasks: readonly VideoTask[];
  readonly queue: VideoQueue;
  readonly state: GalleryController;
  readonly files: KeptFiles;
  readonly playing: Pick<PlayingController, 'of' | 'start' | 'preview' | 'leave'>;
  readonly stages: Choosing;
  readonly selection: Selecting;
  readonly words: VideoWords & VideoGalleryWords;
  readonly formats: Formats;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of a video that failed by a mistake of the site. */
  readonly setupOf: (id: string) => { readonly title: string; readonly hint: string } | undefined;
  kinOf(task: VideoTask): Kin;
  estimate(task: VideoTask): TimeEstimate | undefined;
  act(action: CardAction, task: VideoTask): void;
  openHistory(open?: boolean): void;
  /** What is made here is in somebody's account. */
  readonly isAccount: boolean;
  /** Selects several, where a bar of what can be done with them appears. */
  startSelecting(): void;
  focus(...selectors: readonly string[]): void;
}
