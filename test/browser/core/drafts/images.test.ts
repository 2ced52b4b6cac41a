// Pictures on their way into a request: upright, small enough, of a type the provider takes, and never in a record.
import { expect } from '@open-wc/testing';
import { generic } from 'voxreel/providers/generic';
import { jimeng } from 'voxreel/providers/jimeng';
import { kling } from 'voxreel/providers/kling';
import { isVoxreelError } from 'voxreel';
import type { VoxreelError } from 'voxreel';

import type { ImageLimits } from '../../../../src/core/drafts/image-file.js';
import { encodeImage } from '../../../../src/core/drafts/image.js';
import { prepareDraft } from '../../../../src/core/drafts/prepare-draft.js';
import { cornersOf, noise, pixels, quarters, turned } from './pictures.js';
import { has, needing } from '../../../engines/lacks.js';
import { strictFrame } from '../../strict-frame.js';

const dataUrl: ImageLimits = { encoding: 'data-url', max: 2, maxBytes: 1_000_000 };
const draft = { model: 'kling-v2', prompt: 'A kite' };

const decoded = async (text: string): Promise<Blob> =>
  (await fetch(text.startsWith('data:') ? text : `data:image/jpeg;base64,${text}`)).blob();

async function refusal(work: Promise<unknown>): Promise<VoxreelError> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!isVoxreelError(error)) throw new Error(`Not refused: ${String(error)}`);
  return error;
}

describe('pictures in', () => {
  it('passes a small file with nothing wrong byte for byte, as each provider takes it', async () => {
    const file = await quarters('image/png');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [asUrl, raw] = [await prepareDraft(generic, { ...draft, image: file }), await prepareDraft(kling, { ...draft, image: file })];
    expect(asUrl.body.image).to.equal(`data:image/png;base64,${raw.body.image}`);
    expect(new Uint8Array(await (await decoded(asUrl.body.image ?? '')).arrayBuffer())).to.deep.equal(bytes);
    expect((await prepareDraft(kling, { ...draft, image: asUrl.body.image })).body.image).to.equal(raw.body.image);
    expect((await encodeImage('https://pictures.example/a.heic', dataUrl, 'image')).text).to.equal('https://pictures.example/a.heic');
    expect(asUrl.warnings).to.deep.equal([]);
  });

  it('reads a photo that is put together of parts, the first of them too short to tell its type', async () => {
    const parts = await Promise.all(
      [0, 2, 20].map(async (from, at) => (await quarters('image/jpeg')).slice(from, [2, 20][at]).arrayBuffer()),
    );
    const { text } = await encodeImage(new Blob(parts), { ...dataUrl, types: ['image/png'] }, 'image');
    expect(await cornersOf(await decoded(text))).to.equal('rgby');
  });

  it('judges a file by its bytes, whatever it calls itself', async () => {
    const file = new File([await quarters('image/png')], 'holiday.heic', { type: 'image/heic' });
    expect((await encodeImage(file, dataUrl, 'image')).text).to.match(/^data:image\/png;base64,iVBOR/);
  });

  // As the corners look once the picture is held upright: top left, top right, bottom left, bottom right.
  for (const [at, corners] of ['rgby', 'gryb', 'ybgr', 'byrg', 'rbgy', 'bryg', 'ygbr', 'gyrb'].entries()) {
    it(`turns a photo of EXIF orientation ${at + 1} upright in its pixels`, async () => {
      const photo = turned(await quarters('image/jpeg'), at + 1);
      const { text } = await encodeImage(new Blob([await photo]), dataUrl, 'image');
      expect(await cornersOf(await decoded(text))).to.equal(corners);
      expect(text === `data:image/jpeg;base64,${await base64(await photo)}`).to.equal(at === 0);
    });
  }

  it('brings a photo of 20 megapixels under the cap of 4.7 MB, with its shape, and says so', async () => {
    const photo = await noise(5472, 3648, 'image/jpeg');
    expect(photo.size).to.be.greaterThan(4_700_000);
    const { body, warnings, kept } = await prepareDraft(jimeng, { model: 'jimeng-3', prompt: 'A kite', image: photo });
    expect(body.image?.length).to.be.lessThan(4_700_000);
    const bitmap = await createImageBitmap(await decoded(body.image ?? ''));
    expect([bitmap.width, bitmap.height]).to.deep.equal([2048, 1365]);
    expect(warnings.join()).to.match(/image was made smaller to be sent: from 5472 × 3648 \([\d.]+ MB\) to 2048 × 1365 \([\d.]+ MB\)\./);
    expect(JSON.stringify(kept).length).to.be.lessThan(1000);
  });

  it('asks for no more pixels than twice the video has', async () => {
    const photo = await noise(3000, 2000, 'image/jpeg');
    const small = { ...generic, limits: { images: { ...dataUrl, maxBytes: 400_000 } } };
    const { body } = await prepareDraft(small, { ...draft, width: 640, height: 360, image: photo });
    expect((await createImageBitmap(await decoded(body.image ?? ''))).width).to.be.at.most(1280);
  });

  it('keeps what is transparent, with and without WebP', async () => {
    const file = await noise(900, 600, 'image/png', 0.5);
    for (const types of [['image/jpeg', 'image/png'], undefined]) {
      const limits = { ...dataUrl, maxBytes: 300_000, ...(types && { types }) };
      const { text, warning } = await encodeImage(file, limits, 'image');
      expect(text.length).to.be.lessThan(300_100);
      expect(text).to.match(types || !has('webp') ? /^data:image\/png/ : /^data:image\/webp/);
      const data = await pixels(await decoded(text));
      expect(data[3], 'the left half').to.be.greaterThan(200);
      expect(data.at(-1), 'the right half').to.equal(0);
      if (types) expect(warning).to.include('from 900 × 600');
    }
  });

  it('makes what a service will not take into what it takes', async () => {
    const gif = new Blob([Uint8Array.fromBase64('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==')]);
    expect((await encodeImage(gif, dataUrl, 'image')).text).to.match(/^data:image\/jpeg/);
    const webp = new Blob([Uint8Array.fromBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')]);
    expect((await encodeImage(webp, dataUrl, 'image')).text).to.match(/^data:image\/webp/);
    expect((await prepareDraft(kling, { ...draft, image: webp })).body.image).to.match(/^\/9j\//);
  });

  it('refuses what cannot be read, naming the field and the type', async () => {
    const heic = new Blob([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(400)], { type: 'image/jpeg' });
    expect(await refusal(prepareDraft(kling, { ...draft, image: heic }))).to.include({ code: 'invalid_input', param: 'image' });
    expect((await refusal(encodeImage(heic, dataUrl, 'image'))).message).to.include('image/heic');
    const drawing = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';
    expect((await refusal(encodeImage(drawing, dataUrl, 'image'))).message).to.include('image/svg+xml');
    const bad = new File([new Uint8Array([1, 2, 3])], 'a.png', { type: 'image/png' });
    expect(await refusal(prepareDraft(kling, { ...draft, lastImage: bad }))).to.include({ code: 'invalid_input', param: 'lastImage' });
    const cut = (await noise(900, 600, 'image/jpeg')).slice(0, 300);
    expect(await refusal(encodeImage(cut, { ...dataUrl, maxBytes: 200 }, 'image'))).to.include({ param: 'image' });
    expect(await refusal(encodeImage('no picture', dataUrl, 'image'))).to.include({ code: 'invalid_input', param: 'image' });
    expect(await refusal(encodeImage(await noise(900, 600, 'image/png'), { ...dataUrl, maxBytes: 60 }, 'image'))).to.include({
      param: 'image',
    });
  });

  needing('strict decoder').it('refuses a photo of which the end is missing', async () => {
    const cut = (await noise(900, 600, 'image/jpeg')).slice(0, 3000);
    expect(await refusal(encodeImage(cut, { ...dataUrl, maxBytes: 2000 }, 'image'))).to.include({ param: 'image' });
  });

  it('takes pictures in the metadata the same way, and keeps none of them', async () => {
    const photo = await turned(await quarters('image/jpeg'), 6);
    const { body, kept, files } = await prepareDraft(kling, { ...draft, metadata: { image_tail: photo, negative_prompt: 'fog' } });
    expect(await cornersOf(await decoded(String(body.metadata?.['image_tail'])))).to.equal('bryg');
    expect(kept.metadata).to.deep.equal({ negative_prompt: 'fog' });
    expect(files).to.deep.equal(['metadata.image_tail']);
    const raw = await base64(photo);
    const url = 'https://pictures.example/a.png';
    const listed = await prepareDraft(jimeng, {
      model: 'jimeng-3',
      prompt: 'A kite',
      metadata: { image_urls: [url, raw, `data:image/jpeg;base64,${raw}`] },
    });
    const sent = listed.body.metadata?.['image_urls'] as string[];
    expect(sent[0]).to.equal(url);
    expect(await cornersOf(await decoded(sent[1] ?? ''))).to.equal('bryg');
    expect(sent[2]).to.equal(sent[1]);
    expect(JSON.stringify(listed.kept)).to.not.include(raw.slice(0, 40));
    const bad = await refusal(prepareDraft(jimeng, { model: 'jimeng-3', prompt: 'A kite', metadata: { image_urls: [new Blob(['x'])] } }));
    expect(bad.param).to.equal('metadata.image_urls.0');
  });

  describe('where the work is done', () => {
    const page = {
      Worker: globalThis.Worker,
      createImageBitmap: globalThis.createImageBitmap,
      OffscreenCanvas: globalThis.OffscreenCanvas,
    };
    afterEach(() => Object.assign(globalThis, page));

    it('is a worker: the page draws nothing', async () => {
      const photo = await noise(1600, 1200, 'image/jpeg');
      let drawn = 0;
      const refuse = () => {
        drawn++;
        throw new Error('drawn on the page');
      };
      Object.assign(globalThis, { createImageBitmap: refuse, OffscreenCanvas: refuse });
      const { text } = await encodeImage(photo, { ...dataUrl, maxBytes: 200_000 }, 'image');
      Object.assign(globalThis, page);
      expect(drawn).to.equal(0);
      expect((await createImageBitmap(await decoded(text))).width).to.be.lessThan(1600);
    });

    it('is a worker under a strict content policy too', async () => {
      const frame = strictFrame(new URL('strict-page.ts', import.meta.url));
      const told = new Promise<{ violations: string[]; text: string }>((resolve) =>
        addEventListener('message', ({ data }: MessageEvent<{ violations: string[]; text: string }>) => resolve(data), { once: true }),
      );
      document.body.append(frame);
      const { violations, text } = await told;
      expect(violations).to.deep.equal([]);
      expect(await cornersOf(await decoded(text))).to.equal('bryg');
      frame.remove();
    });

    it('is the page where there is no worker, or none that loads, with the same outcome', async () => {
      const photo = await turned(await quarters('image/jpeg'), 8);
      const { text } = await encodeImage(photo, dataUrl, 'image');
      Object.assign(globalThis, { Worker: undefined });
      expect((await encodeImage(photo, dataUrl, 'image')).text).to.equal(text);
      class Missing extends page.Worker {
        constructor() {
          super('data:text/javascript,no script at all', { type: 'module' });
        }
      }
      Object.assign(globalThis, { Worker: Missing });
      expect((await encodeImage(photo, dataUrl, 'image')).text).to.equal(text);
      Object.assign(globalThis, {
        Worker: () => {
          throw new DOMException('Another origin', 'SecurityError');
        },
      });
      expect((await encodeImage(photo, dataUrl, 'image')).text).to.equal(text);
    });

    it('ends when the caller has had enough', async () => {
      const photo = await noise(3000, 2000, 'image/jpeg');
      const stop = new AbortController();
      const work = encodeImage(photo, { ...dataUrl, maxBytes: 200_000 }, 'image', { signal: stop.signal });
      stop.abort();
      expect((await refusal(work)).code).to.equal('aborted');
    });
  });
});

async function base64(file: Blob): Promise<string> {
  return new Uint8Array(await file.arrayBuffer()).toBase64();
}
