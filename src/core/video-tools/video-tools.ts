// The tools by which a model that one talks with makes videos. Headless: what is shown of them is the page's, or the element's. What works behind them
// is loaded when a session connects.
import { lazy } from '../../base/lazy.js';
import { loadPart } from '../load-part.js';
import type { ToolContext, VoiceTool } from '../realtime/tools/define-tool.js';
import type { OrderName, VideoOrder } from './video-order.js';
import type { VideoToolsOptions, VideoToolsQueue } from './video-tools-options.js';

export type { VideoToolsOptions, VideoToolsQueue };

/** A service may take its time to accept a task, and a last frame has to be fetched. */
const timeoutMs = 120_000;

const descriptions: Readonly<Record<OrderName, string>> = {
  make_video:
    'Makes a video from a description. It may cost money, so the person is asked first and sees the price. Making it takes longer than this call: a system message tells you when the video is ready, and then you say so in one short sentence.',
  vary_video: 'Makes a variation of a video: with another seed and whatever you change. Otherwise like make_video.',
  continue_video: 'Makes a video that begins with the last frame of a finished one. Otherwise like make_video.',
  revise_video:
    'Changes the draft of a video as a person asks in a note: a message that names the video, the second and the frame, followed by what they say. It makes no video and costs nothing: the person reads the draft and decides. Then say in one short sentence what you changed.',
};

/**
 * `make_video`, `vary_video`, `continue_video` and `video_status`, for the `tools` of a session. Their parameters are the fields of the queue's models, as
 * `GET /v1/models` and the registered providers say. The first three ask a person, and tell the model once a video has ended. With `drafted` there is
 * `revise_video` too, which gives the page a changed draft.
 */
export function videoTools(queue: VideoToolsQueue, options: VideoToolsOptions = {}): readonly VoiceTool[] {
  const orders = lazy(async () => (await loadPart(() => import('./video-orders.js'))).createVideoOrders(queue, options));
  const prepare = async () => (await orders.get()).prepare();
  const order = (name: OrderName): VoiceTool => ({
    name,
    description: descriptions[name],
    approve: name !== 'revise_video' && (options.approve ?? true),
    timeoutMs,
    prepare,
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'voxreel',
        validate: async (args: unknown) => (await orders.get()).check(name, args),
        jsonSchema: { input: () => orders.loaded?.schema(name) ?? {} },
      },
    },
    execute: async (read: VideoOrder, context: ToolContext) => (await orders.get()).make(read, context),
  });
  const making = [order('make_video'), order('vary_video'), order('continue_video')];
  const revising = options.drafted === undefined ? [] : [order('revise_video')];
  return [...making, ...revising, statusTool(async (id) => (await orders.get()).status(id))];
}

const statusTool = (status: (id: string | undefined) => Promise<unknown>): VoiceTool => ({
  name: 'video_status',
  description: 'Tells how far a video is: ready, still under way, or failed. Without an id, of the newest ones.',
  parameters: { type: 'object', properties: { video: { type: 'string', description: 'The id of the video, as a tool gave it.' } } },
  execute: ({ video }: { video?: string }) => status(video),
});
