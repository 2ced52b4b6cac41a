// Where the files of a finished task are, and how a page reaches them through the gateway.
import { json } from './answers.js';

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** An http(s) address, a path being on the service's own origin; undefined for anything else. */
function absolute(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/** The addresses in a task, each once: its `url` first, then those of `outputs`. */
export function resultUrls(task: unknown, base: string): readonly string[] {
  const { url, outputs } = fieldsOf(task);
  const all = [url, ...listOf(outputs).map((output) => output['url'])].map((value) => absolute(value, base));
  return [...new Set(all.filter((value) => value !== undefined))];
}

/** The task with its addresses turned into paths of the gateway, below `taskPath`. */
export async function proxiedOutputs(answer: Response, taskPath: string, base: string): Promise<Response> {
  const task: unknown = await answer.json().catch(() => undefined);
  const urls = resultUrls(task, base);
  const proxied = (fields: Fields): Fields => {
    const at = urls.indexOf(absolute(fields['url'], base) ?? '');
    return at < 0 ? fields : { ...fields, url: `${taskPath}/content/${at}` };
  };
  const body = proxied(fieldsOf(task));
  const retryAfter = answer.headers.get('retry-after');
  return json(
    answer.status,
    Array.isArray(body['outputs']) ? { ...body, outputs: listOf(body['outputs']).map(proxied) } : body,
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );
}
