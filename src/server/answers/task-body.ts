// What a service says of a task, in any of the shapes gateways send: which id it has, and whether it has ended.
import { mapFields } from '../../base/map-fields.js';
import { isFields, type Fields } from '../requests/fields.js';

const idNames = ['task_id', 'id'];
/** An envelope in an envelope, and what the provider said in that. */
const deepest = 4;

/** The task's own object, and the objects it stands in: each is the `data` of the one before. */
function layersOf(body: unknown): readonly Fields[] {
  const layers: Fields[] = [];
  for (let at = body; isFields(at) && layers.length < deepest; at = at['data']) layers.push(at);
  return layers;
}

const textOf = (id: unknown): string => (typeof id === 'number' ? String(id) : typeof id === 'string' ? id : '');

/** The id of a new task: the outermost, `task_id` before `id`; where there is none, `data` itself may be one. */
export function taskIdIn(body: unknown): string | undefined {
  const ids = layersOf(body).flatMap((layer) => idNames.map((name) => textOf(layer[name])));
  return [...ids, isFields(body) ? textOf(body['data']) : ''].find((id) => id !== '');
}

/** The same with `id` replaced by `signed` wherever it stands: flat or in envelopes, under both names. Other ids than the task's own stay as they are: nothing can be asked with them. */
export function withSignedId(body: unknown, id: string, signed: string, depth = 0): unknown {
  if (!isFields(body) || depth >= deepest) return body;
  return mapFields(body, (value, name) => {
    if (name !== 'data' && !idNames.includes(name)) return value;
    if (textOf(value) === id) return signed;
    return name === 'data' ? withSignedId(value, id, signed, depth + 1) : value;
  });
}

const endWords = /^(succe\w*|complete\w*|done|finish\w*|fail\w*|error|expired|cancel\w*|rejected)$/i;

/** By its outermost status: what lies inside may lag behind. An unknown word is no end. */
export function hasEnded(body: unknown): boolean {
  const word = layersOf(body)
    .map(({ status, task_status: other }) => status ?? other)
    .find((value): value is string => typeof value === 'string');
  return endWords.test(word ?? '');
}
