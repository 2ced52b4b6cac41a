// What a task says: where its files are, and how a page reaches them through the gateway; what went wrong, without a word too many.
import { mapFields } from '../../base/map-fields.js';
import type { Scrub } from './scrub.js';
import { isFields, type Fields } from '../requests/fields.js';

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** An http(s) address, a path being on the service's own origin; undefined for anything else. */
function absolute(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  const plain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  return plain ? url.href : undefined;
}

/** The addresses in a task, each once: its `url` first, then those of `outputs`. */
export function resultUrls(task: unknown, base: string): readonly string[] {
  const { url, outputs } = fieldsOf(task);
  const all = [url, ...listOf(outputs).map((output) => output['url'])].map((value) => absolute(value, base));
  return [...new Set(all.filter((value) => value !== undefined))];
}

/** The task with its addresses turned into paths of the gateway, below `taskPath`. */
export function proxiedOutputs(task: Fields, taskPath: string, base: string): Fields {
  const urls = resultUrls(task, base);
  const proxied = (fields: Fields): Fields => {
    const at = urls.indexOf(absolute(fields['url'], base) ?? '');
    return at < 0 ? fields : { ...fields, url: `${taskPath}/content/${at}` };
  };
  const body = proxied(task);
  return Array.isArray(body['outputs']) ? { ...body, outputs: listOf(body['outputs']).map(proxied) } : body;
}

/** Where services say why a task has failed. */
const reasons = new Set(['message', 'fail_reason', 'error_message', 'error']);
const deepest = 5;

/** The task with its reasons made fit for strangers. An address alone is a result: older services put it where the reason stands. */
export function scrubbedTask(task: unknown, scrub: Scrub, depth = 0): unknown {
  if (depth > deepest || !isFields(task)) return task;
  return mapFields(task, (value, name) => {
    if (typeof value !== 'string') return scrubbedTask(value, scrub, depth + 1);
    return reasons.has(name) && !/^https?:\/\/\S+$/.test(value) ? scrub.words(value) : value;
  });
}
