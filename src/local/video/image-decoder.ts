// PNG, JPEG and WebP to pixels, in the renderer's thread.
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';

import { compileWasm } from './wasm-file.js';
import { imageHeader } from './image-header.js';
import type { ImageType } from './image-header.js';
import type { Pixels } from '../../picture/stills.js';

type Decode = (bytes: ArrayBuffer) => Promise<Pixels>;

const loaders: Record<ImageType, () => Promise<Decode>> = {
  png: async () => {
    await initPng(await compileWasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return decodePng;
  },
  jpeg: async () => {
    await initJpeg(await compileWasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decodeJpeg;
  },
  webp: async () => {
    await initWebp(await compileWasm('@jsquash/webp/codec/dec/webp_dec.wasm'));
    return decodeWebp;
  },
};

const loaded = new Map<ImageType, Promise<Decode>>();

/** The codecs make an `ImageData`, which Node does not have. */
class PlainImageData implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** The pixels over white, or undefined where the bytes are no image we read. */
export async function decodeImage(bytes: Uint8Array): Promise<Pixels | undefined> {
  const header = imageHeader(bytes);
  if (header === undefined) return undefined;
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: PlainImageData });
  const decode = loaded.get(header.type) ?? loaders[header.type]();
  loaded.set(header.type, decode);
  try {
    return overWhite(await (await decode)(bytes.slice().buffer));
  } catch {
    return undefined;
  }
}

function overWhite(pixels: Pixels): Pixels {
  const { data } = pixels;
  for (let index = 0; index < data.length; index += 4) {
    const alpha = (data[index + 3] ?? 255) / 255;
    if (alpha === 1) continue;
    for (let channel = 0; channel < 3; channel += 1) data[index + channel] = 255 + ((data[index + channel] ?? 0) - 255) * alpha;
    data[index + 3] = 255;
  }
  return pixels;
}
