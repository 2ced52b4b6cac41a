// The tools of a conversation that make videos with this element: its queue, its models, its cards. Loaded when a conversation asks for them.
import { isRecord } from '../../../base/is-record.js';
import { VoxreelError } from '../../../core/errors.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import type { RenderedCall, VoiceTool } from '../../../core/realtime/tools/define-tool.js';
import type { VideoOrder } from '../../../core/video-tools/video-order.js';
import { videoTools, type VideoToolsQueue } from '../../../core/video-tools/video-tools.js';
import type { VideoRevision } from '../../../core/video-tools/video-tools-options.js';
import type { VideoEstimates, VideoQueue } from '../../../core/video/queue/video-queue.js';
import { lastFrame } from '../../playing/frame.js';
import { VideoSubmitEvent } from '../events.js';
import { namesIn } from '../names-in.js';
import type { VideoProperties } from '../video-properties.js';
import { noteBoardOf } from './note-board.js';
import { showOrder, type OrderWords } from './order-card.js';

export interface VoiceToolsHost {
  readonly element: HTMLElement & VideoProperties;
  queue(): VideoQueue | undefined;
  /** The model that is chosen in the form. */
  model(): string;
  /** Beside the other drafts, as its id; undefined where there is no room. */
  putDraft(draft: VideoDraft, parentId: string): string | undefined;
  /** Brings it into the form. */
  openDraft(id: string): void;
  /** A new card of this task. */
  cardOf(id: string): HTMLElement;
  said(): OrderWords;
}

export function createVoiceTools(host: VoiceToolsHost): readonly VoiceTool[] {
  const made = new Map<string, string>();
  const board = noteBoardOf(host.element);
  const options = {
    get model() {
      return host.model();
    },
    get models() {
      return namesIn(host.element.models);
    },
    get providers() {
      return host.element.providers;
    },
    get user() {
      return host.element.user || undefined;
    },
    get noted() {
      return board.noted;
    },
    drafted: (_callId: string, revision: VideoRevision) => {
      const id = host.putDraft(revision.draft, revision.from.id);
      if (id === undefined) throw new VoxreelError('forbidden', 'There are too many drafts. The person has to remove one first.');
      board.drafted({ ...revision, open: () => host.openDraft(id) });
    },
    lastFrame,
    made: (callId: string, { id }: { readonly id: string }) => void made.set(callId, id),
  };
  const queue = queueOf(host);
  const render = createRender(host, queue, (callId) => made.get(callId));
  return videoTools(queue, options).map((tool) => (tool.name === 'video_status' ? tool : { ...tool, render }));
}

/** The queue that the element has now: another user has another. The page may keep a video from being made, as it may in the form. */
function queueOf({ element, queue }: VoiceToolsHost): VideoToolsQueue {
  const now = (): VideoQueue => {
    const current = queue();
    if (current === undefined) throw new VoxreelError('unsupported', 'There is no queue to make videos with.');
    return current;
  };
  const requireAllowed = (draft: VideoDraft) => {
    if (!element.dispatchEvent(new VideoSubmitEvent(draft))) throw new VoxreelError('forbidden', 'This page did not allow the video.');
  };
  return {
    get tasks() {
      return now().tasks;
    },
    get service() {
      return now().service;
    },
    get results() {
      return now().results;
    },
    estimate: (draft) => now().estimate(draft),
    async submit(draft, more) {
      requireAllowed(draft);
      return now().submit(draft, more);
    },
    async resubmit(id, changes) {
      const task = now()
        .tasks.get()
        .find((one) => one.id === id);
      if (task !== undefined) requireAllowed({ ...task.draft, ...changes });
      return now().resubmit(id, changes);
    },
  };
}

/** First the request with its price, then the video, in the same place. A call that failed says why as it is. */
function createRender(host: VoiceToolsHost, queue: VideoToolsQueue, madeBy: (callId: string) => string | undefined) {
  const requests = new Map<string, HTMLElement>();
  const cards = new Map<string, HTMLElement>();
  return ({ callId, args, status, output }: RenderedCall<VideoOrder>): unknown => {
    const told = isRecord(output) && args.name !== 'revise_video' ? output['video'] : undefined;
    const id = madeBy(callId) ?? (typeof told === 'string' ? told : undefined);
    if (status === 'failed') return undefined;
    if (id !== undefined) return kept(cards, callId, () => host.cardOf(id));
    return status === 'denied' ? undefined : kept(requests, callId, () => requestOf(args, queue, host));
  };
}

/** The same node for the same call. */
function kept(nodes: Map<string, HTMLElement>, callId: string, create: () => HTMLElement): HTMLElement {
  const node = nodes.get(callId) ?? create();
  nodes.set(callId, node);
  return node;
}

function requestOf(order: VideoOrder, queue: VideoToolsQueue, { said }: VoiceToolsHost): HTMLElement {
  const card = document.createElement('div');
  const show = (estimates?: VideoEstimates) => showOrder(card, order, estimates, said());
  show();
  queue.estimate(order.draft).then(show, () => show({}));
  return card;
}
