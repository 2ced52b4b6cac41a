// The gallery: every state of a task, what each offers, and what the page hears.
import { expect, oneEvent } from '@open-wc/testing';
import type { VideoErrorEvent, VideoReadyEvent } from 'voxreel';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { finishMotion } from '../motion.js';
import { sampleVideo, stage } from './stage.js';

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;

async function everyState(): Promise<readonly VideoTask[]> {
  const url = await sampleVideo();
  const error = { code: 'content_refused', message: 'The prompt names a real person.', retryable: false };
  return [
    scriptedTask({ id: 'sending', status: 'submitting' }),
    scriptedTask({ id: 'made', status: 'processing', progress: 0.3 }),
    scriptedTask({
      id: 'done',
      status: 'succeeded',
      outputs: [{ url, duration: 5, seed: 99 }],
      createdAt: minutesAgo(3),
      endedAt: minutesAgo(2),
    }),
    scriptedTask({ id: 'three', status: 'succeeded', outputs: [{ url }, { url: `${url}#2` }, { url: `${url}#3` }] }),
    scriptedTask({ id: 'ending', status: 'succeeded', outputs: [{ url, expiresAt: Date.now() + 3 * 3_600_000 }] }),
    scriptedTask({ id: 'ended', status: 'succeeded', outputs: [{ url, expiresAt: Date.now() - 1 }] }),
    scriptedTask({ id: 'failed', status: 'failed', error }),
    scriptedTask({ id: 'unsure', status: 'unconfirmed', taskId: undefined }),
    scriptedTask({ id: 'stopped', status: 'stopped' }),
    scriptedTask({ id: 'expired', status: 'expired' }),
    scriptedTask({ id: 'trouble', status: 'processing', pollError: { code: 'unauthorized', message: '', retryable: false } }),
  ];
}

describe('<video-generator>: gallery', () => {
  for (const scheme of ['light', 'dark']) {
    it(`is accessible in every state, ${scheme}`, async () => {
      const { element, card } = await stage({ tasks: await everyState() });
      element.style.setProperty('color-scheme', scheme);
      await card('trouble');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
    });
  }

  it('teaches in one sentence while there is nothing', async () => {
    const { says } = await stage();
    await says('Your videos appear here and stay after a reload.');
  });

  it('says that nothing will be kept, where nothing can be', async () => {
    const { says } = await stage({ persistent: false });
    await says('This browser keeps nothing for this page: save your videos before you leave.');
  });

  it('says when there is no network', async () => {
    const { says } = await stage();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    try {
      dispatchEvent(new Event('offline'));
      await says('You are offline.');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('shows what waits for a network, and sends what waited long once a person says so', async () => {
    const { queue, card, says } = await stage({
      tasks: [scriptedTask({ id: 'unsent', status: 'waiting', createdAt: Date.now() - 3 * 3_600_000 })],
    });
    await says('It will be sent when you are online.');
    queue.put({ id: 'unsent', confirmation: 'needed' });
    await says('You wrote this 3 hours ago while offline. Send it now? It may cost money.');
    const send = [...(await card('unsent')).querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === 'Send now');
    send?.click();
    expect(queue.calls).to.deep.include(['confirm', 'unsent']);
  });

  it('counts the time so far, and the time left from what earlier ones took', async () => {
    const before = [40, 50, 60].map((seconds, at) =>
      scriptedTask({
        id: `old-${at}`,
        status: 'stopped',
        createdAt: 0,
        endedAt: seconds * 1000,
        model: 'my-own',
        providerId: 'generic',
        draft: { model: 'my-own', prompt: 'x' },
      }),
    );
    const tasks = before.map((task): VideoTask => ({ ...task, status: 'succeeded', outputs: [{ url: '/none.webm', expiresAt: 1 }] }));
    const failed = scriptedTask({
      id: 'quick',
      status: 'failed',
      createdAt: 0,
      endedAt: 1,
      model: 'my-own',
      providerId: 'generic',
      draft: { model: 'my-own', prompt: 'x' },
    });
    const { queue, card, says, write } = await stage({ tasks: [failed, ...tasks] });
    await says('Usually 45 sec to 55 sec, from your last 3');
    await write('A kite');
    queue.put({
      id: 'new',
      model: 'my-own',
      providerId: 'generic',
      draft: { model: 'my-own', prompt: 'A kite' },
      createdAt: Date.now() - 20_000,
    });
    const text = (await card('new')).textContent ?? '';
    expect(text)
      .to.match(/0:2\d/)
      .and.to.match(/about (30|29) sec left/);
    expect((await card('new')).querySelector('progress')?.value).to.be.closeTo(0.4, 0.05);
  });

  it('tells the page of progress, of the end, and of failure; and never of what was there before', async () => {
    const url = await sampleVideo();
    const told: string[] = [];
    const listen = (element: HTMLElement) => {
      for (const name of ['video-progress', 'video-ready', 'video-error'] as const) element.addEventListener(name, () => told.push(name));
    };
    const { element, queue, card } = await stage({
      tasks: [scriptedTask({ id: 'old', status: 'failed' }), scriptedTask({ id: 'open' })],
      set: listen,
    });
    await card('old');
    queue.put({ id: 'a' });
    await card('a');
    queue.put({ id: 'a', progress: 0.5 });
    await element.updateComplete;
    const ready = oneEvent<VideoReadyEvent>(element, 'video-ready');
    queue.put({ id: 'a', status: 'succeeded', outputs: [{ url }] });
    expect((await ready).outputs[0]?.url).to.equal(url);
    const failed = oneEvent<VideoErrorEvent>(element, 'video-error');
    queue.put({ id: 'b', status: 'failed', error: { code: 'server_error', message: 'Out of memory.', retryable: true } });
    expect((await failed).error).to.include({ code: 'server_error', retryable: true });
    expect(told).to.deep.equal(['video-progress', 'video-progress', 'video-ready', 'video-error']);
  });

  it('says aloud when a video is ready', async () => {
    const url = await sampleVideo();
    const { queue, card, root } = await stage({ tasks: [scriptedTask({ id: 'a', prompt: 'A kite' })] });
    await card('a');
    queue.put({ id: 'a', status: 'succeeded', outputs: [{ url }] });
    await until(() => (root.querySelector('[role="status"]')?.textContent === 'Ready: A kite' ? true : undefined), 'the sentence');
  });

  it('plays in place', async () => {
    const { card, pressIn } = await stage({ tasks: await everyState() });
    await pressIn('done', 'Play: Desert road at golden hour, heat shimmer');
    const player = (await card('done')).getElementsByTagName('video');
    await until(() => (player[0]?.paused === false ? true : undefined), 'the video to play');
    expect(player[0]?.controls).to.equal(true);
  });

  it('shows each of several videos', async () => {
    const { card, pressIn } = await stage({ tasks: await everyState() });
    await pressIn('three', 'Video 2 of 3');
    const second = (await card('three')).querySelector('[aria-pressed="true"]');
    expect(second?.textContent?.trim()).to.equal('2');
    expect((await card('three')).querySelector('a')?.getAttribute('href')).to.match(/#2$/);
  });

  it('lets another of several videos be chosen where one cannot be played', async () => {
    const outputs = [{ url: `${location.origin}/none.webm` }, { url: await sampleVideo() }];
    const { card, find, pressIn } = await stage({ tasks: [scriptedTask({ id: 'two', status: 'succeeded', outputs })] });
    await pressIn('two', 'Play: Desert road at golden hour, heat shimmer');
    await find('.trouble');
    await pressIn('two', 'Video 2 of 2');
    await pressIn('two', 'Play: Desert road at golden hour, heat shimmer');
    expect((await card('two')).querySelector('.trouble') === null).to.equal(true);
  });

  it('offers the file under a name that says what it is', async () => {
    const { card } = await stage({ tasks: await everyState() });
    const link = (await card('done')).querySelector('a[download]');
    expect(link?.getAttribute('download')).to.match(/^desert-road-at-golden-hour-heat-shimmer-99\.\w+$/);
  });

  it('says in words why one failed, and takes its words back into the form', async () => {
    const { card, pressIn, find, root } = await stage({ tasks: await everyState() });
    expect((await card('failed')).textContent).to.include('The prompt names a real person.');
    await pressIn('failed', 'Edit');
    expect((await find<HTMLTextAreaElement>('textarea')).value).to.equal('Desert road at golden hour, heat shimmer');
    expect(root.activeElement?.id).to.equal('prompt');
  });

  it('makes again exactly, and varies with a new seed', async () => {
    const { queue, pressIn } = await stage({ tasks: await everyState() });
    await pressIn('failed', 'Try again');
    await pressIn('done', 'Vary');
    await until(() => (queue.calls.length > 1 ? true : undefined), 'two calls');
    expect(queue.calls).to.deep.equal([
      ['resubmit', 'failed', {}],
      ['resubmit', 'done', { seed: undefined }],
    ]);
  });

  it('uses one again with its seed', async () => {
    const { pressIn, press, sent } = await stage({ tasks: await everyState() });
    await pressIn('done', 'Use again');
    await press('Generate');
    expect(await until(sent, 'a draft')).to.include({ seed: 99, model: 'kling-v2', duration: 5 });
  });

  it('asks before what may cost twice is sent again', async () => {
    const { queue, card, pressIn } = await stage({ tasks: await everyState() });
    expect((await card('unsure')).textContent).to.include('It may have been paid for. Sending it again may cost twice.');
    expect(queue.calls).to.deep.equal([]);
    await pressIn('unsure', 'Send again');
    await until(() => queue.calls[0], 'a call');
    expect(queue.calls).to.deep.equal([['resubmit', 'unsure', {}]]);
  });

  it('asks the service again where that is the way out', async () => {
    const { queue, pressIn } = await stage({ tasks: await everyState() });
    await pressIn('stopped', 'Check now');
    await pressIn('ended', 'Refresh link');
    await pressIn('made', 'Stop following');
    expect(queue.calls).to.deep.equal([
      ['refresh', 'stopped'],
      ['refresh', 'ended'],
      ['stop', 'made'],
    ]);
  });

  it('says when a link will end', async () => {
    const { card } = await stage({ tasks: await everyState() });
    expect((await card('ending')).textContent).to.include('link expires in 3 hours');
  });

  it('says so when a file cannot be played, and where it can be opened', async () => {
    const { card, pressIn } = await stage({
      tasks: [scriptedTask({ id: 'gone', status: 'succeeded', outputs: [{ url: `${location.origin}/none.webm` }] })],
    });
    await pressIn('gone', 'Play: Desert road at golden hour, heat shimmer');
    const gone = await card('gone');
    await until(() => (gone.textContent?.includes('Cannot be played here') ? true : undefined), 'the words');
    expect(gone.querySelector('.trouble a')?.getAttribute('href')).to.equal(`${location.origin}/none.webm`);
  });

  for (const [name, url] of Object.entries({
    'a script': 'javascript:alert(1)',
    'a page in its own address': 'data:text/html,hurt',
    'a file of another origin': 'blob:https://evil.example/1',
    'a file of an origin that only begins like ours': `blob:${location.origin}.evil.example/1`,
  }))
    it(`never links or plays ${name}`, async () => {
      const { card } = await stage({ tasks: [scriptedTask({ id: 'bad', status: 'succeeded', outputs: [{ url }] })] });
      const { innerHTML, textContent } = await card('bad');
      expect(innerHTML.includes(url.slice(0, url.indexOf(':') + 1))).to.equal(false);
      expect(textContent).to.include('Cannot be played here');
    });

  it('removes with a way back, and for good when the page is left', async () => {
    const { queue, pressIn, card, root } = await stage({ tasks: await everyState() });
    await pressIn('done', 'Remove');
    await until(() => (root.activeElement?.textContent?.trim() === 'Undo' ? true : undefined), 'the undo button');
    await pressIn('done', 'Undo');
    expect((await card('done')).dataset['status']).to.equal('succeeded');
    expect(queue.calls).to.deep.equal([]);
    await pressIn('done', 'Remove');
    dispatchEvent(new Event('pagehide'));
    expect(queue.calls).to.deep.equal([['remove', 'done']]);
  });

  it('removes a task by removeTask(); without an id nothing happens, and remove() takes the element off its page', async () => {
    const { element, queue } = await stage({ tasks: await everyState() });
    await element.removeTask('done');
    expect(queue.calls).to.deep.equal([['remove', 'done']]);
    const missing: string | undefined = element.dataset['task'];
    // @ts-expect-error as JavaScript may call it
    await element.removeTask(missing);
    expect(queue.tasks.get()).to.have.length((await everyState()).length - 1);
    expect(element.isConnected).to.equal(true);
    element.remove();
    expect(element.isConnected).to.equal(false);
  });

  it('makes a task again by retryTask()', async () => {
    const { element, queue } = await stage({ tasks: await everyState() });
    await element.retryTask('done');
    expect(queue.calls).to.deep.equal([['resubmit', 'done', {}]]);
    expect(await element.retryTask('unknown')).to.equal(undefined);
    expect(queue.calls).to.have.length(1);
  });

  it('finds by words and by state, and shows a long history in parts', async () => {
    const tasks = Array.from({ length: 60 }, (_, at) =>
      scriptedTask({ id: `t${at}`, status: at % 2 ? 'failed' : 'expired', prompt: `Number ${at}` }),
    );
    const { all, press, find, says, card } = await stage({ tasks });
    await card('t0');
    expect(all('.card')).to.have.length(24);
    await press('Show 36 older');
    await until(() => (all('.card').length === 48 ? true : undefined), 'all of the older ones');
    const search = await find<HTMLInputElement>('input[type="search"]');
    search.value = 'number 59';
    search.dispatchEvent(new Event('input'));
    await until(() => (all('.card').length === 1 ? true : undefined), 'one card');
    search.value = 'nowhere';
    search.dispatchEvent(new Event('input'));
    await says('Nothing matches.');
  });

  it('holds a part of a very long history on the page, and goes both ways in it', async () => {
    const tasks = Array.from({ length: 300 }, (_, at) => scriptedTask({ id: `t${at}`, status: 'failed', prompt: `Number ${at}` }));
    const { all, find, root, card } = await stage({ tasks });
    await card('t0');
    const press = async (name: string, last: string) => {
      const before = root.activeElement;
      (await find(name)).click();
      await until(() => (root.activeElement === before ? undefined : true), 'the focus on what came');
      await until(() => (all('.card').at(-1)?.dataset['id'] === last ? true : undefined), 'the last of them');
    };
    for (let time = 1; time <= 5; time++) await press('.older', `t${24 * time + 23}`);
    expect(all('.card')).to.have.length(96);
    expect(all('.card')[0]?.dataset['id']).to.equal('t48');
    expect(root.activeElement).to.have.property('dataset').with.property('id', 't120');
    expect((await find('.newer')).textContent?.trim()).to.equal('Show 48 newer');
    await press('.newer', 't119');
    expect(all('.card')[0]?.dataset['id']).to.equal('t24');
    expect(root.activeElement).to.have.property('dataset').with.property('id', 't47');
  });

  it('shows what other tabs do', async () => {
    const { queue, card } = await stage({ tasks: await everyState() });
    queue.put({ id: 'elsewhere', prompt: 'Made in another tab' });
    expect((await card('elsewhere')).textContent).to.include('Made in another tab');
  });
});
