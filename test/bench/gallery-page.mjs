// A gallery of many videos in a page: what a change of one, a search and the way through all of them cost its main thread. Runs in a page.
import { median } from './fold.mjs';
import { frame, longestWhile } from './standstill.mjs';
import { organizedTasksOf } from './video-list.mjs';

/** A queue that only tells: no storage, no service. */
function toldQueue(count) {
  const outputs = [{ url: `${location.origin}/film`, width: 1280, height: 720 }];
  let tasks = organizedTasksOf(count)
    .toReversed()
    .map((task) => (task.status === 'succeeded' ? { ...task, outputs } : task));
  const listeners = new Set();
  return {
    tasks: {
      get: () => tasks,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    ready: Promise.resolve(),
    persistent: true,
    setAside: 0,
    results: {
      file: async () => undefined,
      poster: async () => undefined,
      usage: async () => ({ bytes: 0, maxBytes: 1, files: 0 }),
    },
    change(patch) {
      // Copied once, as a queue does.
      const next = tasks.slice();
      next[0] = { ...tasks[0], ...patch };
      tasks = next;
      for (const listener of listeners) listener(tasks);
    },
  };
}

async function until(ready) {
  while (!ready()) await frame();
}

/** Until it has been the same for some frames. */
async function stillness(look) {
  for (let same = 0, seen = look(); same < 5;) {
    await frame();
    const now = look();
    same = now === seen ? same + 1 : 0;
    seen = now;
  }
}

/** Until it is drawn and has its place. */
async function timed(element, change) {
  const started = performance.now();
  change();
  await element.updateComplete;
  element.getBoundingClientRect();
  return performance.now() - started;
}

/** Each in a task of its own. */
async function inOrder(times, action) {
  const all = [];
  for (let time = 0; time < times; time++) {
    all.push(await action(time));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return all;
}

/** The mean of ten in a row, so many times: the clock of a page is coarser than what is shorter than a millisecond. */
async function inTens(times, action) {
  const means = [];
  for (let time = 0; time < times; time++) {
    const ten = await inOrder(10, (at) => action(10 * time + at));
    means.push(ten.reduce((sum, ms) => sum + ms) / 10);
  }
  return means;
}

async function through(element, times) {
  for (let time = 0; time < times; time++) {
    scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * (time / times));
    await frame();
  }
  scrollTo(0, 0);
}

async function wayThrough({ element, all, row, progress, type }) {
  await type('take 9 heron')(-1);
  const input = element.shadowRoot.querySelector('input[type="search"]');
  input.value = '';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await frame();
  let pressed = 0;
  row.olderMs = await longestWhile(async () => {
    for (let older; (older = element.shadowRoot.querySelector('.older')) && pressed < 40; await frame()) {
      older.click();
      pressed += 1;
      await stillness(() => all('.card').length + (element.shadowRoot.querySelector('.newer')?.textContent ?? ''));
    }
  });
  row.shown = all('.card').length;
  row.allUpdateMs = median(await inOrder(30, progress));
  row.typeMs = median(
    await inOrder(20, (at) =>
      timed(element, () => {
        const area = element.shadowRoot.querySelector('textarea');
        area.value = 'x'.repeat(at + 1);
        area.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    ),
  );
  row.scrollMs = await longestWhile(() => through(element, 120));
}

/** `whole`: the way through all of them too, until none older is to come. */
globalThis.benchGallery = async (count, whole) => {
  const queue = toldQueue(count);
  // What it took to make them is no task of the gallery.
  await frame();
  const element = document.createElement('video-generator');
  element.queue = queue;
  element.model = 'my-own';
  const long = [];
  const tasks = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  tasks.observe({ type: 'longtask' });
  const all = (selector) => element.shadowRoot.querySelectorAll(selector);
  const firstMs = await longestWhile(async () => {
    document.body.append(element);
    await until(() => all('.card').length > 0);
  });
  const progress = (at) => timed(element, () => queue.change({ progress: (at % 90) / 100, updatedAt: 1e12 + at }));
  const type = (text) => (at) =>
    timed(element, () => {
      const input = element.shadowRoot.querySelector('input[type="search"]');
      input.value = text.slice(0, (at % text.length) + 1);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  /** Another label, or all again. */
  const choose = (at) =>
    timed(element, () => {
      const select = element.shadowRoot.querySelector('select:has(optgroup)');
      select.selectedIndex = at < 0 ? 0 : select.options.length - 1 - at;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await inOrder(100, progress);
  const row = { count, firstMs, updateMs: median(await inTens(20, progress)) };
  await inOrder(12, type('take 9 heron'));
  row.searchMs = median(await inOrder(24, type('take 9 heron')));
  await type('take 9 heron')(-1);
  row.filterMs = median(await inOrder(12, choose));
  if (all('.card').length === 0) throw new Error('No video has this label.');
  await choose(-1);
  if (whole) await wayThrough({ element, all, row, progress, type });
  await new Promise((resolve) => setTimeout(resolve, 100));
  row.longTaskMs = Math.max(0, ...long);
  tasks.disconnect();
  element.remove();
  await frame();
  return row;
};
