// What the gateway counts, in the text format of Prometheus. The names of series come from the gateway itself, never from a request: their number is bounded.

interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
}

const families = {
  voxreel_requests_total: { type: 'counter', help: 'Requests answered, by path, method and class of status.' },
  voxreel_request_duration_seconds: { type: 'histogram', help: 'Time until the headers of an answer were ready, by path.' },
  voxreel_answer_bytes_total: { type: 'counter', help: 'Bytes of the bodies of answers whose length was known.' },
  voxreel_refusals_total: { type: 'counter', help: 'Requests the gateway answered with an error of its own, by code.' },
  voxreel_rate_limited_total: { type: 'counter', help: 'Requests that were too many, by path.' },
  voxreel_upstream_errors_total: { type: 'counter', help: 'Errors of the service and of the way to it, by kind.' },
  voxreel_tokens_total: { type: 'counter', help: 'Ephemeral tokens minted.' },
  voxreel_tasks_total: { type: 'counter', help: 'Video tasks created.' },
  voxreel_idempotent_repeats_total: { type: 'counter', help: 'Repeated requests that were given the first answer.' },
  voxreel_relays_total: { type: 'counter', help: 'WebSockets relayed.' },
  voxreel_relays_open: { type: 'gauge', help: 'WebSockets relayed now.' },
  voxreel_relay_closes_total: { type: 'counter', help: 'Ends of relays, by class of close code.' },
  voxreel_relay_messages_total: { type: 'counter', help: 'Messages relayed, both ways.' },
  voxreel_relay_bytes_total: { type: 'counter', help: 'Bytes of the messages relayed, both ways.' },
  voxreel_relay_duration_seconds: { type: 'histogram', help: 'Time a relay stood.' },
} as const satisfies Readonly<Record<string, Family>>;

type Name = keyof typeof families;
type Labels = Readonly<Record<string, string>>;
interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum: number;
  count: number;
}

const boundsOf = {
  voxreel_request_duration_seconds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  voxreel_relay_duration_seconds: [1, 10, 60, 300, 900, 1800, 3600],
} as const satisfies Partial<Record<Name, readonly number[]>>;
/** Of one family. What comes after is counted under `other`. */
const mostSeries = 200;

export interface AnsweredRequest {
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
  readonly bytes: number | undefined;
  /** Of a refusal. */
  readonly code: string | undefined;
  /** The first answer to a request that came again. */
  readonly repeated: boolean;
}

export interface Metrics {
  answered(request: AnsweredRequest): void;
  tokenMinted(): void;
  taskCreated(): void;
  relayOpened(): void;
  relayClosed(relay: { readonly closeCode: number; readonly ms: number; readonly messages: number; readonly bytes: number }): void;
  /** The text format, version 0.0.4. */
  text(): string;
}

const knownMethods = ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'PATCH'];

export function createMetrics(): Metrics {
  const series = new Map<Name, Map<string, number>>();
  const histograms = new Map<Name, Map<string, Histogram>>();

  function add(name: Name, amount: number, labels: Labels = {}): void {
    const ofName = entry(series, name, () => new Map<string, number>());
    const key = boundedKey(ofName, labels);
    ofName.set(key, (ofName.get(key) ?? 0) + amount);
  }
  function observe(name: keyof typeof boundsOf, value: number, labels: Labels = {}): void {
    const ofName = entry(histograms, name, () => new Map<string, Histogram>());
    const bounds = boundsOf[name];
    const histogram = entry(ofName, boundedKey(ofName, labels), () => ({ bounds, counts: bounds.map(() => 0), sum: 0, count: 0 }));
    const at = bounds.findIndex((bound) => value <= bound);
    if (at >= 0) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
    histogram.sum += value;
    histogram.count += 1;
  }
  for (const [name, { type }] of Object.entries(families)) {
    // A series that stands at zero from the first is seen to move.
    if (type !== 'histogram' && !labeled.has(name)) add(name as Name, 0);
  }

  return {
    answered({ path, method, status, ms, bytes, code, repeated }) {
      const known = knownMethods.includes(method) ? method : 'other';
      add('voxreel_requests_total', 1, { path, method: known, status: `${Math.floor(status / 100)}xx` });
      observe('voxreel_request_duration_seconds', ms / 1000, { path });
      if (bytes !== undefined) add('voxreel_answer_bytes_total', bytes);
      if (code !== undefined) add('voxreel_refusals_total', 1, { code });
      if (code !== undefined && status === 429) add('voxreel_rate_limited_total', 1, { path });
      if (code?.startsWith('upstream_') === true) add('voxreel_upstream_errors_total', 1, { kind: code });
      else if (code === undefined && status >= 400)
        add('voxreel_upstream_errors_total', 1, { kind: status >= 500 ? 'answered_5xx' : 'answered_4xx' });
      if (repeated) add('voxreel_idempotent_repeats_total', 1);
    },
    tokenMinted: () => add('voxreel_tokens_total', 1),
    taskCreated: () => add('voxreel_tasks_total', 1),
    relayOpened() {
      add('voxreel_relays_total', 1);
      add('voxreel_relays_open', 1);
    },
    relayClosed({ closeCode, ms, messages, bytes }) {
      add('voxreel_relays_open', -1);
      add('voxreel_relay_closes_total', 1, { code: closeClass(closeCode) });
      add('voxreel_relay_messages_total', messages);
      add('voxreel_relay_bytes_total', bytes);
      observe('voxreel_relay_duration_seconds', ms / 1000);
    },
    text: () => (Object.keys(families) as Name[]).map((name) => familyText(name, series.get(name), histograms.get(name))).join(''),
  };
}

const labeled = new Set<string>([
  'voxreel_requests_total',
  'voxreel_refusals_total',
  'voxreel_rate_limited_total',
  'voxreel_upstream_errors_total',
  'voxreel_relay_closes_total',
] satisfies Name[]);

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key);
  if (there !== undefined) return there;
  const made = make();
  map.set(key, made);
  return made;
}

/** The labels as they are written. A family that is full takes no new ones. */
function boundedKey(taken: ReadonlyMap<string, unknown>, labels: Labels): string {
  const key = written(labels);
  if (taken.has(key) || taken.size < mostSeries) return key;
  return written(Object.fromEntries(Object.keys(labels).map((name) => [name, 'other'])));
}

function written(labels: Labels): string {
  let text = '';
  for (const name in labels) text += `${text === '' ? '' : ','}${name}="${escaped(labels[name] ?? '')}"`;
  return text;
}

/** Done for every request: few values hold what must be escaped. */
const escaped = (value: string): string =>
  /["\\\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;

/** Codes of the WebSocket protocol by themselves, those of applications together. */
function closeClass(code: number): string {
  if (code >= 1000 && code <= 1015) return String(code);
  return code >= 4000 && code <= 4999 ? '4xxx' : 'other';
}

const line = (name: string, labels: string, value: number): string => `${name}${labels === '' ? '' : `{${labels}}`} ${value}\n`;

function familyText(
  name: Name,
  values: ReadonlyMap<string, number> | undefined,
  histograms: ReadonlyMap<string, Histogram> | undefined,
): string {
  const { help, type } = families[name];
  const numbers = [...(values ?? [])].map(([labels, value]) => line(name, labels, value));
  const buckets = [...(histograms ?? [])].map(([labels, histogram]) => histogramText(name, labels, histogram));
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${numbers.join('')}${buckets.join('')}`;
}

function histogramText(name: Name, labels: string, { bounds, counts, sum, count }: Histogram): string {
  const before = labels === '' ? '' : `${labels},`;
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return line(`${name}_bucket`, `${before}le="${bound}"`, below);
  });
  return [
    ...buckets,
    line(`${name}_bucket`, `${before}le="+Inf"`, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ].join('');
}
