// The tools by which a model that one talks with makes videos. Headless: what is shown of them is the page's, or the element's.
import type { StandardResult } from '../standard-schema.js';
import type { ToolContext, VoiceTool } from '../realtime/tools/define-tool.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { VideoQueue, VideoTask } from '../video/queue/video-queue.js';
import { knownModels, type KnownModel } from './known-models.js';
import { taskSentence } from './task-sentence.js';
import { readOrder, videoNamed, type OrderName, type OrderSource, type VideoOrder } from './video-order.js';
import { videoParameters } from './video-parameters.js';
import { watchTask } from './watch-task.js';

/** What the tools use of a queue. */
export type VideoToolsQueue = Pick<VideoQueue, 'tasks' | 'service' | 'results' | 'submit' | 'resubmit' | 'estimate'>;

export interface VideoToolsOptions extends OrderSource {
  /** Whether a person allows each video before it is made, since it may cost money. Default true. */
  readonly approve?: boolean | undefined;
  /**
   * Draws the last frame of an output, from which another video begins. Where it is absent or gives nothing, `continue_video` fails. An element gives its
   * own.
   */
  lastFrame?(video: Blob, signal: AbortSignal): Promise<Blob | undefined>;
  /** Hears which task a call has made, by the id of the call. */
  made?(callId: string, task: VideoTask): void;
}

/** A service may take its time to accept a task, and a last frame has to be fetched. */
const timeoutMs = 120_000;
/** Videos that `video_status` tells of where none is named. */
const newest = 5;

const texts = {
  make_video: {
    tool: 'Makes a video from a description. It costs money, so the person is asked first and sees the price. It goes on after this call: a system message tells you when it is there, and then you say so in one short sentence.',
    prompt: 'What the video shows, in the words of the person and as exact as they were: subject, motion, place, light, camera.',
  },
  vary_video: {
    tool: 'Makes a video once more, differently: with another seed and whatever you change. Otherwise as make_video.',
    prompt: 'What it shows, in place of the description it was made from.',
  },
  continue_video: {
    tool: 'Makes a video that begins with the last frame of a finished one. Otherwise as make_video.',
    prompt: 'What happens next.',
  },
} as const satisfies Record<OrderName, { tool: string; prompt: string }>;

const videoId = { type: 'string', description: 'The id of the video, as a tool gave it. Default: the newest.' };

/**
 * `make_video`, `vary_video`, `continue_video` and `video_status`, for the `tools` of a session. Their parameters are the fields of the queue's models, as
 * `GET /v1/models` and the registered providers say. The first three ask a person, and tell the model once a video has ended.
 */
export function videoTools(queue: VideoToolsQueue, options: VideoToolsOptions = {}): readonly VoiceTool[] {
  let models: readonly KnownModel[] = [];
  const prepare = async () => void (models = await knownModels(queue, options));
  const order = (name: OrderName): VoiceTool => ({
    name,
    description: texts[name].tool,
    approve: options.approve ?? true,
    timeoutMs,
    prepare,
    parameters: {
      '~standard': {
        version: 1,
        vendor: 'voxreel',
        validate: (args: unknown) => checked(() => readOrder(name, args, queue, options)),
        jsonSchema: { input: () => orderSchema(name, models) },
      },
    },
    execute: (read: VideoOrder, context: ToolContext) => make(read, context, queue, options),
  });
  return [order('make_video'), order('vary_video'), order('continue_video'), statusTool(queue)];
}

function orderSchema(name: OrderName, models: readonly KnownModel[]): Record<string, unknown> {
  const { image, ...fields } = videoParameters(models, texts[name].prompt);
  const isNew = name === 'make_video';
  // What continues a video begins with a frame of it.
  const pictures = image === undefined || name === 'continue_video' ? {} : { image };
  const properties = { ...(isNew ? {} : { video: videoId }), ...fields, ...pictures };
  const required = isNew ? ['prompt', ...(models.length === 0 ? ['model'] : [])] : [];
  return { type: 'object', properties, required };
}

async function checked(read: () => Promise<VideoOrder>): Promise<StandardResult<VideoOrder>> {
  try {
    return { value: await read() };
  } catch (cause) {
    const { message, param } = toVoxreelError(cause, 'invalid_input');
    return { issues: [{ message, path: param === undefined ? [] : param.split('.') }] };
  }
}

async function make(order: VideoOrder, context: ToolContext, queue: VideoToolsQueue, options: VideoToolsOptions): Promise<unknown> {
  const task = await send(order, context, queue, options);
  options.made?.(context.callId, task);
  if (task.status === 'failed') throw new VoxreelError('tool_failed', taskSentence(task));
  watchTask(queue, task.id, (ended) => context.tell(`${taskSentence(ended)} (${ended.id})`));
  const { time, cost } = await queue.estimate(task.draft);
  return { message: taskSentence(task, time), video: task.id, status: task.status, ...(cost === undefined ? {} : { cost }) };
}

async function send(
  { name, draft, changes, from }: VideoOrder,
  { signal }: ToolContext,
  queue: VideoToolsQueue,
  options: VideoToolsOptions,
) {
  if (from === undefined) return queue.submit(draft, { signal });
  if (name === 'vary_video') return queue.resubmit(from.id, { seed: undefined, ...changes });
  return queue.submit({ ...draft, image: await lastFrameOf(from, queue, options, signal) }, { signal, parentId: from.id });
}

async function lastFrameOf(
  { id }: VideoTask,
  { results }: VideoToolsQueue,
  { lastFrame }: VideoToolsOptions,
  signal: AbortSignal,
): Promise<Blob> {
  const { file } = lastFrame === undefined ? {} : await results.download(id);
  const frame = file && (await lastFrame?.(file, signal));
  if (frame !== undefined) return frame;
  throw new VoxreelError('unsupported', 'The last frame of that video cannot be read here, so it cannot be continued.');
}

const statusTool = (queue: VideoToolsQueue): VoiceTool => ({
  name: 'video_status',
  description: 'Tells how far a video is: ready, still under way, or failed. Without an id, of the newest ones.',
  parameters: { type: 'object', properties: { video: videoId } },
  execute: async ({ video }: { video?: string }) => {
    const tasks = video === undefined ? queue.tasks.get().slice(0, newest) : [videoNamed(video, queue)];
    if (tasks.length === 0) return { message: 'There is no video yet.' };
    const told = tasks.map(async (task) => {
      const { time } = await queue.estimate(task.draft);
      return { video: task.id, status: task.status, message: taskSentence(task, time) };
    });
    const videos = await Promise.all(told);
    return { message: videos.map(({ message }) => message).join(' '), videos };
  },
});
