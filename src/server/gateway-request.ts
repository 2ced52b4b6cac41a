// What a page asks for, as the site's own `cost` and `moderate` see it.
import type { GatewayRequest, GatewayUser } from './gateway-options.js';
import { cappedKind } from './requests/capped-names.js';
import { isFields, type Fields } from './requests/fields.js';
import { fieldsSet } from './requests/session-fields.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const videoRequest = (user: GatewayUser, fields: Fields): GatewayRequest => ({
  kind: 'video',
  user,
  model: text(fields['model']),
  prompt: textsIn(fields, prompts).join('\n'),
  instructions: '',
  images: textsIn(fields, pictures),
  fields,
});

/** `fields`: of the request for its token. */
export function callRequest(user: GatewayUser, model: unknown, fields: Fields = {}): GatewayRequest {
  const configs = [fields, fields['session']].filter(isFields);
  const said = configs.flatMap((config) => fieldsSet(config).filter(([name]) => name === 'instructions'));
  return {
    kind: 'call',
    user,
    model: typeof model === 'string' ? model : undefined,
    prompt: '',
    instructions: said.map(([, value]) => text(value)).join('\n'),
    images: [],
    fields,
  };
}

type Kind = ReturnType<typeof cappedKind>;
const pictures: ReadonlySet<Kind> = new Set<Kind>(['image', 'images', 'picture']);
const prompts: ReadonlySet<Kind> = new Set<Kind>(['prompt']);

/** Texts under every name that a service may read as one of these, wherever it stands. */
function textsIn(value: unknown, kinds: ReadonlySet<Kind>, isMeant = false): readonly string[] {
  if (typeof value === 'string') return isMeant && value !== '' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, kinds, isMeant));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, kinds, isMeant || kinds.has(cappedKind(name))));
}
