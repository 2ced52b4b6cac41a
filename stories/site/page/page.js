// What a page can do beyond being read: search, and live elements as they come into view.

const base = new URL('.', import.meta.url);
const field = document.querySelector('[data-search]');
const list = document.querySelector('[data-results]');
const count = document.querySelector('[data-count]');

let search;
let latest = '';

function link({ title, page, url }) {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = new URL(url, base).href;
  const of = document.createElement('span');
  of.textContent = page === title ? '' : page;
  anchor.append(title, ' ', of);
  item.append(anchor);
  return item;
}

async function show() {
  const text = field.value.trim();
  latest = text;
  search ??= import('./search.js').then(({ openSearch }) => openSearch());
  const found = text === '' ? [] : (await search)(text);
  if (latest !== text) return;
  list.replaceChildren(...found.map(link));
  list.hidden = found.length === 0;
  count.textContent = text === '' ? '' : `${found.length === 0 ? 'Nothing' : found.length} found`;
}

// A page opened as a file may fetch nothing: it is read without a search.
if (field !== null && location.protocol !== 'file:') {
  field.closest('form').hidden = false;
  field.addEventListener('input', () => void show());
  field.closest('form').addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  field.closest('form').addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') list.hidden = true;
    if (step === undefined || links.length === 0) return;
    event.preventDefault();
    const at = links.indexOf(document.activeElement) + step;
    (at < 0 ? field : links[Math.min(at, links.length - 1)]).focus();
  });
}

const examples = document.querySelectorAll('[data-live]');
if (examples.length > 0 && location.protocol !== 'file:') {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      void import('./live.js').then(({ open }) => open(target));
    }
  });
  for (const example of examples) watcher.observe(example);
}

/** Every page, for reading without a network: once this one is there, and nobody saves data. */
async function keepPages() {
  const plain = new URL('offline.js', base).href;
  const url = globalThis.trustedTypes?.createPolicy('voxreel', { createScriptURL: () => plain }).createScriptURL('') ?? plain;
  await navigator.serviceWorker.register(url).catch(() => undefined);
}

if ('serviceWorker' in navigator && location.protocol !== 'file:' && navigator.connection?.saveData !== true)
  addEventListener('load', () => void (globalThis.requestIdleCallback ?? setTimeout)(() => void keepPages()));
