// Which moment of which video a picture shows. The picture itself has no room for it: it is remembered as long as the picture is.
import { isRecord } from '../base/is-record.js';

/** A moment of a video that is in the queue. */
export interface FrameOrigin {
  /** Of the video: the `id` of its task, as `parentId` is. */
  readonly id: string;
  /** Which of the task's outputs, from 0; absent: the first. */
  readonly output?: number | undefined;
  /** Seconds from its beginning; absent: its last frame. */
  readonly atS?: number | undefined;
}

const origins = new WeakMap<Blob, FrameOrigin>();

/** The same picture, which shows this moment. */
export function frameOf(picture: Blob, origin: FrameOrigin): Blob {
  origins.set(picture, origin);
  return picture;
}

/** Undefined for what is no frame of a video here. */
export const originOf = (picture: unknown): FrameOrigin | undefined => (picture instanceof Blob ? origins.get(picture) : undefined);

/** From stored or foreign data; undefined for what names no video. */
export function readOrigin(value: unknown, longest = Infinity): FrameOrigin | undefined {
  if (!isRecord(value)) return undefined;
  const { id, output, atS } = value;
  if (typeof id !== 'string' || id === '' || id.length > longest) return undefined;
  return {
    id,
    ...(Number.isInteger(output) && Number(output) >= 0 ? { output: Number(output) } : {}),
    ...(typeof atS === 'number' && atS >= 0 && Number.isFinite(atS) ? { atS } : {}),
  };
}
