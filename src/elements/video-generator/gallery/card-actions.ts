// What a card's buttons do: each is one small action on the host.
import { toVoxreelError } from '../../../core/errors.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { OrganizationChanges, VideoQueue, VideoTask } from '../../../core/video/queue/video-queue.js';
import { shareLink } from '../../shared/account/share-link.js';
import { errorText } from '../../shared/error-text.js';
import type { Language } from '../../shared/strings.js';
import type { ComposerNotice } from '../composer/composer-controller.js';
import type { PlayingController } from '../stage/playing.js';
import type { GalleryController } from './gallery-controller.js';
import { parentIdOf } from './kinship.js';
import type { VideoGalleryWords } from './gallery-words.js';
import type { NextFrames } from './next-frames.js';
import { isPlayable } from './output-link.js';
import { saveAs } from './save-as.js';
import { resultsOfGroup, type Result } from '../stage/result.js';
import type { VideoWords } from '../video-words.js';

export type CardAction =
  | 'again'
  | 'best'
  | 'compare'
  | 'compareGroup'
  | 'confirm'
  | 'continue'
  | 'copyLink'
  | 'download'
  | 'edit'
  | 'favorite'
  | 'group'
  | 'keep'
  | 'organize'
  | 'parent'
  | 'refresh'
  | 'remove'
  | 'retry'
  | 'share'
  | 'stop'
  | 'undo'
  | 'useAgain'
  | 'vary'
  | 'view';

/** Those with a button of their own. */
export type CardButton = Exclude<CardAction, 'parent' | 'group' | 'compareGroup'>;

/** Where results are opened and compared. */
interface Stages {
  readonly isChoosing: boolean;
  open(result: Result): Promise<void>;
  choose(result: Result): Promise<void>;
  compare(results: readonly Result[]): Promise<void>;
}

export interface CardHost {
  readonly tasks: readonly VideoTask[];
  readonly state: GalleryController;
  readonly queue: VideoQueue;
  readonly stages: Stages;
  readonly frames: Pick<NextFrames, 'use'>;
  readonly playing: Pick<PlayingController, 'of'>;
  readonly words: VideoWords & VideoGalleryWords;
  account(): AccountStorage<VideoTask> | undefined;
  language(): Language;
  /** There may be a link more. */
  shared(): void;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  load(draft: VideoDraft, parentId: string): void;
  complain(notice: ComposerNotice): void;
  openHistory(): void;
  organize(ids: readonly string[]): void;
  again(id: string, changes: Partial<VideoDraft>): Promise<unknown>;
}

export const cardActions: Readonly<Record<CardAction, (task: VideoTask, host: CardHost) => unknown>> = {
  again: ({ id }, host) => host.again(id, {}),
  retry: ({ id }, host) => host.again(id, {}),
  // Without a seed the queue picks a new one.
  vary: ({ id }, host) => host.again(id, { seed: undefined }),
  edit: (task, host) => loadAgain(task, task.draft, host),
  useAgain: (task, host) => loadAgain(task, { ...task.draft, seed: task.outputs[0]?.seed ?? task.seed }, host),
  stop: ({ id }, { queue }) => queue.stop(id),
  confirm: ({ id }, { queue }) => queue.confirm(id),
  // Where it stands, if it was played here; else from its end.
  continue(task, { state, frames, playing }) {
    const at = state.outputOf(task);
    const now = playing.of(task.id, at);
    return frames.use({ task, at }, { frame: 'image', atS: now?.sound === true ? now.screen?.player.currentTime : undefined });
  },
  // What goes wrong is kept in the task and shown there.
  refresh: ({ id }, { queue }) => queue.refresh(id).catch(() => undefined),
  remove({ id }, { state, focus, say, words }) {
    state.remove(id);
    say(words.removed);
    focus(`[data-undo="${CSS.escape(id)}"]`);
  },
  undo({ id }, { state, focus }) {
    state.undo(id);
    focus(`[data-id="${CSS.escape(id)}"] .actions > :last-child`);
  },
  parent(task, { state, tasks, focus }) {
    const id = parentIdOf(task) ?? '';
    state.reveal(id, tasks);
    // The browser scrolls to what has the focus.
    focus(`[data-id="${CSS.escape(id)}"]`);
  },
  favorite: ({ id, favorite }, host) => change(id, { favorite: favorite !== true }, host),
  best: ({ id, best }, host) => change(id, { best: best !== true }, host),
  organize: ({ id }, { organize }) => organize([id]),
  group({ id, groupId }, { state, focus }) {
    state.filter({
      search: '',
      show: 'all',
      model: undefined,
      organized: state.organized?.groupId === undefined ? { groupId } : undefined,
    });
    focus(`[data-id="${CSS.escape(id)}"]`);
  },
  view: (task, { stages, state }) => stages.open({ task, at: state.outputOf(task) }),
  compare: (task, host) => compare(task, host),
  compareGroup: ({ groupId }, { stages, tasks }) => stages.compare(resultsOfGroup(tasks, groupId)),
  copyLink,
  share,
  download,
  keep,
};

function loadAgain(task: VideoTask, draft: VideoDraft, host: CardHost): void {
  const references = draft.references?.filter(({ image }) => image !== '');
  host.load({ ...draft, references }, task.id);
  const [missing] = task.files ?? [];
  if (missing !== undefined) return host.complain({ param: tileOf(missing), text: host.words.frameLost });
  host.say(host.words.usedAgain);
  host.focus('#prompt');
}

/** Where a picture is chosen again. */
function tileOf(field: string): string {
  if (field.startsWith('references')) return 'references';
  return field.startsWith('last') ? 'lastImage' : 'image';
}

/** A failed write is shown in the card too. */
async function change(id: string, changes: OrganizationChanges, { queue, words, say }: CardHost): Promise<void> {
  await queue.organize([id], changes).catch((cause: unknown) => say(reasonOf(cause, words), 'assertive'));
}

function compare(task: VideoTask, { stages, state, say, words }: CardHost): void {
  const asks = !stages.isChoosing;
  void stages.choose({ task, at: state.outputOf(task) });
  if (asks) say(words.compareChosen);
}

async function copyLink(task: VideoTask, { state, words, say }: CardHost): Promise<void> {
  try {
    await navigator.clipboard.writeText(task.outputs[state.outputOf(task)]?.url ?? '');
    state.markCopied(task.id);
    say(words.copied);
  } catch {
    say(words.copyFailed, 'assertive');
  }
}

async function share({ id }: VideoTask, { account: accountOf, language, state, say, shared }: CardHost): Promise<void> {
  const account = accountOf();
  if (account === undefined) return;
  const { text, isTrouble } = await shareLink({ account, key: id, language: language() });
  say(text, isTrouble ? 'assertive' : undefined);
  state.tell(id, text, isTrouble);
  shared();
}

async function download(task: VideoTask, { state, queue, words, say }: CardHost): Promise<void> {
  try {
    const { name, url, file } = await queue.results.download(task.id, state.outputOf(task));
    if (file !== undefined || isPlayable(url)) saveAs(name, file ?? url);
  } catch (cause) {
    say(reasonOf(cause, words), 'assertive');
    state.tell(task.id, reasonOf(cause, words));
  }
}

async function keep(task: VideoTask, { state, queue, words, say, openHistory }: CardHost): Promise<void> {
  state.tell(task.id, undefined);
  try {
    await queue.results.keep(task.id, state.outputOf(task));
    say(words.keptHere);
  } catch (cause) {
    const { code } = toVoxreelError(cause, 'network');
    if (code === 'storage_full') openHistory();
    const text = code === 'network' ? words.keepRefused : reasonOf(cause, words);
    say(text, 'assertive');
    state.tell(task.id, text);
  }
}

export function reasonOf(cause: unknown, { errors }: VideoGalleryWords): string {
  const { code, message } = toVoxreelError(cause, 'network');
  return errorText(errors, code) ?? message;
}
