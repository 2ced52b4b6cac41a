// Is a service of the form the contract gives? Calls nothing of it.
import { modelLimits } from './check-shape.js';
import { among, callable, entries, list, members, must, number, text, truth, type Check } from './shapes.js';

const isText = (value: unknown): value is string => typeof value === 'string';

const id = must((value) => isText(value) && /^[A-Za-z\d-]+$/.test(value), 'of letters, digits and hyphens');
const secret: Check = (value, at) => (isText(value) && value.length >= 8 ? [] : [`${at}: must be a text of at least eight characters.`]);
const host = must(
  (value) =>
    isText(value) && (value.includes('://') ? URL.canParse(value) && new URL(value).origin === value : /^[\w*.-]+(?::\d+)?$/.test(value)),
  "a host such as 'api.example.com', or an origin such as 'http://127.0.0.1:4010'",
);
const day = must((value) => isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value), "a day such as '2026-11-24'");

const choice = must((value) => ['string', 'number', 'boolean'].includes(typeof value), 'a text, a number, true or false');
const rate = members({ when: entries(choice, 'option'), perSecond: number, perVideo: number }, ['when']);

const price = members(
  {
    unit: text,
    perSecond: number,
    perVideo: number,
    rates: list(rate, "[{ when: { resolution: '1080p' }, perSecond: 0.12 }]"),
    perMinute: number,
    perMillionTokens: members(
      {
        textInput: number,
        cachedTextInput: number,
        textOutput: number,
        audioInput: number,
        cachedAudioInput: number,
        audioOutput: number,
        imageInput: number,
        cachedImageInput: number,
      },
      [],
    ),
    asOf: day,
    source: text,
  },
  ['unit', 'asOf', 'source'],
);
const fields = members(
  {
    type: among(['object']),
    properties: entries(() => [], 'field'),
    required: (value, at) => (Array.isArray(value) ? [] : list(text, "['style']")(value, at)),
  },
  ['type', 'properties'],
);

const model = members(
  {
    model: text,
    kind: among(['video', 'realtime']),
    title: text,
    limits: modelLimits,
    fields,
    price,
    cancels: must((value) => value === false, 'false, or left out'),
    voices: list(text, "['alloy']"),
    formats: list(text, "['pcm16']"),
  },
  ['model', 'kind'],
);

const service = members(
  {
    id,
    title: text,
    models: list(model, "[{ model: 'acme-1', kind: 'video' }]"),
    // What stands in it is repeated in no finding.
    secrets: (value, at) =>
      Array.isArray(value) && value.length > 0
        ? value.flatMap((one, index) => secret(one, `${at}[${index}]`))
        : [`${at}: must list the key.`],
    hosts: list(host, "['api.example.com']"),
    fetch: callable,
    video: members(
      { idempotent: truth, create: callable, query: callable, cancel: callable, content: callable, upload: callable, webhook: callable },
      ['create', 'query'],
    ),
    realtime: members({ dialect: text, mint: callable, exchange: callable, socket: callable, open: callable }),
    check: callable,
  },
  ['id', 'models', 'secrets', 'hosts'],
  'service',
);

/** In words; an empty list when its form is right. */
export function checkServiceShape(value: unknown): readonly string[] {
  const findings = service(value, '');
  if (findings.length > 0) return findings;
  const { models, video, realtime } = value as {
    readonly models: readonly { readonly kind: string }[];
    readonly video?: unknown;
    readonly realtime?: unknown;
  };
  if (video === undefined && realtime === undefined) return ['service: has neither `video` nor `realtime`, and so can do nothing.'];
  const has: Readonly<Record<string, unknown>> = { video, realtime };
  return models.flatMap(({ kind }, index) =>
    has[kind] === undefined ? [`models[${index}]: is of the kind '${kind}', but the service has no \`${kind}\`.`] : [],
  );
}
