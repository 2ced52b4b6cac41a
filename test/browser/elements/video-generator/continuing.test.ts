// A frame of a video as the first or last frame of the next one, and the chain that comes of it, played as one video.
import { expect } from '@open-wc/testing';
import type { TaskParentage } from 'voxreel';

import { grayOf, paintedClip } from '../../core/editing/clips.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { picture } from './picture.js';
import { stage } from './stage.js';

const done = { status: 'succeeded', endedAt: Date.now(), providerId: 'kling' } as const;
const kept = { bytes: 20_000, type: 'video/webm', poster: false };
const outputs = [{ url: `${location.origin}/none.webm`, kept, duration: 1 }];

async function gallery() {
  const file = await paintedClip();
  const page = await stage({
    tasks: [
      scriptedTask({ id: 'third', ...done, prompt: 'And on', continues: { id: 'second', atS: 0.5 }, parentId: 'second', outputs }),
      scriptedTask({ id: 'second', ...done, prompt: 'On', continues: { id: 'first' }, parentId: 'first', outputs }),
      scriptedTask({ id: 'first', ...done, prompt: 'A field', outputs }),
      scriptedTask({ id: 'far', ...done, prompt: 'Elsewhere', outputs: [{ url: `${location.origin}/none.webm` }] }),
    ],
    kept: new Map(['first/0', 'second/0', 'third/0'].map((key) => [key, { file }])),
    // It takes a first and a last frame.
    set: (element) => (element.model = 'kling-v2'),
  });
  /** What the form holds, once it has changed. */
  const frame = (name: 'image' | 'lastImage') =>
    until(() => {
      const held = page.element.draft[name];
      return held instanceof Blob ? held : undefined;
    }, name);
  const submit = async (prompt: string) => {
    await page.write(prompt);
    await page.press('Generate');
    await until(page.sent, 'the draft to be sent');
    return page.queue.calls.findLast(([name]) => name === 'submit')?.[2];
  };
  const view = async (id: string) => {
    (await page.find(`[data-id="${id}"] [data-act="view"]`)).click();
    return page.find<HTMLDialogElement>('dialog.viewer[open]');
  };
  const seek = async (seconds: number) => {
    await page.find('dialog .transport');
    const line = await page.find<HTMLInputElement>('dialog .line');
    if (page.root.querySelector('dialog .transport [aria-label="Pause"]')) await page.press('Pause');
    line.value = String(seconds);
    line.dispatchEvent(new Event('input'));
    await until(() => (Math.abs(line.valueAsNumber - seconds) < 0.02 ? true : undefined), `the line at ${seconds}`);
    return line;
  };
  return { ...page, frame, submit, view, seek };
}

/** Which frame of a painted clip a picture shows, by its gray. */
async function indexIn(frame: Blob): Promise<number> {
  const bitmap = await createImageBitmap(frame);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext('2d');
  pen?.drawImage(bitmap, 0, 0);
  const [gray = 0] = pen?.getImageData(bitmap.width / 4, bitmap.height / 4, 1, 1).data ?? [];
  return Array.from({ length: 30 }, (_, index) => Math.abs(grayOf(index) - gray)).reduce(
    (best, distance, index, all) => (distance < (all[best] ?? 0) ? index : best),
    0,
  );
}

describe('<video-generator>: continuing', () => {
  it('starts the next video from the last frame of a card, and says so in its task', async () => {
    const { pressIn, frame, submit, root, element } = await gallery();
    await pressIn('first', 'Continue');
    expect(await indexIn(await frame('image'))).to.equal(29);
    await until(() => (root.activeElement?.id === 'prompt' ? true : undefined), 'the focus in the prompt');
    // Nothing was written yet: it is made as the one before.
    expect([element.draft.model, element.draft.duration, element.draft.prompt]).to.deep.equal(['kling-v2', 5, '']);
    expect(await submit('It rains')).to.deep.equal({ parentId: 'first', continues: { id: 'first' } });
  });

  it('leaves what is written as it is, but for the frame', async () => {
    const { pressIn, frame, write, element } = await gallery();
    await write('A storm comes up');
    await pressIn('first', 'Continue');
    await frame('image');
    expect(element.draft.prompt).to.equal('A storm comes up');
  });

  it('starts from, or ends with, the very frame that the full view shows', async () => {
    const { view, seek, find, frame, submit, root } = await gallery();
    await view('first');
    await seek(0.35);
    (await find('dialog [data-act="continue-here"]')).click();
    expect(await indexIn(await frame('image'))).to.equal(10);
    await until(() => (root.querySelector('dialog') === null ? true : undefined), 'the view to close');
    await view('second');
    await seek(0.75);
    (await find('dialog [data-act="end-here"]')).click();
    expect(await indexIn(await frame('lastImage'))).to.equal(22);
    const { parentId, continues, leadsTo } = (await submit('From here to there')) as TaskParentage;
    expect([parentId, continues?.id, leadsTo?.id]).to.deep.equal(['first', 'first', 'second']);
    expect([continues?.atS, leadsTo?.atS].map((atS) => Math.floor(Number(atS) * 30 + 0.01))).to.deep.equal([10, 22]);
  });

  it('starts from the frame that the editor shows', async () => {
    const { view, seek, find, frame, submit } = await gallery();
    await view('first');
    (await find('dialog [data-act="cut"]')).click();
    await find('dialog.editor[open] .transport');
    await seek(0.25);
    (await find('dialog.editor [data-act="continue-here"]')).click();
    expect(await indexIn(await frame('image'))).to.equal(7);
    const { continues } = (await submit('On')) as TaskParentage;
    expect(continues?.id).to.equal('first');
    expect(continues?.atS).to.be.closeTo(0.25, 0.02);
  });

  it('says nothing of a video whose frame was replaced by another picture', async () => {
    const { pressIn, frame, submit, element } = await gallery();
    await pressIn('first', 'Continue');
    await frame('image');
    element.draft = { ...element.draft, image: await picture() };
    expect(await submit('Another')).to.equal(undefined);
  });

  it('takes a card that is dragged onto a frame: its end for the first, its beginning for the last', async () => {
    const { card, find, frame, submit } = await gallery();
    const drag = async (id: string, opens: string) => {
      const [from, to] = [await card(id), await find(`[data-opens="${opens}"]`)];
      const dataTransfer = new DataTransfer();
      const fire = (target: HTMLElement, name: string) =>
        target.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true, composed: true }));
      expect(from.draggable).to.equal(true);
      fire(from, 'dragstart');
      expect(fire(to, 'dragover')).to.equal(false);
      expect(to.hasAttribute('data-over')).to.equal(true);
      fire(to, 'drop');
      fire(from, 'dragend');
      expect(to.hasAttribute('data-over')).to.equal(false);
    };
    await drag('first', 'image');
    expect(await indexIn(await frame('image'))).to.equal(29);
    await drag('second', 'lastImage');
    expect(await indexIn(await frame('lastImage'))).to.equal(0);
    expect(await submit('Between')).to.deep.equal({
      parentId: 'first',
      continues: { id: 'first' },
      leadsTo: { id: 'second', atS: 0 },
    });
  });

  it('takes a picture of the page that is dragged onto a frame', async () => {
    const { find, frame } = await gallery();
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/uri-list', URL.createObjectURL(await picture()));
    (await find('[data-opens="image"]')).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    expect((await frame('image')).type).to.match(/^image\//);
  });

  it('says on its card that a video cannot be read, and changes nothing', async () => {
    const { pressIn, card, element } = await gallery();
    await pressIn('far', 'Continue');
    const trouble = await card('far');
    await until(() => (trouble.textContent?.includes('This page cannot read the video.') ? true : undefined), 'the reason');
    expect(element.draft.image).to.equal(undefined);
  });

  it('says on a card which video it continues', async () => {
    const { card } = await gallery();
    const { textContent } = await card('second');
    expect(textContent?.replaceAll(/\s+/g, ' ')).to.include('continues A field');
  });
});

describe('<video-generator>: a chain as one video', () => {
  const begin = async () => {
    const page = await gallery();
    await page.view('third');
    await page.find('dialog .transport');
    (await page.find('dialog [data-act="play-chain"]')).click();
    await page.find('dialog .chain canvas');
    return page;
  };
  const shown = (root: ShadowRoot) => root.querySelector<HTMLCanvasElement>('.chain > canvas:not([hidden])');

  it('has one timeline, on which each clip ends where the next one continues it', async () => {
    const { find, all } = await begin();
    const line = await find<HTMLInputElement>('dialog .line');
    // The second is left after half a second.
    await until(() => (Math.abs(Number(line.max) - 2.5) < 0.05 ? true : undefined), 'the length of the whole');
    expect(all('dialog .clips button').map((clip) => clip.textContent?.trim())).to.deep.equal(['A field', 'On', 'And on']);
  });

  it('seeks to any moment of any clip, and shows which one plays', async () => {
    const { seek, root, all } = await begin();
    await seek(2);
    const current = () => all('dialog .clips [aria-current]').map((clip) => clip.textContent?.trim());
    await until(() => (current()[0] === 'And on' ? true : undefined), 'the third clip');
    const canvas = shown(root);
    if (canvas === null) throw new Error('Nothing is shown.');
    const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (frame === null) throw new Error('There is no picture.');
    expect(await indexIn(frame)).to.equal(15);
    all('dialog .clips button')[1]?.click();
    await until(() => (current()[0] === 'On' ? true : undefined), 'the second clip');
  });

  it('continues from the clip that is shown', async () => {
    const { seek, find, frame, submit } = await begin();
    await seek(1.2);
    (await find('dialog [data-act="continue-here"]')).click();
    expect(await indexIn(await frame('image'))).to.equal(6);
    const said = (await submit('Elsewhere')) as TaskParentage;
    expect(said.continues?.id).to.equal('second');
    expect(said.continues?.atS).to.be.closeTo(0.2, 0.02);
  });

  it('plays one alone again', async () => {
    const { press, find, root } = await begin();
    await press('Play this clip alone');
    await find('dialog .screen > canvas[role="img"]');
    expect(root.querySelector('dialog .chain')).to.equal(null);
  });
});
