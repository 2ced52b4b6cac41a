// The guide's tables of sizes, from what is built: `npm run build && node test/bench/guide-sizes.mjs` writes them; a test holds them.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { coreSizes, elementSizes, isLanguage } from './sizes.mjs';

const guide = fileURLToPath(new URL('../../stories/guides/sizes.mdx', import.meta.url));
const marks = ['{/* sizes: test/bench/guide-sizes.mjs writes these */}', '{/* /sizes */}'];

/** When each half loads; a row without this would say nothing. */
const when = {
  studio: 'models, sending: as soon as the form is on screen',
  making: 'sending and the gallery: when the page is idle, or with the first click',
  'launcher-parts': 'a conversation: as the pointer or the focus comes to the pill',
  launcher: 'the pill and panel of a launcher',
  talk: 'a conversation: when the page is idle, or as the pointer comes near',
  feedback: 'where visitors are asked what they think',
  queue: 'with the studio',
  session: 'with a conversation',
  core: 'with the studio or a conversation',
  shared: 'with the studio or a conversation',
  'indexed-db': 'with the first restored task',
  'panel-view': 'the control a chip opens: with the first one pressed',
  'help-panel': 'the help with the prompt: with its chip, or that of a negative prompt',
  'history-tools': 'when "History and storage" is unfolded',
  compare: 'when two videos are set side by side',
  viewer: 'with the full view',
  editor: 'with the editor of a clip',
  'run-job': 'with the first edit: cuts, draws and writes the file',
  'queue-service': 'what the service offers: once it is asked for',
  'service-models': 'the models one may talk with: with the settings',
  'task-runner': 'what sends and asks: with the first request',
  broadcast: 'with the first request',
  'task-writes': 'with the first request',
  leadership: 'while tabs share work',
  results: 'with the first finished video: its picture, and its file where it is kept',
  poster: 'when a picture of a video is drawn',
  'history-actions': 'when a history is saved, read in or cleared',
  'image-file': 'with the first picture of a draft',
  'image-work': 'where a picture is made smaller without a worker',
  'metadata-fields': "with a provider's own form",
  'zod-schema': 'with a schema of zod that a form or a tool is drawn from',
  vidu: 'with a Vidu model of a relay',
  jimeng: 'with a Jimeng model of a relay',
  kling: 'with a Kling model of a relay',
  'on-device': 'with the model `on-device`',
  'on-device-video': 'with the first video made on the device: draws it',
  'mediabunny-writing': 'with the first video made or edited on the device: writes its file',
  'file-tracks': 'when a kept file, or one made on the device, is played or pictured',
  'file-player': 'when a kept file is played',
  transport: 'with the first controls of our own',
  'open-call': 'when connecting, with both transports',
  'prepare-call': 'when connecting',
  'conversation-storage': 'where the conversation is kept',
  'read-conversation': 'when a conversation is read in',
  'audio-recording': 'when a voice recording is saved',
  markdown: 'with the first message that has marks in it',
  'inspector-sheet': 'with the inspector',
  'references-panel': 'with the reference pictures of a draft',
  'video-orders': 'with the first video asked for by voice',
  'voice-tools': 'where a voice element makes videos',
  diagnose: 'with the first failure: what the site has to fix',
  'save-zip': 'when several videos are downloaded',
  'account-view': 'with `persist="account"`: reads and writes what the account has',
  'account-drafts': 'with `persist="account"`: drafts on every device',
  'account-references': 'with `persist="account"`, once reference pictures are kept',
  'account-room': 'with `persist="account"`: how much room is left, shared links, the bin',
  'take-along-offer': 'after a login, where this browser kept something before',
  'push-registration': 'where notifications come by Web Push',
  'film-sheet': 'when a conversation is saved as a video: asks how',
  'export-video': 'when a conversation is saved as a video',
  'floating-window': 'with the menu: a call in a window of its own',
  'forget-conversations': 'with `forget()`',
  organizer: 'when videos are rated or labeled',
  notifier: 'where a visitor has chosen notifications',
  'notification-settings': 'with the choice of notifications',
  'video-log': 'where the inspector watches a queue',
  'replay-queue': 'when recorded videos are shown again',
  'worklet-sources': 'where the files of the worklets are missing',
  'sound.worker-source': 'where the file of the worker for sound is missing',
  'worker-source': 'where the file of the worker for sound is missing',
  'json-schema': 'with the first tool that has a JSON Schema',
  'conversations-sheet': 'with the list of conversations',
  'kept-conversations': 'with the list of conversations',
  'settings-sheet': 'with the settings',
  'gauges-sheet': 'with the measurements',
  recording: 'with a saved recording',
  'more-menu': 'with the menu',
  'inspector-log': 'with the inspector',
  'openai-ga': 'with the dialect `openai-ga`',
  'openai-beta': 'with the dialect `openai-beta`',
};

/** Smaller halves are one row. */
const small = 1000;
const kB = (bytes) => (bytes / 1000).toFixed(1);

/** `[name, bytes, when]`, and all that is small as one row. */
function rowsOf({ later }) {
  const large = later.filter(({ gzip }) => gzip >= small);
  const rest = later.filter(({ gzip }) => gzip < small).reduce((sum, { gzip }) => sum + gzip, 0);
  const rows = large.map(({ name, gzip }) =>
    isLanguage(name) ? ['words of a language, the largest', gzip, 'with the language'] : [`\`${name}\``, gzip, when[name] ?? ''],
  );
  return [...rows, ['smaller ones', rest, 'each with what needs it']];
}

/** Each a table: `{ title, rows: [name, bytes, note][] }`. */
export async function sizeTables() {
  const elements = ['voxreel.js', 'video-generator.js', 'realtime-voice.js', 'realtime-voice-launcher.js'].map(elementSizes);
  const core = [await coreSizes('createVideoQueue'), await coreSizes('createRealtimeSession')];
  const first = [...elements, ...core].map(({ name, first: bytes, total }) => [
    `\`${name}\``,
    bytes,
    `${kB(total)} kB more can load later, of everything it can do`,
  ]);
  const [, ...halves] = [...elements, ...core].filter(({ name }) => name !== 'realtime-voice-launcher.js');
  return [
    { title: 'At first', rows: first },
    ...halves.map((one) => ({ title: `What \`${one.name}\` loads later, each with what it brings`, rows: rowsOf(one) })),
  ];
}

const tableText = ({ title, rows }) =>
  [`| ${title} | kB | |`, '|---|---|---|', ...rows.map(([name, bytes, note]) => `| ${name} | ${kB(bytes)} | ${note} |`)].join('\n');

const section = (table) => `## ${table.title.replaceAll('`', '')}\n\n${tableText(table)}`;

/** The tables as the guide has them: `[name, kB]` by title. */
export function guideTables() {
  const text = readFileSync(guide, 'utf8').split(marks[0])[1]?.split(marks[1])[0] ?? '';
  const tables = text.split(/^(?=\| .* \| kB \|)/m).slice(1);
  return tables.map((table) => {
    const [head, , ...lines] = table.split('\n').filter((line) => line.startsWith('| ') || line.startsWith('|-'));
    const cells = (line) => line.split('|').map((cell) => cell.trim());
    return { title: cells(head)[1], rows: lines.map((line) => [cells(line)[1], Number(cells(line)[2])]) };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, ...later] = await sizeTables();
  const text = readFileSync(guide, 'utf8');
  const [before, rest] = text.split(marks[0]);
  if (rest === undefined) throw new Error(`The guide has no ${marks[0]}`);
  const written = [tableText(first), ...later.map(section)].join('\n\n');
  writeFileSync(guide, `${before}${marks[0]}\n\n${written}\n\n${marks[1]}${rest.split(marks[1])[1]}`);
  process.exit();
}
