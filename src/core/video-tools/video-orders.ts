// What works behind the tools: their parameters once the models are known, their arguments checked, and what is ordered made.
import type { StandardResult } from '../standard-schema.js';
import type { ToolContext } from '../realtime/tools/define-tool.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { VideoTask } from '../video/queue/video-queue.js';
import { knownModels, type KnownModel } from './known-models.js';
import { taskSentence } from './task-sentence.js';
import { readOrder, videoNamed, type OrderName, type VideoOrder } from './video-order.js';
import { videoParameters } from './video-parameters.js';
import type { VideoToolsOptions, VideoToolsQueue } from './video-tools-options.js';
import { watchTask } from './watch-task.js';

export interface VideoOrders {
  /** Learns of the models. */
  prepare(): Promise<void>;
  /** JSON Schema of a tool's arguments. */
  schema(name: OrderName): Record<string, unknown>;
  check(name: OrderName, args: unknown): Promise<StandardResult<VideoOrder>>;
  /** What the model hears at once; the rest follows. */
  make(order: VideoOrder, context: ToolContext): Promise<unknown>;
  /** Of one video, or of the newest. */
  status(id: string | undefined): Promise<unknown>;
}

/** Videos that `video_status` tells of where none is named. */
const newest = 5;

const prompts: Readonly<Record<OrderName, string>> = {
  make_video: 'What the video shows, in the words of the person and as exact as they were: subject, motion, place, light, camera.',
  vary_video: 'What it shows, in place of the description it was made from.',
  continue_video: 'What happens next.',
  revise_video: 'The whole description, rewritten with the change. What the person did not mention stays word for word.',
};

const change = {
  type: 'string',
  minLength: 1,
  description: "What you changed, in a few words of the person's language. The person reads it.",
};

const videoId = { type: 'string', description: 'The id of the video, as a tool gave it. Default: the newest.' };

export function createVideoOrders(queue: VideoToolsQueue, options: VideoToolsOptions): VideoOrders {
  let models: readonly KnownModel[] = [];
  let learning: Promise<void> | undefined;
  const learn = async () => {
    models = await knownModels(queue, options);
  };
  return {
    // The tools ask at once.
    prepare: () => (learning ??= learn().finally(() => (learning = undefined))),
    schema: (name) => orderSchema(name, models),
    async check(name, args) {
      try {
        return { value: await readOrder(name, args, queue, options) };
      } catch (cause) {
        const { message, param } = toVoxreelError(cause, 'invalid_input');
        return { issues: [{ message, path: param === undefined ? [] : param.split('.') }] };
      }
    },
    make: (order, context) => make(order, context, queue, options),
    async status(id) {
      const tasks = id === undefined ? queue.tasks.get().slice(0, newest) : [videoNamed(id, queue)];
      if (tasks.length === 0) return { message: 'There is no video yet.' };
      const told = tasks.map(async (task) => {
        const { time } = await queue.estimate(task.draft);
        return { video: task.id, status: task.status, message: taskSentence(task, time) };
      });
      const videos = await Promise.all(told);
      return { message: videos.map(({ message }) => message).join(' '), videos };
    },
  };
}

function orderSchema(name: OrderName, models: readonly KnownModel[]): Record<string, unknown> {
  const { image, ...fields } = videoParameters(models, prompts[name]);
  const isNew = name === 'make_video';
  // What continues a video begins with a frame of it.
  const pictures = image === undefined || name === 'continue_video' ? {} : { image };
  if (name === 'revise_video') {
    const video = { ...videoId, description: 'The id of the video, as the note gave it. Default: the one of the newest note.' };
    return { type: 'object', properties: { video, ...fields, ...pictures, change }, required: ['change'] };
  }
  const properties = { ...(isNew ? {} : { video: videoId }), ...fields, ...pictures };
  const required = isNew ? ['prompt', ...(models.length === 0 ? ['model'] : [])] : [];
  return { type: 'object', properties, required };
}

async function make(order: VideoOrder, context: ToolContext, queue: VideoToolsQueue, options: VideoToolsOptions): Promise<unknown> {
  if (order.name === 'revise_video') return draw(order, context, options);
  const task = await send(order, context, queue, options);
  options.made?.(context.callId, task);
  if (task.status === 'failed') throw new VoxreelError('tool_failed', taskSentence(task));
  watchTask(queue, task.id, (ended) => context.tell(`${taskSentence(ended)} (${ended.id})`));
  const { time, cost } = await queue.estimate(task.draft);
  return { message: taskSentence(task, time), video: task.id, status: task.status, ...(cost === undefined ? {} : { cost }) };
}

/** Sends nothing. */
async function draw({ draft, changes, from, change = '' }: VideoOrder, { callId }: ToolContext, { drafted }: VideoToolsOptions) {
  if (from === undefined || drafted === undefined) throw new VoxreelError('unsupported', 'Nothing here takes a draft.');
  await drafted(callId, { draft, changes, from, change });
  return { message: 'The draft is changed. The person can read it and have it made.', video: from.id, prompt: draft.prompt };
}

async function send(
  { name, draft, changes, from }: VideoOrder,
  { signal }: ToolContext,
  queue: VideoToolsQueue,
  options: VideoToolsOptions,
) {
  if (from === undefined) return queue.submit(draft, { signal });
  if (name === 'vary_video') return queue.resubmit(from.id, { seed: undefined, ...changes });
  const { id } = from;
  return queue.submit({ ...draft, image: await lastFrameOf(from, queue, options, signal) }, { signal, parentId: id, continues: { id } });
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
