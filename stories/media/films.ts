// The stories' videos, drawn by `draw.mjs`, and pictures of them drawn here.
import { createPicture } from '../../src/picture/picture.js';

export interface Film {
  readonly prompt: string;
  readonly seed: number;
  readonly url: string;
}

export const films = {
  greenhouse: {
    prompt: 'A slow dolly through a greenhouse at dawn, mist on the glass',
    seed: 48_151_623,
    url: new URL('./greenhouse.webm', import.meta.url).href,
  },
  desert: { prompt: 'Desert road at golden hour, heat shimmer', seed: 7781, url: new URL('./desert.webm', import.meta.url).href },
  lake: { prompt: 'Snow on a frozen lake, aerial, turning left', seed: 2204, url: new URL('./lake.webm', import.meta.url).href },
  lighthouse: { prompt: 'A lighthouse at night, slow waves', seed: 91, url: new URL('./lighthouse.webm', import.meta.url).href },
} satisfies Readonly<Record<string, Film>>;

const [width, height] = [384, 216];

/** The first frame of a film. */
export async function pictureOf({ prompt, seed }: Pick<Film, 'prompt' | 'seed'>): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const pixels = new ImageData(width, height);
  createPicture({ prompt, seed, width, height, durationS: 1 }).draw(0, pixels.data);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'picture.png', { type: 'image/png' });
}

export async function fileOf({ url }: Pick<Film, 'url'>): Promise<Blob> {
  return (await fetch(url)).blob();
}
