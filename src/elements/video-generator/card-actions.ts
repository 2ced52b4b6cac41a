// What a card's buttons do. Each is one small deed on the host; knows no template.
import type { VideoDraft } from '../../core/providers/provider.js';
import type { VideoQueue, VideoTask } from '../../core/video/video-queue.js';
import type { ComposerNotice } from './composer-controller.js';
import type { GalleryController } from './gallery-controller.js';
import type { VideoGalleryWords } from './gallery-words.js';
import type { VideoWords } from './video-words.js';

export type CardAction = 'retry' | 'edit' | 'useAgain' | 'vary' | 'stop' | 'refresh' | 'remove' | 'undo' | 'copyLink';

export interface CardHost {
  readonly gallery: GalleryController;
  readonly queue: VideoQueue;
  readonly words: VideoWords & VideoGalleryWords;
  say(text: string, urgency?: 'assertive'): void;
  focus(...selectors: readonly string[]): void;
  load(draft: VideoDraft): void;
  complain(notice: ComposerNotice): void;
  again(id: string, changes: Partial<VideoDraft>): Promise<unknown>;
}

export const cardActions: Readonly<Record<CardAction, (task: VideoTask, host: CardHost) => unknown>> = {
  retry: ({ id }, host) => host.again(id, {}),
  // Without a seed the queue picks a new one.
  vary: ({ id }, host) => host.again(id, { seed: undefined }),
  edit: (task, host) => loadAgain(task, task.draft, host),
  useAgain: (task, host) => loadAgain(task, { ...task.draft, seed: task.outputs[0]?.seed ?? task.seed }, host),
  stop: ({ id }, { queue }) => queue.stop(id),
  // What goes wrong is kept in the task and shown there.
  refresh: ({ id }, { queue }) => queue.refresh(id).catch(() => undefined),
  remove({ id }, { gallery, focus, say, words }) {
    gallery.remove(id);
    say(words.removed);
    focus(`[data-undo="${CSS.escape(id)}"]`);
  },
  undo({ id }, { gallery, focus }) {
    gallery.undo(id);
    focus(`[data-id="${CSS.escape(id)}"] .actions > :last-child`);
  },
  copyLink,
};

function loadAgain(task: VideoTask, draft: VideoDraft, host: CardHost): void {
  host.load(draft);
  const [missing] = task.files ?? [];
  if (missing !== undefined)
    return host.complain({ param: missing.startsWith('last') ? 'lastImage' : 'image', text: host.words.frameLost });
  host.say(host.words.usedAgain);
  host.focus('#prompt');
}

async function copyLink(task: VideoTask, { gallery, words, say }: CardHost): Promise<void> {
  try {
    await navigator.clipboard.writeText(task.outputs[gallery.outputOf(task)]?.url ?? '');
    say(words.copied);
  } catch {
    say(words.copyFailed, 'assertive');
  }
}
