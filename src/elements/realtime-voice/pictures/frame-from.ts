// Pictures from the camera or of the screen: one, or as long as it is open.
import { VoxreelError } from '../../../core/errors.js';
import { cameraFailure } from '../../../core/realtime/speech/camera.js';

export type FrameSource = 'camera' | 'screen';

/** A camera begins with dark pictures. */
const warmUpFrames = 8;

export interface Frames {
  readonly stream: MediaStream;
  /** Plays it. */
  readonly video: HTMLVideoElement;
  close(): void;
}

/** Undefined where the person changed their mind. Throws `camera_denied`, `camera_missing`, `camera_busy` or `unsupported`. */
export async function frameFrom(source: FrameSource): Promise<Blob | undefined> {
  const frames = await openFrames(source);
  if (frames === undefined) return undefined;
  try {
    for (let at = 1; at < (source === 'camera' ? warmUpFrames : 1); at++) await nextFrame(frames.video);
    return await pictureOf(frames.video);
  } finally {
    frames.close();
  }
}

/** Resolves with the first frame; as `frameFrom`. */
export async function openFrames(source: FrameSource): Promise<Frames | undefined> {
  const stream = await open(source);
  if (stream === undefined) return undefined;
  const video = document.createElement('video');
  const close = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  try {
    Object.assign(video, { muted: true, playsInline: true, srcObject: stream });
    await video.play();
    // A screen that stands still may give no second one.
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await nextFrame(video);
    return { stream, video, close };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** What it shows now, as JPEG. */
export async function pictureOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob((picture) => resolve(picture ?? undefined), 'image/jpeg', 0.9));
}

const nextFrame = (video: HTMLVideoElement) =>
  new Promise<void>((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => resolve());
    else requestAnimationFrame(() => resolve());
  });

async function open(source: FrameSource): Promise<MediaStream | undefined> {
  try {
    if (source === 'screen') return await navigator.mediaDevices.getDisplayMedia({ video: true });
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    // Of the screen that is how one says no.
    if (source === 'screen' && name === 'NotAllowedError') return undefined;
    throw source === 'screen' ? new VoxreelError('unsupported', 'The screen could not be shared.', { cause }) : cameraFailure(cause);
  }
}
