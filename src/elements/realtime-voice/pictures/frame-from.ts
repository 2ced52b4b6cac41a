// One picture from the camera, or of the screen, and then it is closed again.
import { VoxreelError } from '../../../core/errors.js';

export type FrameSource = 'camera' | 'screen';

/** A camera begins with dark pictures. */
const warmUpFrames = 8;

/** Undefined where the person changed their mind. Throws `camera_denied` or `camera_missing`. */
export async function frameFrom(source: FrameSource): Promise<Blob | undefined> {
  const stream = await open(source);
  if (stream === undefined) return undefined;
  const video = document.createElement('video');
  try {
    Object.assign(video, { muted: true, playsInline: true, srcObject: stream });
    await video.play();
    for (let at = 0; at < (source === 'camera' ? warmUpFrames : 1); at++) await nextFrame(video);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await new Promise((resolve) => canvas.toBlob((picture) => resolve(picture ?? undefined), 'image/jpeg', 0.9));
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
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
    if (name === 'NotFoundError') throw new VoxreelError('camera_missing', 'No camera was found.', { cause });
    throw new VoxreelError('camera_denied', 'The camera could not be opened.', { cause });
  }
}
