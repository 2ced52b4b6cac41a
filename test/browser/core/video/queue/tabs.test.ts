// Several tabs of one origin, played by iframes: a reload, a crash, one that asks and all that see.
import { expect } from '@open-wc/testing';
import { fanOut, videoChain } from 'voxreel';
import type { VideoQueue, VideoTask } from 'voxreel';

import { never, scriptedService, task } from '../scripted-service.js';
import type { ScriptedService } from '../scripted-service.js';
import type { TabWindow } from './tab.js';
import { until, untilEmpty } from '../until.js';

const draft = { model: 'any-model', prompt: 'a heron over water' };
const done = { url: 'https://cdn.example/v.mp4' };

interface Tab {
  readonly id: string;
  readonly queue: VideoQueue;
  /** Until the function it gives is called. */
  goOffline(): () => void;
  /** As a crash: nothing of it runs any more. */
  kill(): void;
}

describe('several tabs', () => {
  const frames = new Set<HTMLIFrameElement>();
  let count = 0;
  const serve = (service: ScriptedService, plain = false) =>
    Object.assign(window, { tabSettings: { name: `tabs-${Date.now()}-${count++}`, service: service.fetch, plain } });
  const openTab = async (): Promise<Tab> => {
    const id = String(count++);
    const frame = document.createElement('iframe');
    frame.src = new URL(`./tab.html?tab=${id}`, import.meta.url).href;
    frames.add(frame);
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const view = frame.contentWindow as TabWindow;
    if (view.queue === undefined) await new Promise((resolve) => view.addEventListener('queue', resolve, { once: true }));
    if (view.queue === undefined) throw new Error('The tab did not start.');
    const kill = () => {
      frames.delete(frame);
      frame.remove();
    };
    const goOffline = () => {
      let isOnline = false;
      Object.defineProperty(view.navigator, 'onLine', { get: () => isOnline, configurable: true });
      return () => {
        isOnline = true;
        view.dispatchEvent(new Event('online'));
      };
    };
    return { id, queue: view.queue, goOffline, kill };
  };
  afterEach(() => {
    for (const frame of frames) frame.remove();
    frames.clear();
  });
  const askers = (service: ScriptedService, from = 0) => new Set(service.queries.slice(from).map(({ headers }) => headers.get('x-tab')));

  it('takes up after a reload what was under way', async () => {
    const service = scriptedService({});
    serve(service);
    const before = await openTab();
    const { id } = await before.queue.submit(draft);
    before.kill();
    service.script.query = () => task('t1', 'succeeded', done);
    const after = await openTab();
    const ended = await until(after.queue, ({ status }) => status === 'succeeded');
    expect(ended.id).to.equal(id);
    expect(service.posts).to.have.length(1);
  });

  it('lose no label that two of them give at once, nor the end of the video meanwhile', async () => {
    const service = scriptedService({});
    serve(service);
    const tabs = [await openTab(), await openTab(), await openTab()] as const;
    const [one, other, third] = tabs;
    const { id } = await one.queue.submit(draft);
    for (const { queue } of tabs) await until(queue, (known) => known.id === id);
    service.script.query = () => task('t1', 'succeeded', done);
    await Promise.all([
      one.queue.organize([id], { addLabels: ['lake'], favorite: true }),
      other.queue.organize([id], { addLabels: ['bird'], rating: 4 }),
    ]);
    const isWhole = ({ status, labels, favorite, rating }: VideoTask) =>
      status === 'succeeded' && favorite === true && rating === 4 && labels?.join() === 'bird,lake';
    for (const { queue } of tabs) await until(queue, isWhole);
    for (const tab of tabs) tab.kill();
    await until((await openTab()).queue, isWhole);
    expect(third.queue.tasks.get()).to.have.length(1);
  });

  it('send a group that continues another video, written while offline, once each, though the tab that wrote it is gone', async () => {
    let made = 0;
    const service = scriptedService({
      create: () => task(`t${(made += 1)}`, 'queued'),
      query: ({ path }) => task(path.slice(path.lastIndexOf('/') + 1), 'succeeded', done),
    });
    serve(service);
    const [one, other] = [await openTab(), await openTab()] as const;
    const { id } = await one.queue.submit(draft);
    await until(other.queue, (known) => known.id === id && known.status === 'succeeded');
    one.goOffline();
    const goOnline = other.goOffline();
    await one.queue.submitAll(fanOut(draft, { seeds: [1, 2, 3] }), { parentId: id, continues: { id, atS: 2 } });
    const many = async ({ queue }: Tab, count: number, status: VideoTask['status']) => {
      while (queue.tasks.get().filter((known) => known.status === status).length < count)
        await new Promise((resolve) => queue.tasks.subscribe(resolve));
    };
    await many(other, 3, 'waiting');
    one.kill();
    expect(service.posts).to.have.length(1);
    goOnline();
    await many(other, 4, 'succeeded');
    const tasks = (await openTab()).queue.tasks.get();
    const group = tasks.filter(({ groupId }) => groupId !== undefined);
    expect(new Set(group.map(({ groupId }) => groupId)).size).to.equal(1);
    expect(group.map(({ seed }) => seed)).to.have.members([1, 2, 3]);
    for (const clip of group) expect(videoChain(tasks, clip.id).map((each) => each.id)).to.deep.equal([id, clip.id]);
    expect(service.posts).to.have.length(4);
  });

  for (const [where, plain] of [
    ['', false],
    [', over plain http', true],
  ] as const) {
    it(`does not send again after a crash before the answer, and says that it does not know${where}`, async () => {
      const service = scriptedService({ create: never });
      serve(service, plain);
      const before = await openTab();
      void before.queue.submit(draft).catch(() => undefined);
      await service.reached('POST', 1);
      const meanwhile = await openTab();
      before.kill();
      const after = await openTab();
      for (const { queue } of [meanwhile, after]) {
        const found = await until(queue, ({ status }) => status === 'unconfirmed');
        expect([found.prompt, found.error?.code]).to.deep.equal([draft.prompt, 'unconfirmed']);
      }
      expect(service.posts).to.have.length(1);
    });

    it(`does not take the request of a living tab for lost${where}`, async () => {
      let answer: (response: Response) => void = () => undefined;
      const service = scriptedService({ create: () => new Promise((resolve) => (answer = resolve)) });
      serve(service, plain);
      const one = await openTab();
      const sent = one.queue.submit(draft);
      await service.reached('POST', 1);
      const other = await openTab();
      const seen = new Set(other.queue.tasks.get().map(({ status }) => status));
      other.queue.tasks.subscribe(([first]) => first && seen.add(first.status));
      expect([...seen]).to.deep.equal(['submitting']);
      answer(task('t1', 'queued'));
      await sent;
      await until(other.queue, ({ status }) => status === 'processing');
      expect([...seen]).to.deep.equal(['submitting', 'processing']);
    });
  }

  it('asks as one, while every tab sees each change', async () => {
    const service = scriptedService({});
    serve(service);
    const tabs = [await openTab(), await openTab(), await openTab()];
    await tabs[1]?.queue.submit(draft);
    await service.reached('GET', 8);
    expect(askers(service).size).to.equal(1);
    service.script.query = () => task('t1', 'succeeded', done);
    await Promise.all(tabs.map(({ queue }) => until(queue, ({ status }) => status === 'succeeded')));
    const { id } = await until(tabs[2]?.queue ?? expect.fail('no tab'), () => true);
    await tabs[2]?.queue.remove(id);
    await Promise.all(tabs.map(({ queue }) => untilEmpty(queue)));
  });

  it('goes on in another tab when the one that asks is gone', async () => {
    const service = scriptedService({});
    serve(service);
    const [first, second] = [await openTab(), await openTab()];
    await first.queue.submit(draft);
    await service.reached('GET', 2);
    const [leader] = askers(service);
    const killed = leader === first.id ? first : second;
    const other = killed === first ? second : first;
    killed.kill();
    const asked = service.queries.length;
    await service.reached('GET', asked + 3);
    expect([...askers(service, asked + 1)]).to.deep.equal([other.id]);
  });
});
