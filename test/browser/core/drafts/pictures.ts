// Pictures made on the spot: four colored quarters, noise that no encoder can make small, and photos that lie on their side.

declare global {
  interface Uint8Array {
    toBase64(): string;
  }
  interface Uint8ArrayConstructor {
    fromBase64(text: string): Uint8Array<ArrayBuffer>;
  }
}

const colors: Readonly<Record<string, readonly [number, number, number]>> = {
  r: [230, 20, 20],
  g: [20, 200, 20],
  b: [20, 20, 230],
  y: [230, 220, 20],
};

function canvasOf(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('No canvas.');
  return { canvas, pen };
}

/** 96 x 64: red and green above blue and yellow. */
export async function quarters(type: string): Promise<Blob> {
  const { canvas, pen } = canvasOf(96, 64);
  for (const [at, [red, green, blue]] of Object.values(colors).entries()) {
    pen.fillStyle = `rgb(${red} ${green} ${blue})`;
    pen.fillRect((at % 2) * 48, at > 1 ? 32 : 0, 48, 32);
  }
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/** `clear`: the part on the right that is transparent, 0 to 1. */
export async function noise(width: number, height: number, type: string, clear = 0): Promise<Blob> {
  const { canvas, pen } = canvasOf(width, height);
  const tile = canvasOf(256, 256);
  const data = tile.pen.createImageData(256, 256);
  crypto.getRandomValues(new Uint8Array(data.data.buffer, 0, 65_536));
  for (let at = 65_536; at < data.data.length; at++) data.data[at] = (data.data[at - 65_536] ?? 0) ^ (at >> 9);
  for (let at = 3; at < data.data.length; at += 4) data.data[at] = 255;
  tile.pen.putImageData(data, 0, 0);
  for (let x = 0; x < width; x += 256) for (let y = 0; y < height; y += 256) pen.drawImage(tile.canvas, x, y);
  pen.clearRect(width * (1 - clear), 0, width, height);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/** The JPEG with an EXIF part that says how to hold it. */
export async function turned(jpeg: Blob, orientation: number): Promise<Blob> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  // APP1 of 34 bytes: "Exif", a big-endian TIFF header, and one directory of one entry: tag 0x0112, a short.
  const exif = [
    0xff,
    0xe1,
    0,
    34,
    69,
    120,
    105,
    102,
    0,
    0,
    77,
    77,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return new Blob([bytes.subarray(0, 2), new Uint8Array(exif), bytes.subarray(2)], { type: 'image/jpeg' });
}

/** Red, green, blue, alpha of each pixel, as the file stores them. */
export async function pixels(file: Blob): Promise<Uint8ClampedArray> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'none' });
  const { pen } = canvasOf(bitmap.width, bitmap.height);
  pen.drawImage(bitmap, 0, 0);
  return pen.getImageData(0, 0, bitmap.width, bitmap.height).data;
}

/** The four corners as letters: top left, top right, bottom left, bottom right. */
export async function cornersOf(file: Blob): Promise<string> {
  const { width, height } = await createImageBitmap(file, { imageOrientation: 'none' });
  const data = await pixels(file);
  const points = [
    [5, 5],
    [width - 6, 5],
    [5, height - 6],
    [width - 6, height - 6],
  ] as const;
  return points.map(([x, y]) => letterAt(data, (y * width + x) * 4)).join('');
}

function letterAt(data: Uint8ClampedArray, at: number): string {
  const near = Object.entries(colors).find(([, color]) => color.every((part, index) => Math.abs(part - (data[at + index] ?? 0)) < 40));
  return near?.[0] ?? '?';
}
