// The self-test of a browser: starts it in a gesture and lists each result as it comes.
import './copy-code.js';

// The page says where the build is, and has begun to load it.
const { selfCheck } = await import(document.querySelector('link[rel=modulepreload]').href);

const words = { works: 'Works', limited: 'Limited', missing: 'Missing' };
const main = document.querySelector('main');
const start = main.querySelector('.start');
const status = main.querySelector('[role=status]');
const list = main.querySelector('ol');
const report = main.querySelector('section');

function rowOf({ status: found, title, meaning, facts }) {
  const row = document.createElement('li');
  row.className = found;
  for (const [name, text] of [
    ['strong', title],
    ['b', words[found]],
    ['p', meaning],
    ['small', facts],
  ])
    if (text !== '') row.append(Object.assign(document.createElement(name), { textContent: text }));
  return row;
}

start.addEventListener('click', async () => {
  start.disabled = true;
  report.hidden = true;
  list.replaceChildren();
  status.textContent = 'Checking. Your browser may ask for the microphone.';
  const { results, text } = await selfCheck({ model: main.dataset.model, onResult: (result) => list.append(rowOf(result)) });
  const count = results.filter((result) => result.status === 'works').length;
  status.textContent = `${count} of ${results.length} work.`;
  report.querySelector('code').textContent = text;
  report.hidden = false;
  start.disabled = false;
  start.textContent = 'Run it again';
});

start.disabled = false;
