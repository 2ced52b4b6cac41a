// What a page may be given to show by services, files and plugins, each text of it one that hurts where it is taken for more. Reads no file.
import fc from 'fast-check';

import { hostileAnswers } from '../node/core/wire/hostile-answers.js';
import { everyEvent, hostileTalks } from './hostile-events.js';
import { hostileTexts, innateNames, mutated, mutations, textOf } from './hostile-json.js';
import { hostileMarkdown } from './hostile-markdown.js';

/** Beside those that hurt any reader: markup that hurts a page. `hurt` is watched there. */
const markup: readonly string[] = [
  '<script>globalThis.hurt = 1</script>',
  '<iframe srcdoc="<script>parent.hurt()</script>"></iframe>',
  '<svg><script>hurt()</script><use href="data:image/svg+xml,<svg id=x onload=hurt()>#x"></use></svg>',
  '<math><mtext></p><style><img src=x onerror=hurt()></style>',
  '<style>@import "https://evil.example/x.css"; * { background: url(javascript:hurt()) }</style>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;javascript:hurt()">',
  '<object data="javascript:hurt()"></object><embed src="javascript:hurt()">',
  '<form action="javascript:hurt()"><button formaction="javascript:hurt()">x</button></form>',
  '<img srcset="javascript:hurt() 1x" src=x><video poster="javascript:hurt()"></video>',
  '<template shadowrootmode=open><script>hurt()</script></template>',
  '" style="background:url(javascript:hurt())" onmouseover="hurt()',
  "x' autofocus onfocus='hurt()",
  '--></textarea></title></style></script><script>hurt()</script>',
  'url("javascript:hurt()");} :host{display:none}',
];

/** Addresses that hurt a program that follows them, bare and in Markdown. */
const addresses: readonly string[] = [
  'javascript:hurt()',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="hurt()"/>',
  'vbscript:hurt()',
  '[Read on](javascript:hurt())',
  '[Read on](vbscript:hurt()) and ![a picture](data:text/html,<script>hurt()</script>)',
  'See <javascript:hurt()> and [here][x]\n\n[x]: javascript:hurt()',
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...markup) },
  { weight: 3, arbitrary: fc.constantFrom(...addresses) },
  { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: hostileMarkdown },
);

/** Names of fields by which things are found again, or told apart. */
const structural =
  /^(?:type|role|status|id|event_id|call_id|\w*item_id|response_id|previous_item_id|task_id|taskId|providerId|format|kind)$/;

/** A copy with one of `texts` for each text that is there to be shown. */
export function drenched(value: unknown, texts: readonly string[], name = '', next = { at: 0 }): unknown {
  if (typeof value === 'string') return structural.test(name) ? value : (texts[next.at++ % texts.length] ?? value);
  if (Array.isArray(value)) return value.map((inner) => drenched(inner, texts, name, next));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, drenched(inner, texts, key, next)]));
}

/** Many for each case: what takes time is the page. */
const texts = fc.array(hostileText, { minLength: 8, maxLength: 16 });

const message = (id: string, role: string, text: string) =>
  JSON.stringify({
    type: 'conversation.item.created',
    item: { id, type: 'message', role, status: 'completed', content: [{ type: 'text', text }] },
  });

/** Texts of a realtime wire, in the words of the documents. */
export const talksToShow: fc.Arbitrary<readonly string[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: texts.map((said) =>
      everyEvent.filter(({ type }) => type !== 'conversation.item.deleted').map((event) => textOf(drenched(event, said))),
    ),
  },
  { weight: 2, arbitrary: texts.map((said) => said.map((text, at) => message(`m${at}`, at % 3 === 1 ? 'user' : 'assistant', text))) },
  { weight: 2, arbitrary: hostileTalks([everyEvent], everyEvent.length).map((talk) => talk.texts) },
);

export interface HostileFile {
  readonly name: string;
  readonly text: string;
}

/** A recording, or what somebody calls one. */
export const recordingsToOpen: fc.Arbitrary<HostileFile> = fc.record({
  name: hostileText,
  text: fc.oneof({ weight: 5, arbitrary: talksToShow.map((lines) => lines.join('\n')) }, { weight: 1, arbitrary: hostileText }),
});

const answers: readonly unknown[] = [
  { task_id: 't', status: 'queued', progress: 0.1, error: null },
  {
    task_id: 't',
    status: 'succeeded',
    format: 'mp4',
    url: 'u',
    metadata: { duration: 5, fps: 24, height: 360, width: 640, seed: 7, url: 'u' },
  },
  { task_id: 't', status: 'failed', error: { code: 'c', message: 'm', param: 'p' } },
  { code: 'c', message: 'm', data: { task_id: 't', status: 'SUCCESS', fail_reason: 'f', data: { url: 'u' } } },
  { task_id: 't', status: 'succeeded', outputs: [{ url: 'https://cdn.example/1.mp4' }, { url: 'u' }] },
];

/** What a service of videos says. */
export const answersToShow: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...answers), texts).map(([answer, said]) => textOf(drenched(answer, said))) },
  { weight: 3, arbitrary: hostileAnswers.map(({ text, link }) => text(link)) },
);

const now = 1_795_000_000_000;

const task = {
  version: 2,
  id: 'a',
  taskId: 't',
  status: 'succeeded',
  model: 'm',
  prompt: 'p',
  providerId: 'generic',
  draft: { model: 'm', prompt: 'p', image: 'i', lastImage: 'i', metadata: { style: 's' } },
  createdAt: now,
  updatedAt: now,
  endedAt: now,
  deadlineAt: now,
  idempotencyKey: 'k',
  statusWord: 'w',
  outputs: [{ url: 'https://cdn.example/v.mp4', format: 'mp4' }],
  warnings: ['w'],
};

const tasks = [
  task,
  { ...task, id: 'b', outputs: [{ url: 'u' }, { url: 'u' }] },
  { ...task, id: 'c', parentId: 'a', status: 'failed', outputs: [], error: { code: 'c', message: 'm', param: 'p', retryable: false } },
  { ...task, id: 'd', status: 'processing', outputs: [], pollError: { code: 'c', message: 'm', retryable: true } },
];

/** Tasks as a queue of somebody else's might tell them: of the right kinds, and nothing else. */
export const tasksToShow: fc.Arbitrary<readonly unknown[]> = texts.map((said) => drenched(tasks, said) as unknown[]);

/** A file of a history. */
export const historiesToRead: fc.Arbitrary<string> = fc
  .tuple(tasksToShow, mutations(2))
  .map(([list, changes]) => textOf(mutated({ format: 'voxreel-video-history', version: 1, exportedAt: now, tasks: list }, changes)));

export interface HostileForm {
  readonly title: string;
  readonly models: readonly string[];
  readonly schema: unknown;
  readonly ui: Readonly<Record<string, unknown>>;
}

/** Every kind of field a form knows. */
export const formSchema = {
  type: 'object',
  properties: {
    style: { type: 'string', title: 't', description: 'd', enum: ['one', 'two'], default: 'one' },
    words: { type: 'string', title: 't', description: 'd', default: 'x' },
    link: { type: 'string', format: 'uri', title: 't', default: 'x' },
    links: { type: 'array', items: { type: 'string', format: 'uri' }, title: 't' },
    more: { type: 'object', title: 't', description: 'd' },
    on: { type: 'boolean', title: 't', description: 'd' },
    count: { type: 'integer', title: 't', minimum: 1, maximum: 5 },
  },
};

const ui = {
  'metadata.look': {
    kind: 'choice',
    label: 'l',
    description: 'd',
    choices: ['a', 'b'],
    choiceLabels: { a: 'x', b: 'y' },
    placeholder: 'p',
  },
};

/** What a provider of somebody else's puts into the form, and what its models are called. */
export const formsToDraw: fc.Arbitrary<HostileForm> = fc
  .tuple(texts, mutations(3), fc.constantFrom(...innateNames, 'style', 'onclick', 'src'), fc.boolean())
  .map(([said, changes, name, few]) => ({
    title: said[0] ?? '',
    // Few are shown at once, many are searched.
    models: few ? said.slice(0, 5) : said,
    schema: mutated(
      drenched({ ...formSchema, properties: { ...formSchema.properties, [name]: { type: 'string', title: 't' } } }, said),
      changes,
    ),
    ui: drenched({ ...ui, [said[0] ?? '']: { label: 'l', kind: 'longtext' } }, said) as Record<string, unknown>,
  }));
