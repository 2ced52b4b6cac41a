// The rules of the rehearsal for typed text: a pattern and its reply each, the first that matches answers.
import { workOut } from './arithmetic.js';
import type { StoredItem } from './conversation.js';
import type { Settings } from './session-state.js';
import { story } from './story.js';

/** What the rehearsal looks at. */
export interface RehearsalScene {
  readonly items: readonly StoredItem[];
  readonly settings: Settings;
  readonly now: Date;
}

interface Rule {
  readonly when: RegExp;
  /** Undefined passes the text on to the next rule. */
  reply(match: RegExpExecArray, scene: RehearsalScene, text: string): string | undefined;
}

const abilities =
  'I am the rehearsal service of voxreel. I answer by fixed rules and I am no AI model. ' +
  'I can tell the time, work out sums, count, repeat after you, tell our conversation so far, read a long story, ' +
  'call your tools, measure what you say and play it back.';

const rules: readonly Rule[] = [
  { when: /\bstop (?:playing|the echo|echoing)\b/i, reply: () => 'I no longer play back what you say.' },
  { when: /\bplay\b.*\bback\b|\becho me\b/i, reply: () => 'Say something, and I play it back to you.' },
  { when: /^\s*(?:please\s+)?(?:repeat after me|repeat|say)\b[:,]?\s+["“]?(.+?)["”]?\s*$/is, reply: (match) => match[1] },
  {
    when: /\bcount\b(?:.*?\bfrom (\d+))?.*?\b(?:to|till|until|up to)\s+(\d+)/i,
    reply: (match) => counted(Number(match[1] ?? 1), Number(match[2])),
  },
  { when: /\b(?:instructions|told to|system prompt)\b/i, reply: (_, scene) => instructed(scene) },
  { when: /\b(?:conversation|what did (?:we|i)|so far|summar)/i, reply: (_, { items }) => soFar(items) },
  { when: /\b(?:long story|tell (?:me )?a story|a story|keep talking)\b/i, reply: () => story },
  { when: /\b(?:code|function that|script|program)\b/i, reply: () => codeSample },
  { when: /\btranslat/i, reply: () => 'I cannot translate: I follow fixed rules and know no languages.' },
  { when: /\b(?:are you|who are you|what are you)\b/i, reply: () => abilities },
  { when: /\b(?:help|what can you|what do you do|how do you work)\b/i, reply: () => abilities },
  { when: /\d|\bplus\b|\bminus\b/i, reply: (_, __, text) => worked(text) },
  { when: /\b(?:what time|the time|time is it)\b/i, reply: (_, { now }) => `It is ${now.toISOString().slice(11, 16)} in universal time.` },
  { when: /\b(?:date|what day|today)\b/i, reply: (_, { now }) => `Today is ${dateInWords(now)}.` },
  {
    when: /^\W*(?:hello|hi|hey|good (?:morning|afternoon|evening)|greetings)\b/i,
    reply: () => 'Hello! Type "help" to hear what I can do.',
  },
  { when: /\b(?:thank you|thanks)\b/i, reply: () => 'You are welcome.' },
  { when: /\b(?:bye|goodbye|see you)\b/i, reply: () => 'Goodbye.' },
];

/** What is said to `text`; to an empty one, a greeting. */
export function replyTo(text: string, scene: RehearsalScene): string {
  if (text === '') return 'Hello! I am the rehearsal service of voxreel. Say or type something.';
  for (const rule of rules) {
    const match = rule.when.exec(text);
    const reply = match === null ? undefined : rule.reply(match, scene, text);
    if (reply !== undefined) return reply;
  }
  return `You wrote: "${text}". I follow fixed rules and have none for that. Type "help" to see what I can do.`;
}

/** True when speech is to be played back: by the instructions, or since it was asked for. */
export function isEchoing({ items, settings }: RehearsalScene): boolean {
  const asked = items.findLast(
    (item) => item.role === 'user' && /\bplay\b.*\bback\b|\becho me\b|\bstop (?:playing|the echo|echoing)\b/i.test(textOf(item)),
  );
  if (asked !== undefined) return !/\bstop\b/i.test(textOf(asked));
  return /\becho\b/i.test(settings.instructions);
}

/** As much of it as is looked at for a rule. */
const longest = 2000;
const textOf = (item: StoredItem): string =>
  item.parts
    .map((part) => part.text)
    .join(' ')
    .slice(0, longest);

const mostCounted = 200;

function counted(from: number, to: number): string {
  const step = to < from ? -1 : 1;
  const length = Math.min(mostCounted, Math.abs(to - from) + 1);
  return `${Array.from({ length }, (_, i) => from + i * step).join(', ')}.`;
}

function instructed({ settings }: RehearsalScene): string {
  return settings.instructions === '' ? 'I was given no instructions.' : `My instructions are: ${settings.instructions}`;
}

function soFar(items: readonly StoredItem[]): string {
  const told = items
    .slice(0, -1)
    .map(toldItem)
    .filter((line) => line !== '');
  return told.length === 0 ? 'We have only begun.' : `So far: ${told.join(' ')}`;
}

function toldItem(item: StoredItem): string {
  const text = textOf(item);
  if (item.type === 'function_call') return `I called ${item.name ?? 'a tool'}.`;
  if (item.role === 'user') return item.parts.some((part) => part.type === 'audio') ? 'You spoke.' : `You wrote "${text}".`;
  return item.role === 'assistant' && text !== '' ? `I said "${text.length > 60 ? `${text.slice(0, 60)}...` : text}".` : '';
}

function worked(text: string): string | undefined {
  const found = workOut(text);
  if (found === undefined) return undefined;
  return Number.isFinite(found.value) ? `${found.sum} is ${Number(found.value.toPrecision(12))}.` : `${found.sum} has no value.`;
}

const dateInWords = (now: Date): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(now);

const codeSample =
  'I write no code of my own. Here is a sample to show how code looks:\n\n```ts\nexport function greet(name: string): string {\n  return `Hello, ${name}!`;\n}\n```\n';
