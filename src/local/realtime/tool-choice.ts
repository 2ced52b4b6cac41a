// Which tool a text asks for, and with what arguments: by words alone.
import { isRecord } from '../../base/is-record.js';
import type { Tool } from '../../protocol/index.js';
import { describedIn, isDescription, numberNamed, revised, takesDescription } from './description.js';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const idle = new Set(
  'a an and are be by do does for from get gets give in is it its me my of on or please set tell that the this to use what when with you your'.split(
    ' ',
  ),
);

/** Calls for `text`, one for each clause that names a tool: "the weather in Paris and Rome" are two. With `required` there is at least one. */
export function chooseCalls(text: string, tools: readonly Tool[], required: boolean): ToolCall[] {
  const calls = clausesOf(text, tools).map(({ tool, clause }) => ({ name: tool.name, arguments: argumentsFor(tool, clause) }));
  const first = tools[0];
  if (calls.length === 0 && required && first !== undefined) {
    const tool = bestTool(text, tools, 1) ?? first;
    calls.push({ name: tool.name, arguments: argumentsFor(tool, text) });
  }
  return withoutRepeats(calls);
}

/** What is said after a note that names a tool in all but words: the description in the note's quotes, and what is said beside it. */
export function chooseRevision(note: string, said: string, tools: readonly Tool[]): ToolCall[] {
  const tool = said === '' ? undefined : bestTool(note, tools, 4);
  if (tool === undefined) return [];
  const found = argumentsFor(tool, said);
  const [described] = createEvidence(note).quotes;
  if (described === undefined || !takesDescription(tool.parameters)) return [{ name: tool.name, arguments: found }];
  return [{ name: tool.name, arguments: { ...found, ...revised(described, describedIn(said) ?? said) } }];
}

interface Clause {
  readonly tool: Tool;
  readonly clause: string;
  /** What stands between it and the next one. */
  readonly joint: string;
}

/** What a description goes on with belongs to it: "a video of a cat and a dog" is one. */
function clausesOf(text: string, tools: readonly Tool[]): Clause[] {
  const found: Clause[] = [];
  for (const [, clause = '', joint = ''] of text.matchAll(/(.+?)(\s+(?:and(?: then)?|then)\s+|;\s*|$)/gis)) {
    const tool = bestTool(clause, tools);
    const last = found.at(-1);
    if (tool !== undefined) found.push({ tool, clause, joint });
    else if (last !== undefined && takesDescription(last.tool.parameters))
      found[found.length - 1] = { ...last, clause: last.clause + last.joint + clause, joint };
    else if (last !== undefined && namesSomething(clause)) found.push({ ...last, clause, joint });
  }
  return found;
}

function withoutRepeats(calls: readonly ToolCall[]): ToolCall[] {
  const seen = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return [...seen.values()];
}

/** A word of the name counts three, one of the description one. */
function bestTool(text: string, tools: readonly Tool[], least = 2): Tool | undefined {
  const said = new Set(stems(text));
  const hits = (words: string) => stems(words).filter((stem) => said.has(stem)).length;
  const scored = tools.map((tool) => ({ tool, score: 3 * hits(tool.name) + hits(tool.description ?? '') }));
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, next) => (top === undefined || next.score > top.score ? next : top),
    undefined,
  );
  return best !== undefined && best.score >= least ? best.tool : undefined;
}

function stems(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? [];
  return [...new Set(words.filter((word) => !idle.has(word)).map((word) => word.replace(/(?:ing|ed|es|s)$/, '')))];
}

const argumentsFor = ({ parameters }: Tool, text: string): Record<string, unknown> =>
  takesDescription(parameters) ? describedArguments(parameters, text) : objectFrom(parameters, createEvidence(text));

/** Where a page knows of no model, any name will do here. */
const anyModel = 'rehearsal';

/** The description, and beside it only what the text names: its numbers and names belong to what it describes. */
function describedArguments({ properties, required }: Record<string, unknown>, text: string): Record<string, unknown> {
  const needed = Array.isArray(required) ? required : [];
  const found = Object.entries(isRecord(properties) ? properties : {}).map(([name, property]) => {
    if (!isRecord(property)) return [name, undefined];
    const value = isDescription(name) ? describedIn(text) : namedValue(name, property, text);
    const needs = needed.includes(name);
    return [name, value ?? (needs ? (name === 'model' ? anyModel : emptyValue(property, createEvidence(text))) : undefined)];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

function namedValue(name: string, property: Record<string, unknown>, text: string): unknown {
  const { type, enum: listed } = property;
  if (type === 'number' || type === 'integer') return numberNamed(name, property, text);
  return Array.isArray(listed) ? listed.find((value) => typeof value === 'string' && containsWord(text, value)) : undefined;
}

function namesSomething(clause: string): boolean {
  const { numbers, quotes, names } = createEvidence(clause);
  return numbers.length + quotes.length + names.length > 0;
}

/** Required properties without evidence get their default or an empty value of their type. */
function objectFrom(schema: Record<string, unknown>, evidence: Evidence): Record<string, unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const found: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!isRecord(property)) continue;
    const value =
      (isId(property) ? undefined : valueFor(name, property, evidence)) ??
      (required.includes(name) ? emptyValue(property, evidence) : undefined);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Nobody says one. */
const isId = ({ type, description }: Record<string, unknown>): boolean =>
  type === 'string' && typeof description === 'string' && /^the id\b/i.test(description);

/** What a text offers; numbers, quotes and names are used up from the front. */
interface Evidence {
  readonly text: string;
  readonly numbers: number[];
  readonly quotes: string[];
  readonly names: string[];
}

function createEvidence(text: string): Evidence {
  return {
    text,
    numbers: (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number),
    quotes: [...text.matchAll(/["“]([^"”]+)["”]|(?<=\s)'([^']+)'/g)].map((match) => match[1] ?? match[2] ?? ''),
    names: placeNames(text),
  };
}

/** Capitalized words, also with slashes between them (Asia/Shanghai), but not one that merely opens the sentence with others following in small letters. */
function placeNames(text: string): string[] {
  const found = [...text.matchAll(/\p{Lu}[\p{L}'’_-]*(?:[\s/]+\p{Lu}[\p{L}'’_-]*)*/gu)];
  const opener =
    /^(?:\s*)(?:What|How|Is|Are|Can|Could|Please|Tell|Show|Give|Get|Find|Set|Turn|Call|Will|Would|Do|Does|When|Where|Who|Why|The|Weather|Look|Search|Send|Play|Book|Add|I)\b(?:['’]\p{L}+)?\s*/u;
  return found.map((match) => (match.index === 0 ? match[0].replace(opener, '') : match[0])).filter((name) => name !== '' && name !== 'I');
}

function valueFor(name: string, property: Record<string, unknown>, evidence: Evidence): unknown {
  const listed = Array.isArray(property['enum']) ? property['enum'] : undefined;
  if (listed !== undefined)
    return listed.find((value) => (typeof value === 'string' || typeof value === 'number') && containsWord(evidence.text, String(value)));
  switch (property['type']) {
    case 'number':
      return evidence.numbers.shift();
    case 'integer': {
      const value = evidence.numbers.shift();
      return value === undefined ? undefined : Math.round(value);
    }
    case 'boolean':
      return containsWord(evidence.text, name) || /\b(?:on|yes|off|not|no)\b/i.test(evidence.text)
        ? !/\b(?:off|not|no|without)\b/i.test(evidence.text)
        : undefined;
    case 'object': {
      const value = objectFrom(property, evidence);
      return Object.keys(value).length > 0 ? value : undefined;
    }
    case 'array':
      return listFrom(evidence);
    default:
      return stringFor(name, evidence);
  }
}

function stringFor(name: string, evidence: Evidence): string | undefined {
  const date = /\b(?:today|tomorrow|yesterday|\d{4}-\d{2}-\d{2}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i.exec(evidence.text)?.[0];
  if (/date|day|when/i.test(name)) return date;
  if (evidence.quotes.length > 0) return evidence.quotes.shift();
  if (/text|query|prompt|message|question|content/i.test(name)) return evidence.text.trim();
  return evidence.names.shift() ?? afterPreposition(evidence.text, name);
}

/** "weather in paris" without a capital letter: for what is a place by its name. */
function afterPreposition(text: string, name: string): string | undefined {
  if (!/city|location|place|country|town|region|address/i.test(name)) return undefined;
  return /\b(?:in|at|for|to|from|of)\s+(?!the\b|a\b|me\b)(\p{L}[\p{L}'-]*)/iu.exec(text)?.[1];
}

function listFrom(evidence: Evidence): unknown[] | undefined {
  const values = evidence.quotes.length > 0 ? evidence.quotes : evidence.names.length > 0 ? evidence.names : evidence.numbers;
  return values.length > 0 ? values.splice(0) : undefined;
}

function emptyValue(property: Record<string, unknown>, evidence: Evidence): unknown {
  if (property['default'] !== undefined) return property['default'];
  if (Array.isArray(property['enum'])) return property['enum'][0];
  if (property['type'] === 'number' || property['type'] === 'integer') return property['minimum'] ?? 0;
  if (property['type'] === 'boolean') return false;
  if (property['type'] === 'array') return [];
  return property['type'] === 'object' ? {} : lastWords(evidence.text);
}

/** "set color to light blue" says `light blue`; a text without such a word says all of itself. */
const lastWords = (text: string): string => /^.*(?:\b(?:to|for|of|as)\b|:)\s*(\S.*?)[.!?]*\s*$/isu.exec(text)?.[1] ?? text.trim();

const containsWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\d])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/_/g, '[ _]')}(?![\\p{L}\\d])`, 'iu').test(text);
