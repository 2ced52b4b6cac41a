// Bodies of answers as nobody would wish them: a link of some kind at some place, in some envelope, with noise around, whole or broken.
import fc from 'fast-check';

/** Where a body may hold its link; `[]`: in a list, `[].url`: in an object of a list. */
export const places = [
  'url',
  'result_url',
  'video_url',
  'output_url',
  'video.url',
  'content.video_url',
  'content.url',
  'metadata.url',
  'fail_reason',
  'task_result.videos.[].url',
  'creations.[].url',
  'outputs.[]',
  'videos.[].video_url',
  'urls.[]',
  'metadata.urls.[]',
  'data.[].url',
] as const;

/** Links that may be played, all on these hosts. */
const good = [
  'https://cdn.example/v.mp4',
  'https://cdn.example/v.mp4?X-Tos-Date=20261121T000000Z&X-Tos-Expires=1e300&expires=1e300',
  'HTTP://CDN.example:8080/a b.webm?X-Amz-Date=20261121T000000Z&X-Amz-Expires=60',
  '/files/v.mp4',
  ' https://cdn.example/ü.mp4 ',
];
export const goodHosts: ReadonlySet<string> = new Set(['cdn.example', 'cdn.example:8080', 'api.example']);

/** Links that may not; where one has a host, it is `evil.example`. */
const evil: Readonly<Record<string, readonly string[]>> = {
  script: [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'javascript://cdn.example/%0aalert(1)',
  ],
  data: ['data:text/html,<script>alert(1)</script>', 'DATA:video/mp4;base64,AAAA'],
  blob: ['blob:https://evil.example/1', 'filesystem:https://evil.example/x'],
  file: [
    'file:///etc/passwd',
    'FILE://evil.example/x',
    'C:\\windows\\x.mp4',
    'about:blank',
    'chrome://settings',
    'intent://evil.example/#Intent;end',
  ],
  slashes: ['//evil.example/v.mp4', '///evil.example/v.mp4', '/\t/evil.example/v.mp4', '/\n/evil.example', ' //evil.example'],
  backslashes: ['/\\evil.example/v.mp4', '\\\\evil.example\\v.mp4', '/\\/evil.example', 'https:\\\\evil.example/', '/\r\\evil.example'],
  credentials: [
    'https://me:secret@evil.example/',
    'https://cdn.example@evil.example/v.mp4',
    'https://cdn.example%40x@evil.example/',
    'http://:pw@evil.example',
  ],
  broken: [
    'https://',
    'http://[',
    'https://evil.example:99999/',
    'https://a b.example/',
    'https://\u0000evil.example/',
    'http:evil.example',
    'https:/evil.example',
    'v.mp4',
    '?x',
    '#x',
    '',
  ],
  unicode: [
    'https://evil\u3002example\uFF0F\uFF20/\uD800'.replace('https', 'httpſ'),
    '\uFF0F\uFF0Fevil.example',
    'ｊavascript:alert(1)',
    '\u202Ehttps://evil.example',
  ],
  long: [`https://evil.example/${'x'.repeat(20_000)}`, `/${'a/../'.repeat(5000)}/evil.example`],
};
export const kinds = ['good', ...Object.keys(evil)];

export interface HostileAnswer {
  /** The body, with `link` where a link stands. */
  readonly text: (link: string) => string;
  readonly link: string;
  readonly kind: string;
  readonly place: string;
  /** What was done to the text. */
  readonly breakage: string;
}

/** Stands for a link in a body that is already text. */
const mark = 'https://mark.example/';

const cased = (word: string, how: number) =>
  how === 0 ? word : how === 1 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);

function put(body: Record<string, unknown>, place: string, link: unknown): void {
  const [name = '', ...rest] = place.split('.');
  if (rest.length === 0) body[name] = link;
  else if (rest[0] === '[]')
    body[name] = [rest[1] === undefined ? link : { [rest[1]]: link }, ...(Array.isArray(body[name]) ? body[name] : [])];
  else {
    const inner = typeof body[name] === 'object' && body[name] !== null ? { ...body[name] } : {};
    put(inner, rest.join('.'), link);
    body[name] = inner;
  }
}

/** Now and then very deep. */
const depth = (at: number) => (at % 50 === 0 ? 10_000 : (at % 7) + 1);

const breakages: Readonly<Record<string, (text: string, at: number) => string>> = {
  truncated: (text, at) => text.slice(0, at % (text.length + 1)),
  html: (text) => `<!doctype html><html><body>${text}</body></html>`,
  deep: (text, at) => `${'{"data":'.repeat(depth(at))}${text}${'}'.repeat(depth(at))}`,
  deepError: (text, at) => `${'{"error":'.repeat(depth(at))}${text}${'}'.repeat(depth(at))}`,
  deepList: (text, at) => `{"task_id":"t","status":"succeeded","videos":${'['.repeat(depth(at))}${text}${']'.repeat(depth(at))}}`,
  prototype: (text) => `{"__proto__":${text},"constructor":${text},"toString":1,"hasOwnProperty":null,${text.slice(1)}`,
  inPrototype: (text) => `{"task_id":"t","status":"succeeded","__proto__":${text}}`,
  twice: (text) => `${text}${text}`,
  list: (text) => `[${text}]`,
  numbers: (text) => text.replaceAll(/:(\d+)/g, ':1e999'),
};

const words = fc.constantFrom(
  'succeeded',
  'success',
  'done',
  'completed',
  'succeed',
  'succeeded',
  'success',
  'processing',
  'in_progress',
  'queued',
  'failed',
  'failure',
  'expired',
  'unknown',
  'dreaming',
  'constructor',
  '',
  ' ',
);
const noise = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    30,
    0.3,
    1e21,
    '30%',
    'NaN%',
    'success',
    [],
    {},
    [[]],
    { url: {} },
    'https://cdn.example/other.mp4',
    '\uD800',
  ),
  fc.string({ maxLength: 12 }),
  fc.double(),
);
const names = [
  'status',
  'state',
  'task_status',
  'data',
  'error',
  'code',
  'message',
  'task_id',
  'id',
  'progress',
  'format',
  'expires_at',
  'metadata',
  'video',
  'content',
  'creations',
  'task_result',
  'videos',
  'urls',
  'fail_reason',
  'url',
  'type',
  'param',
  'duration',
  'width',
  'seed',
  '__proto__',
];

const parts = fc.record({
  place: fc.constantFrom(...places),
  kind: fc.oneof(fc.constant('good'), fc.constantFrom(...kinds)),
  which: fc.nat(63),
  word: words,
  wordKey: fc.constantFrom('status', 'status', 'task_status', 'state'),
  how: fc.nat(2),
  envelope: fc.nat(5),
  around: fc.array(fc.tuple(fc.constantFrom(...names), noise), { maxLength: 3 }),
  // One in ten is broken.
  breakage: fc.nat(10 * Object.keys(breakages).length - 1),
  at: fc.nat(100_000),
});

/** Any of these is valid JSON or nearly so, and about half hold a link where a reader looks for it. */
export const hostileAnswers: fc.Arbitrary<HostileAnswer> = parts.map(
  ({ place, kind, which, word, wordKey, how, envelope, around, breakage, at }) => {
    const body: Record<string, unknown> = { task_id: `t${at}` };
    // With the names of Object.prototype as its own, as JSON has them.
    for (const [name, value] of around) Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true });
    put(body, place, mark);
    body[wordKey] = cased(word, how);
    const wrapped =
      envelope === 0 ? { code: 'success', message: '', data: body } : envelope === 1 ? { status: 'success', data: { data: body } } : body;
    const [name = 'none', change = (text: string) => text] = Object.entries(breakages)[breakage] ?? [];
    const whole = JSON.stringify(wrapped);
    const links = kind === 'good' ? good : (evil[kind] ?? []);
    return {
      text: (link) =>
        change(
          whole.replace(JSON.stringify(mark), () => JSON.stringify(link)),
          at,
        ),
      link: links[which % links.length] ?? '',
      kind,
      place,
      breakage: name,
    };
  },
);
