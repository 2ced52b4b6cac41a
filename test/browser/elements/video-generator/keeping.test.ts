// What stays: kept files and their posters, links that end, where a video came from, and the history as a whole.
import { expect } from '@open-wc/testing';
import { VoxreelError } from 'voxreel';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { saved } from '../saved.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { finishMotion } from '../motion.js';
import { poster, sampleFile, stage } from './stage.js';

const dead = `${location.origin}/none.webm`;
const kept = { bytes: 4_200_000, type: 'video/webm', poster: true };
const day = 86_400_000;

const finished = (task: Partial<VideoTask> & { readonly id: string }): VideoTask =>
  scriptedTask({ status: 'succeeded', createdAt: Date.now() - 60_000, endedAt: Date.now(), ...task });

/** Its link is dead: whatever plays comes from the kept file. */
async function withKept() {
  return stage({
    tasks: [finished({ id: 'kept', outputs: [{ url: dead, expiresAt: Date.now() - day, kept }] })],
    kept: new Map([['kept/0', { file: await sampleFile(), poster: await poster() }]]),
  });
}

describe('<video-generator>: keeping', () => {
  it('makes a queue that keeps results where the page says so', async () => {
    const element = document.createElement('video-generator');
    element.setAttribute('keep-results', '');
    expect(element.keepResults).to.equal(true);
  });

  it('shows the kept poster, loads nothing until it is played, and plays the kept file after its link has ended', async () => {
    const { card, find, pressIn } = await withKept();
    const picture = await find<HTMLCanvasElement>('.poster');
    await until(() => (picture.width === 640 ? true : undefined), 'the poster to be drawn');
    expect((await card('kept')).querySelector('video')).to.equal(null);
    expect((await card('kept')).textContent)
      .to.include('kept here')
      .and.not.include('link');
    await pressIn('kept', 'Play: Desert road at golden hour, heat shimmer');
    await find('.media > canvas[role="img"]');
    await find('.transport [aria-label="Pause"]');
  });

  it('turns to the link where nothing here plays what is kept', async () => {
    const { find, queue, pressIn } = await stage({
      tasks: [finished({ id: 'kept', outputs: [{ url: dead, kept: { ...kept, poster: false } }] })],
    });
    queue.kept.set('kept/0', { file: new Blob(['nothing that plays'], { type: 'video/webm' }) });
    await pressIn('kept', 'Play: Desert road at golden hour, heat shimmer');
    await find(`video[src="${dead}"], .trouble`);
  });

  it('offers to save what was made here and may not be played, and no other link for it', async () => {
    const url = URL.createObjectURL(new Blob(['nothing that plays'], { type: 'video/webm' }));
    const { card, queue, says, pressIn } = await stage({
      tasks: [finished({ id: 'kept', outputs: [{ url, kept: { ...kept, poster: false } }] })],
    });
    queue.kept.set('kept/0', { file: new Blob(['nothing that plays'], { type: 'video/webm' }) });
    await pressIn('kept', 'Play: Desert road at golden hour, heat shimmer');
    await says('It is kept here, but this page is not allowed to play kept files.');
    const offered = [...(await card('kept')).querySelectorAll('.trouble button, .trouble a')].map((way) => way.textContent?.trim());
    expect(offered).to.deep.equal(['Download']);
  });

  it('downloads the kept file under the name the queue gives, after its link has ended too', async () => {
    const { pressIn, queue } = await withKept();
    const link = await saved(() => pressIn('kept', 'Download'));
    expect(link.download).to.equal('kept.webm');
    expect((await (await fetch(link.href)).blob()).size).to.equal(queue.kept.get('kept/0')?.file.size);
  });

  it('tells when a link ends, keeps on request, and says when that cannot be', async () => {
    const url = dead;
    const soon = Date.now() + 3 * 3_600_000;
    const { card, queue, pressIn, says, find } = await stage({ tasks: [finished({ id: 'a', outputs: [{ url, expiresAt: soon }] })] });
    expect((await card('a')).textContent).to.include('link expires in 3 hours');
    queue.refuseFile(new VoxreelError('network', 'Failed to fetch'));
    await pressIn('a', 'Keep it here');
    await says('The service does not let this page keep it. Download it instead.');
    queue.refuseFile(new VoxreelError('storage_full', ''));
    await pressIn('a', 'Keep it here');
    await says('This browser is out of space.');
    await says('1 video in the history.');
    await pressIn('a', 'Keep it here');
    queue.put({ id: 'a', outputs: [{ url, kept }] });
    await find('.kept');
    expect(queue.calls.map(([name]) => name)).to.deep.equal(['keep', 'keep', 'keep']);
  });

  it('knows nothing of a task that is gone: one that comes back is as new', async () => {
    const { card, pressIn, queue, root, says } = await withKept();
    const output = { url: dead, expiresAt: Date.now() + 3 * 3_600_000 };
    queue.put({ id: 'two', status: 'succeeded', endedAt: Date.now(), outputs: [output, output] });
    await until(() => root.querySelector('.poster') ?? undefined, 'the poster');
    await pressIn('two', 'Video 2 of 2');
    queue.refuseFile(new VoxreelError('network', 'Failed to fetch'));
    await pressIn('two', 'Keep it here');
    await says('The service does not let this page keep it.');
    const before = queue.tasks.get();
    for (const { id } of before) await queue.remove(id);
    await until(() => (root.querySelector('.card') === null ? true : undefined), 'no card');
    // Its picture was not drawn yet where it comes from.
    queue.kept.set('kept/0', { file: await sampleFile() });
    for (const task of before) queue.put(task);
    expect((await card('kept')).querySelectorAll('.poster').length).to.equal(0);
    expect((await card('two')).querySelector('[aria-label="Video 1 of 2"]')?.getAttribute('aria-pressed')).to.equal('true');
    expect((await card('two')).textContent).not.to.include('The service does not let this page keep it.');
  });

  it('offers the way out where a task finds no room', async () => {
    const full = { code: 'storage_full', message: '', retryable: false };
    const { pressIn, find, says } = await stage({ tasks: [scriptedTask({ id: 'a', pollError: full })] });
    await says('This browser is out of space.');
    await pressIn('a', 'Free up space');
    await find('#history .tools');
  });

  it('shows the room that is taken, and frees it when asked twice', async () => {
    const { press, says, queue, root } = await withKept();
    await press('History and storage');
    await says('1 video kept here:');
    expect(root.querySelector('meter')?.max).to.equal(536_870_912);
    await press('Delete kept files…');
    await says('a video whose link has expired cannot be recovered');
    await until(() => (root.activeElement?.textContent?.trim() === 'Keep them' ? true : undefined), 'the safe answer');
    await press('Keep them');
    expect(queue.calls).to.deep.equal([]);
    await press('Delete kept files…');
    await press('Delete files');
    await says('The kept files were deleted.');
    expect(queue.calls).to.deep.equal([['results.clear']]);
  });

  it('says quietly how many records are set aside, and nothing where there are none', async () => {
    const { press, find } = await stage({ tasks: [finished({ id: 'a' })], setAside: 3 });
    await press('History and storage');
    const said = await find('#history .note.tabular');
    expect(said.textContent).to.match(/1 video in the history\.\s+3 could not be read or come from a later version/);
    const whole = await stage({ tasks: [finished({ id: 'a' })] });
    await whole.press('History and storage');
    expect((await whole.find('#history .note.tabular')).textContent).not.to.include('later version');
  });

  it('offers to make again what was made here and had to make room', async () => {
    const { card, pressIn, queue } = await stage({
      tasks: [finished({ id: 'gone', outputs: [{ url: '' }], error: { code: 'expired', message: 'gone', retryable: true } })],
    });
    expect((await card('gone')).textContent)
      .to.include('No longer kept here')
      .and.not.include('Check now');
    await pressIn('gone', 'Make again');
    await until(() => queue.calls[0], 'a call');
    expect(queue.calls).to.deep.equal([['resubmit', 'gone', {}]]);
  });

  it('says calmly that what makes a video is not on the page', async () => {
    const { card } = await stage({
      tasks: [scriptedTask({ id: 'waits', pollError: { code: 'unsupported', message: 'not here', retryable: true } })],
    });
    expect((await card('waits')).textContent)
      .to.include('is not available on this page')
      .and.not.include('Cannot ask');
  });

  it('saves the history as JSON', async () => {
    const { press } = await stage({ tasks: [finished({ id: 'a' })] });
    await press('History and storage');
    const link = await saved(() => press('Export'));
    expect(link.download).to.match(/^videos-\d{4}-\d\d-\d\d\.json$/);
    expect(await (await fetch(link.href)).json()).to.include({ format: 'voxreel-video-history', version: 1 });
  });

  it('takes a history in where there is none yet, and says what came of it', async () => {
    const { press, find, says, card, queue } = await stage();
    await press('Import a history');
    const input = await find<HTMLInputElement>('#history input[type="file"]');
    const choose = (text: string) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'videos.json', { type: 'application/json' }));
      input.files = transfer.files;
      input.dispatchEvent(new Event('change'));
    };
    choose('{"format":"other"}');
    await says('This file is not a video history.');
    choose(JSON.stringify({ format: 'voxreel-video-history', version: 1, exportedAt: 1, tasks: [finished({ id: 'from-elsewhere' })] }));
    await says('1 added.');
    await card('from-elsewhere');
    expect(queue.calls.map(([name]) => name)).to.deep.equal(['import', 'import']);
  });

  it('clears what has ended when asked twice', async () => {
    const { press, says, queue, all } = await stage({
      tasks: [scriptedTask({ id: 'open' }), finished({ id: 'a' }), finished({ id: 'b' })],
    });
    await press('History and storage');
    await press('Clear…');
    expect(queue.calls).to.deep.equal([]);
    await press('Remove them');
    await says('2 removed.');
    await until(() => (all('.card').length === 1 ? true : undefined), 'one card');
  });

  it('filters by model', async () => {
    const tasks = Array.from({ length: 8 }, (_, at) => finished({ id: `t${at}`, model: at < 3 ? 'vidu-q2' : 'kling-v2' }));
    const { find, all } = await stage({ tasks });
    const models = await find<HTMLSelectElement>('select[aria-label="Model"]');
    models.value = 'vidu-q2';
    models.dispatchEvent(new Event('change'));
    await until(() => (all('.card').length === 3 ? true : undefined), 'three cards');
  });

  it('tells what a video was made from, and leads there however old it is', async () => {
    const older = Array.from({ length: 40 }, (_, at) => finished({ id: `old-${at}`, seed: at, prompt: `Number ${at}` }));
    const { card, pressIn, root, queue } = await stage({
      tasks: [
        finished({ id: 'varied', parentId: 'old-39', prompt: 'Number 39', seed: 1000 }),
        finished({ id: 'edited', parentId: 'old-1', prompt: 'Other words', seed: 1001 }),
        finished({ id: 'exact', parentId: 'old-2', prompt: 'Number 2', seed: 2 }),
        finished({ id: 'another', parentId: 'seedless', prompt: 'No seed', seed: undefined }),
        finished({ id: 'seedless', prompt: 'No seed', seed: undefined }),
        ...older,
      ],
    });
    expect((await card('edited')).textContent).to.match(/edited from\s+Number 1/);
    expect((await card('exact')).textContent).to.match(/made again from\s+seed 2/);
    expect((await card('varied')).textContent).to.match(/seed 1000[^]*varied from\s+seed 39/);
    expect((await card('another')).textContent).to.match(/varied from\s+No seed/);
    await pressIn('varied', 'seed 39');
    await until(
      () => (root.activeElement instanceof HTMLElement && root.activeElement.dataset['id'] === 'old-39' ? true : undefined),
      'the parent',
    );
    expect(queue.calls).to.deep.equal([]);
  });

  it('makes again exactly, and knows the parent of what was edited', async () => {
    const { pressIn, press, queue, write } = await stage({ tasks: [finished({ id: 'done', outputs: [{ url: dead }] })] });
    await pressIn('done', 'Make again');
    await until(() => queue.calls[0], 'a call');
    expect(queue.calls[0]).to.deep.equal(['resubmit', 'done', {}]);
    await pressIn('done', 'Use again');
    await write('Other words');
    await press('Generate');
    const submit = await until(() => queue.calls[1], 'a submit');
    expect(submit[2]).to.deep.equal({ parentId: 'done' });
  });

  it('asks by itself where an unconfirmed task can be settled for nothing', async () => {
    const { card, queue, pressIn } = await stage({
      tasks: [scriptedTask({ id: 'unsure', status: 'unconfirmed', taskId: undefined, idempotent: true })],
    });
    expect((await card('unsure')).textContent)
      .to.include('will not be charged twice')
      .and.not.include('Send again');
    await pressIn('unsure', 'Check now');
    expect(queue.calls).to.deep.equal([['refresh', 'unsure']]);
  });

  for (const scheme of ['light', 'dark']) {
    it(`is accessible with the history unfolded, ${scheme}`, async () => {
      const { element, press, says } = await withKept();
      element.style.setProperty('color-scheme', scheme);
      await press('History and storage');
      await says('1 video kept here:');
      await press('Clear…');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
    });
  }
});
