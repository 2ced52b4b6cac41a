// What notes about videos and the tools of a conversation have in common, for each element: which video is meant, and what came of it.
import type { VideoRevision } from '../../../core/video-tools/video-tools-options.js';
import { createStore, type ReadableStore } from '../../../core/store/store.js';

export interface DraftedRevision extends VideoRevision {
  /** Brings the draft into the form, and the focus there. */
  open(): void;
}

export interface NoteBoard {
  /** The id of the video that the newest note is about. */
  noted: string | undefined;
  readonly newest: ReadableStore<DraftedRevision | undefined>;
  drafted(revision: DraftedRevision): void;
}

const boards = new WeakMap<Element, NoteBoard>();

export function noteBoardOf(element: Element): NoteBoard {
  const board = boards.get(element) ?? createBoard();
  boards.set(element, board);
  return board;
}

function createBoard(): NoteBoard {
  const newest = createStore<DraftedRevision | undefined, DraftedRevision>(undefined, (_before, next) => next);
  return { noted: undefined, newest, drafted: newest.dispatch };
}
