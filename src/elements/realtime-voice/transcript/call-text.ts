// A function call as one line of code.
import { isRecord } from '../../../base/is-record.js';
import { jsonOf } from '../sheets/json-text.js';

/** `name(value)` for one argument, `name(a: 1, b: "x")` for more; the raw text while it is not a complete JSON object. */
export function callText(name: string, argumentsJson: string): string {
  return `${name}(${argumentList(argumentsJson)})`;
}

function argumentList(json: string): string {
  const parsed = parseObject(json);
  if (parsed === undefined) return json.trim();
  const entries = Object.entries(parsed);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) return jsonOf(only[1]);
  return entries.map(([key, value]) => `${key}: ${jsonOf(value)}`).join(', ');
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
