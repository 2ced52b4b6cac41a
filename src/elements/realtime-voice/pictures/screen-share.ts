// The screen, shared as pictures: one at an interval, where it has changed. Each costs the model tokens, so that a screen that stands still costs none.
import { openFrames, pictureOf } from './frame-from.js';

export interface ScreenShareOptions {
  readonly everyMs: number;
  /** Resolves once a picture has gone; the next one waits for it. */
  readonly send: (picture: Blob) => Promise<unknown>;
  /** It ended: by `stop`, by the browser's own button, or because a picture could not be sent. */
  readonly ended: (cause?: unknown) => void;
}

/** Of the small picture that is compared. */
const sample = { width: 48, height: 27 };
/** Mean difference of a color, of 255, from which a screen counts as changed: a clock or a caret stays below it. */
const changed = 1;

/** Asks the person for a screen, and sends its first picture at once. Undefined where they changed their mind; else what stops it. */
export async function shareScreen({ everyMs, send, ended }: ScreenShareOptions): Promise<(() => void) | undefined> {
  const frames = await openFrames('screen');
  if (frames === undefined) return undefined;
  const { video, close } = frames;
  const small = Object.assign(document.createElement('canvas'), sample).getContext('2d', { willReadFrequently: true });
  let before: Uint8ClampedArray | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const end = (cause?: unknown) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    close();
    ended(cause);
  };
  const hasChanged = () => {
    small?.drawImage(video, 0, 0, sample.width, sample.height);
    const now = small?.getImageData(0, 0, sample.width, sample.height).data;
    const last = before;
    before = now;
    if (now === undefined || last === undefined) return true;
    return now.reduce((sum, value, at) => sum + Math.abs(value - (last[at] ?? 0)), 0) / now.length >= changed;
  };
  const tick = async () => {
    const picture = hasChanged() ? await pictureOf(video) : undefined;
    if (picture !== undefined && !isOver) await send(picture);
    if (!isOver) timer = setTimeout(() => void tick().catch(end), everyMs);
  };
  frames.stream.getVideoTracks()[0]?.addEventListener('ended', () => end());
  void tick().catch(end);
  return () => end();
}
