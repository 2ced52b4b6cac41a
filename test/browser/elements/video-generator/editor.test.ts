// The editor: a clip or a chain of clips, what is set, and the file that comes of it.
import { expect } from '@open-wc/testing';

import { paintedClip, seenIn } from '../../core/editing/clips.js';
import { press } from '../keyboard.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { strictFrame } from '../../strict-frame.js';
import { stage } from './stage.js';

const done = { status: 'succeeded', endedAt: Date.now(), providerId: 'kling' } as const;
const kept = { bytes: 20_000, type: 'video/webm', poster: false };
const outputs = [{ url: `${location.origin}/none.webm`, kept }];

/** What the page saves until the undo. */
function watchSaves() {
  const saved: { name: string; file: Promise<Blob> }[] = [];
  const own = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function click() {
    if (this.download === '') return own.call(this);
    saved.push({ name: this.download, file: fetch(this.href).then((answer) => answer.blob()) });
  };
  return { saved, undo: () => void (HTMLAnchorElement.prototype.click = own) };
}

async function gallery() {
  const file = await paintedClip();
  const draft = { model: 'kling-v2', prompt: 'On', image: 'https://example.org/last.png' };
  const page = await stage({
    tasks: [
      scriptedTask({ id: 'third', ...done, prompt: 'And on', draft: { ...draft, prompt: 'And on' }, parentId: 'second', outputs }),
      scriptedTask({ id: 'second', ...done, prompt: 'On', draft, parentId: 'first', outputs }),
      scriptedTask({ id: 'first', ...done, prompt: 'A field', outputs }),
      scriptedTask({ id: 'far', ...done, prompt: 'Elsewhere', outputs: [{ url: `${location.origin}/none.webm` }] }),
    ],
    kept: new Map(['first/0', 'second/0', 'third/0'].map((key) => [key, { file }])),
  });
  const open = async (id: string, act = 'cut') => {
    (await page.find(`[data-id="${id}"] [data-act="view"]`)).click();
    (await page.find(`dialog.viewer[open] [data-act="${act}"]`)).click();
    return page.find<HTMLDialogElement>('dialog.editor[open]');
  };
  const ready = () => until(() => page.root.querySelector('.editor input[type="range"]') ?? undefined, 'the controls');
  const choose = async (label: string, text: string) => {
    const field = page.all('.editor label.field').find((each) => each.querySelector('.label')?.textContent === label);
    const select = field?.querySelector('select');
    if (!select) throw new Error(`There is no ${label}.`);
    select.selectedIndex = [...select.options].findIndex((option) => option.text === text);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await page.element.updateComplete;
  };
  const submit = async () => (await page.find<HTMLButtonElement>('.editor .button.primary')).click();
  return { ...page, open, ready, choose, submit };
}

describe('<video-generator>: editor', () => {
  let watch: ReturnType<typeof watchSaves>;
  beforeEach(() => {
    watch = watchSaves();
  });
  afterEach(() => watch.undo());
  const saved = () => until(() => watch.saved[0], 'a file');

  it('saves a part of a clip, set by keys alone, and says so', async () => {
    const { open, ready, find, submit, says } = await gallery();
    const dialog = await open('first');
    expect([dialog.matches(':modal'), dialog.getAttribute('aria-label')]).to.deep.equal([true, 'Edit clip']);
    await ready();
    const start = await find<HTMLInputElement>('.editor input[aria-label="Start"]');
    start.focus();
    for (let times = 0; times < 3; times += 1) expect(await press('ArrowRight')).to.contain('Start');
    await submit();
    const { name, file } = await saved();
    expect(name).to.equal('a-field-7781.webm');
    const { frames, comment } = await seenIn(await file);
    expect(frames.length).to.equal(27);
    expect(comment).to.contain('AI-generated with kling-v2');
    await says('Saved as a-field-7781.webm.');
  });

  it('makes what is chosen: a picture of the moment, in another shape, with captions', async () => {
    const { open, ready, choose, submit, find } = await gallery();
    await open('first');
    await ready();
    await choose('File', 'PNG (the picture shown)');
    await choose('Shape', '1:1');
    const text = await find<HTMLTextAreaElement>('.editor textarea');
    text.value = 'Hi';
    text.dispatchEvent(new Event('change', { bubbles: true }));
    // As it will look.
    await find('.editor canvas.poster');
    await submit();
    const { name, file } = await saved();
    expect(name).to.equal('a-field-7781.png');
    const { width, height } = await createImageBitmap(await file);
    expect([width, height]).to.deep.equal([90, 90]);
  });

  it('opens a chain as one clip, and saves it without encoding it again', async () => {
    const { open, ready, submit, find } = await gallery();
    const dialog = await open('third', 'chain');
    expect(dialog.getAttribute('aria-label')).to.equal('Chain of 3 clips as one');
    await ready();
    expect((await find<HTMLInputElement>('.editor input[aria-label="End"]')).max).to.equal('3');
    await submit();
    const joined = await seenIn(await (await saved()).file);
    const one = await seenIn(await paintedClip());
    expect(joined.packets.length).to.equal(90);
    expect(joined.packets[0]).to.deep.equal(one.packets[0]);
  });

  it('offers no chain where there is none', async () => {
    const { root, find } = await gallery();
    (await find('[data-id="first"] [data-act="view"]')).click();
    await find('dialog.viewer[open] [data-act="cut"]');
    expect(root.querySelector('dialog.viewer [data-act="chain"]')).to.equal(null);
  });

  it('cancels, and saves nothing', async () => {
    const { open, ready, choose, submit, find, says } = await gallery();
    await open('first');
    await ready();
    await choose('Speed', '0.25×');
    await submit();
    (await find<HTMLButtonElement>('.editor .keys > [type="button"]')).click();
    await says('Cancelled. No file was saved.');
    await find('.editor .button.primary');
    expect(watch.saved).to.deep.equal([]);
  });

  it('says that a video cannot be read from its host', async () => {
    const { open, says } = await gallery();
    await open('far');
    await says('This page cannot read the video from its host.');
  });

  it('continues, edits and saves under a strict policy, which has nothing to report', async () => {
    const frame = strictFrame(new URL('editor-strict-page.ts', import.meta.url));
    const told = new Promise<unknown>((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    document.body.append(frame);
    expect(await told).to.deep.equal({ frame: 'image/png', file: 'webm', violations: [] });
    frame.remove();
  });

  it('returns to the card when it is closed', async () => {
    const { open, ready, root } = await gallery();
    const dialog = await open('first');
    await ready();
    dialog.close();
    await until(() => (root.querySelector('dialog') === null ? true : undefined), 'the editor to close');
    await until(() => (root.activeElement?.closest('[data-id="first"]') ? true : undefined), 'the focus on the card');
  });
});
