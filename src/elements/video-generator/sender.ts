// From a click to the queue: the page is asked, the draft is sent, and a refusal is said where it belongs.
import { toVoxreelError, VoxreelError } from '../../core/errors.js';
import type { VideoDraft } from '../../core/providers/provider.js';
import type { TaskParentage, VideoQueue, VideoTask } from '../../core/video/queue/video-queue.js';
import type { Language } from '../shared/strings.js';
import type { ComposerNotice } from './composer/composer-controller.js';
import type { ModelInfo } from './composer/draft.js';
import { VideoErrorEvent, VideoSubmitEvent } from './events.js';
import { videoPanelWords } from './composer/panel-words.js';
import { refusalNotice } from './composer/refusal-notice.js';

export interface SenderHost {
  readonly element: HTMLElement;
  readonly language: Language;
  readonly info: ModelInfo;
  queue(): VideoQueue | undefined;
  /** The page has let it pass. */
  begin(): void;
  /** It became no task. */
  refused(error: VoxreelError): void;
  complain(notice: ComposerNotice): void;
  /** Where room can be made. */
  openHistory(): void;
}

/** Resolves with undefined where the page prevented it or it was refused. */
export async function send(
  draft: VideoDraft,
  submit: (queue: VideoQueue) => Promise<VideoTask>,
  host: SenderHost,
): Promise<VideoTask | undefined> {
  if (!host.element.dispatchEvent(new VideoSubmitEvent(draft))) return undefined;
  host.begin();
  try {
    const queue = host.queue();
    if (queue === undefined) throw new VoxreelError('unsupported', 'There is no queue to send with.');
    return await submit(queue);
  } catch (cause) {
    refused(toVoxreelError(cause, 'server_error'), host);
    return undefined;
  }
}

/** Several as one group: those that the page does not prevent. What is refused is said, and leaves the others. */
export async function sendAll(drafts: readonly VideoDraft[], parentage: TaskParentage | undefined, host: SenderHost): Promise<void> {
  const allowed = drafts.filter((draft) => host.element.dispatchEvent(new VideoSubmitEvent(draft)));
  if (allowed.length === 0) return;
  host.begin();
  try {
    const queue = host.queue();
    if (queue === undefined) throw new VoxreelError('unsupported', 'There is no queue to send with.');
    const { results } = await queue.submitAll(allowed, parentage);
    for (const result of results) if ('error' in result) refused(result.error, host);
  } catch (cause) {
    refused(toVoxreelError(cause, 'server_error'), host);
  }
}

function refused(error: VoxreelError, host: SenderHost): void {
  host.element.dispatchEvent(new VideoErrorEvent(error));
  host.refused(error);
  if (error.code === 'storage_full') host.openHistory();
  host.complain(refusalNotice(error, host.info, videoPanelWords.wordsFor(host.language)));
}
