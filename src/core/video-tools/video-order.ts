// What a call orders: its arguments as a draft that its model takes, or the reason why it cannot be made.
import { isRecord } from '../../base/is-record.js';
import { fieldEntries } from '../../protocol/video-fields.js';
import { checkDraft } from '../drafts/check-draft.js';
import { VoxreelError } from '../errors.js';
import type { VideoDraft } from '../providers/provider.js';
import type { VideoQueue, VideoTask } from '../video/queue/video-queue.js';
import { knownModels, modelNamed, type ModelSource } from './known-models.js';

export type OrderName = 'make_video' | 'vary_video' | 'continue_video' | 'revise_video';

export interface VideoOrder {
  readonly name: OrderName;
  /** All of it; without the first frame of a video that is continued, which is taken from that when it is made. */
  readonly draft: VideoDraft;
  /** Of a video that is varied: what is changed in its draft. */
  readonly changes: Partial<VideoDraft>;
  /** The video that this one is made from. */
  readonly from?: VideoTask | undefined;
  /** Of a video that is revised: what is changed, in a few words. */
  readonly change?: string | undefined;
}

export type OrderQueue = Pick<VideoQueue, 'service' | 'tasks'>;

/** What a video made by voice is sent with. */
export interface OrderSource extends ModelSource {
  /** Sent with each draft, as the service's own `user`. */
  readonly user?: string | undefined;
  /** The id of the video that a person's newest note is about: `revise_video` revises it where a call names none. Default: the newest video. */
  readonly noted?: string | undefined;
}

/** Throws `invalid_input` naming the field, or `not_found` for a video that is not here. */
export async function readOrder(name: OrderName, args: unknown, queue: OrderQueue, source: OrderSource): Promise<VideoOrder> {
  const given = isRecord(args) ? args : {};
  const changes = draftIn(given);
  const from = name === 'make_video' ? undefined : videoNamed(given['video'] || meant(name, source), queue, name === 'continue_video');
  const base: Partial<VideoDraft> = from === undefined ? { user: source.user } : baseOf(from, name);
  const all = await knownModels(queue, source);
  const models = all.map(({ id }) => id);
  if (changes.model !== undefined && models.length > 0 && !models.includes(changes.model))
    throw new VoxreelError('invalid_input', `There is no model ${changes.model}. There are ${models.join(', ')}.`, { param: 'model' });
  const model = changes.model ?? base.model ?? models[0] ?? '';
  const draft: VideoDraft = {
    ...base,
    prompt: '',
    ...withoutNothing(changes),
    ...(changes.prompt ? {} : { prompt: base.prompt ?? '' }),
    model,
  };
  const known = all.find(({ id }) => id === model) ?? (await modelNamed(queue, model, source));
  if (known === undefined) throw new VoxreelError('invalid_input', `There is no model ${model}.`, { param: 'model' });
  const { limits: { images, ignores = [] } = {} } = known.provider;
  if (name === 'continue_video' && (images?.max === 0 || ignores.includes('image')))
    throw new VoxreelError('invalid_input', `${model} takes no picture, so it cannot continue a video.`, { param: 'model' });
  await checkDraft(known.provider, draft);
  const change = typeof given['change'] === 'string' ? given['change'] : undefined;
  return { name, draft, changes, from, change };
}

const meant = (name: OrderName, { noted }: OrderSource): string | undefined => (name === 'revise_video' ? noted : undefined);

/** A variation has another seed, a revision the same; what continues a video has its settings, and pictures of its own. */
function baseOf({ draft, seed, outputs }: VideoTask, name: OrderName): Partial<VideoDraft> {
  const { seed: _seed, references, ...rest } = draft;
  if (name === 'revise_video') return { ...withoutFiles(draft), seed: outputs[0]?.seed ?? seed };
  // Those that were files are put back when it is sent.
  if (name === 'vary_video') return { ...rest, references: references?.filter(({ image }) => image !== '') };
  const { image: _image, lastImage: _lastImage, ...plain } = rest;
  return plain;
}

/** Of pictures that were files nothing is left in a task's draft. */
const withoutFiles = ({ image, lastImage, references, ...rest }: VideoDraft): Partial<VideoDraft> => ({
  ...rest,
  image: image === '' ? undefined : image,
  lastImage: lastImage === '' ? undefined : lastImage,
  references: references?.filter((reference) => reference.image !== ''),
});

const withoutNothing = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** Fields of a draft by their own names, and a size in one word. What is no field is left out: models invent some. */
function draftIn(given: Readonly<Record<string, unknown>>): Partial<VideoDraft> {
  const named = fieldEntries.flatMap(([field]) => (given[field] === undefined || given[field] === null ? [] : [[field, given[field]]]));
  const { size } = given;
  const [, width, height] = /^(\d+)x(\d+)$/.exec(typeof size === 'string' ? size : '') ?? [];
  // What kind of value each has to be is checked with the draft.
  return {
    ...Object.fromEntries(named),
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
  } as Partial<VideoDraft>;
}

/** By its id; without one the newest. */
export function videoNamed(id: unknown, { tasks }: Pick<VideoQueue, 'tasks'>, finished = false): VideoTask {
  const all = tasks.get();
  const wanted = typeof id === 'string' && id !== '';
  const found = wanted ? all.find((task) => task.id === id) : all.find(({ status }) => !finished || status === 'succeeded');
  if (found === undefined)
    throw new VoxreelError('not_found', wanted ? `There is no video ${id}.` : 'There is no video yet.', { param: 'video' });
  if (finished && found.status !== 'succeeded')
    throw new VoxreelError('invalid_input', `The video ${found.id} is not finished.`, { param: 'video' });
  return found;
}
